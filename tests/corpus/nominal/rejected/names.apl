id : name_type.
exp : type.
var : id -> exp.
lam : (id\exp) -> exp.
bad : exp\exp -> exp.                    % AP017: only a name can be bound
new_id : id.                             % AP017: a constructor makes data
pred p(exp).
p(lam(X\var(X))).                        % AP014: a name must stand here, and `X` is a variable
?- Y = (X~a)Z.                           % AP014: a name must stand here, and `X` is a variable
?- Y = Z@X.                              % AP014: a name must stand here, and `X` is a variable
?- new X. p(X).                          % AP014: `new` introduces a name
?- p(x).                                 % AP010: the constant `x` is not declared
?- p(valr(x)).                           % AP010: the function or constructor `valr` is not declared
