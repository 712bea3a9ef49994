exp : type.
pred p(exp).
pred q(expr).                            % AP011: the type `expr` is not declared
opt : type -> type.
pred s(opt).                             % AP012: the type `opt` takes 1 argument, here it has 0
type both A = (A, B).                    % AP011: the type variable `B` is no parameter
p(X) :- qq(X).                           % AP010: the predicate `qq` is not declared
p(X) :- List.mem(X, []).                 % AP010: the predicate `List.mem` is not declared
#open List.                              % AP010: there is no namespace `List`
f(X) = X.                                % AP010: the function `f` is not declared
p(X) = X.                                % AP016: `p` is no function
#break nothing.
?- p(X).
