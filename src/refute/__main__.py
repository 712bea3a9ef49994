"""`python -m refute` is the command `refute`."""

from refute.cli.main import main

main()
