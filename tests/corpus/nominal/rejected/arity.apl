id : name_type.
exp : type.
var : id -> exp.
app : (exp, exp) -> exp.
pair : exp -> exp -> exp.
pred p(exp, exp).
pred q exp exp.
pred r.
p(app(var(x)), Y).                       % AP020: expected (exp, exp), found exp
p(X, Y, Z) :- p(X, Y).                   % AP020: expected exp, found (_, _)
q X.                                     % AP013: `q` takes 2 arguments, here it has 1
q X Y Z.                                 % AP013: `q` takes 2 arguments, here it has 3
r X.                                     % AP013: `r` takes no arguments, here it has 1
q (pair X) Y.                            % AP013: `pair` takes 2 arguments, here it has 1
q (X Y) Z.                               % AP013: the variable `X` cannot be applied
