infixl ++ 12.                            % AP002: a precedence is from 1 to 9, not 12
