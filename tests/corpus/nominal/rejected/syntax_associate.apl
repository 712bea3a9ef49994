?- X = 1 = 2.                            % AP001: `=` does not associate
