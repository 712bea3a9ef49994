"""Console specifications (`.ios`): what a program must read and print. After paper 000."""
