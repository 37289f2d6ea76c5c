"""`python -m steiner`, so that `accelerate launch -m steiner train …` finds the command line."""

from steiner.cli import main

main()
