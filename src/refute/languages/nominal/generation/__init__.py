"""Terms that satisfy a judgement, as tests for interpreters and compilers."""
