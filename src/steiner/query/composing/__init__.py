"""The second reading: every query that the words may mean, put together anew and weighed."""
