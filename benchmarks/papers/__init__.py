"""The tables and figures of the four papers, each as rows that one command runs."""
