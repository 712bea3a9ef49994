pred every(A).
every(X).
every([X|_]).                            % AP021: expected any type `A`, found [_]
pred both(A, B).
both(X, Y) :- X = Y.                     % AP021: expected any type `B`, found `A`
func same(A) = A.
same(X) = X.
same(X) = 3.                             % AP021: expected any type `A`, found int
