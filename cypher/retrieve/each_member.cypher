CYPHER 5
<<members>>
