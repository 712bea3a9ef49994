?- X = "abc.                             % AP001: this string is not closed
