% Big-step evaluation with environments against evaluation by substitution.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 closures forget their environments
%! 2 functions are evaluated in the environment of their calls

id : name_type.
exp : type.  var : id -> exp.  app : (exp, exp) -> exp.  lam : id\exp -> exp.  num : exp.
val : type.  clos : ([(id, val)], id\exp) -> val.  n : val.

pred find([(id, val)], id, val).
find([(X, V)|_], X, V).
find([(Y, _)|G], X, V) :- X # Y, find(G, X, V).

pred eval([(id, val)], exp, val).
eval(_, num, n).
eval(G, var(X), V) :- find(G, X, V).
eval(G, lam(x\E), clos(G, x\E)).  %- 1
%+ 1 eval(_, lam(x\E), clos([], x\E)).
eval(G, app(E, F), W) :- eval(G, E, clos(H, x\B)), x # (G, H), eval(G, F, V), eval([(x, V)|H], B, W).  %- 2
%+ 2 eval(G, app(E, F), W) :- eval(G, E, clos(_, x\B)), x # G, eval(G, F, V), eval([(x, V)|G], B, W).

func sub(exp, id, exp) = exp.
sub(num, _, _) = num.
sub(var(X), X, E) = E.
sub(var(Y), X, _) = var(Y) :- X # Y.
sub(app(E, F), X, M) = app(sub(E, X, M), sub(F, X, M)).
sub(lam(y\E), X, M) = lam(y\sub(E, X, M)) :- y # (X, M).

pred value(exp, exp).
value(num, num).
value(lam(x\E), lam(x\E)).
value(app(E, F), V) :- value(E, lam(x\B)), value(F, W), value(sub(B, x, W), V).

pred agree(val, exp).
agree(n, num).
agree(clos(_, _), lam(_)).

#check "agree" 12 : eval([], E, V), value(E, W) => agree(V, W).
#check "found" 16 : value(E, num) => eval([], E, n).
