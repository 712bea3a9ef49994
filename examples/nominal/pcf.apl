% The simply typed lambda calculus with lists of numbers, in the style of PCF: `cons`, `hd`, `tl` and
% `plus` are constructs of their own.
ty : type.
intTy : ty.
listTy : ty.
funTy : (ty, ty) -> ty.

id : name_type.
exp : type.
var : id -> exp.
app : (exp, exp) -> exp.
lam : (id\exp, ty) -> exp.
num : int -> exp.
plus : (exp, exp) -> exp.
empty : exp.
pair : (exp, exp) -> exp.
hd : exp -> exp.
tl : exp -> exp.
err : exp.

type ctx = [(id, ty)].

pred tc(ctx, exp, ty).
tc(_, err, _).
tc(_, num(_), intTy).
tc(_, empty, listTy).
tc(G, plus(M, N), intTy) :- tc(G, M, intTy), tc(G, N, intTy).
tc(G, pair(M, N), listTy) :- tc(G, M, intTy), tc(G, N, listTy).
tc(G, hd(M), intTy) :- tc(G, M, listTy).
tc(G, tl(M), listTy) :- tc(G, M, listTy).
tc([(X, T)|_], var(X), T).
tc([(Y, _)|G], var(X), T) :- X # Y, tc(G, var(X), T).
tc(G, app(M, N), U) :- tc(G, M, funTy(T, U)), tc(G, N, T).
tc(G, lam(x\M, T), funTy(T, U)) :- x # G, tc([(x, T)|G], M, U).

func subst(exp, id, exp) = exp.
subst(err, _, _) = err.
subst(num(N), _, _) = num(N).
subst(empty, _, _) = empty.
subst(plus(A, B), X, N) = plus(subst(A, X, N), subst(B, X, N)).
subst(pair(A, B), X, N) = pair(subst(A, X, N), subst(B, X, N)).
subst(hd(A), X, N) = hd(subst(A, X, N)).
subst(tl(A), X, N) = tl(subst(A, X, N)).
subst(var(X), X, N) = N.
subst(var(Y), X, _) = var(Y) :- X # Y.
subst(app(A, B), X, N) = app(subst(A, X, N), subst(B, X, N)).
subst(lam(y\M, T), X, N) = lam(y\subst(M, X, N), T) :- y # (X, N).

pred value(exp).
value(num(_)).
value(empty).
value(lam(_, _)).
value(pair(V, W)) :- value(V), value(W).

pred step(exp, exp).
step(app(lam(x\M, _), V), subst(M, x, V)) :- value(V).
step(hd(pair(V, W)), V) :- value(V), value(W).
step(tl(pair(V, W)), W) :- value(V), value(W).
step(plus(num(_), num(_)), num(_)).
step(app(M, N), app(M', N)) :- step(M, M').
step(app(V, N), app(V, N')) :- value(V), step(N, N').
step(plus(M, N), plus(M', N)) :- step(M, M').
step(plus(V, N), plus(V, N')) :- value(V), step(N, N').
step(pair(M, N), pair(M', N)) :- step(M, M').
step(pair(V, N), pair(V, N')) :- value(V), step(N, N').
step(hd(M), hd(M')) :- step(M, M').
step(tl(M), tl(M')) :- step(M, M').

pred is_err(exp).
is_err(err).
is_err(hd(empty)).
is_err(tl(empty)).
is_err(app(M, _)) :- is_err(M).
is_err(app(V, N)) :- value(V), is_err(N).
is_err(plus(M, _)) :- is_err(M).
is_err(plus(V, N)) :- value(V), is_err(N).
is_err(pair(M, _)) :- is_err(M).
is_err(pair(V, N)) :- value(V), is_err(N).
is_err(hd(M)) :- is_err(M).
is_err(tl(M)) :- is_err(M).

pred reduces(exp).
reduces(app(lam(_, _), V)) :- value(V).
reduces(hd(pair(V, W))) :- value(V), value(W).
reduces(tl(pair(V, W))) :- value(V), value(W).
reduces(plus(num(_), num(_))).
reduces(app(M, _)) :- reduces(M).
reduces(app(V, N)) :- value(V), reduces(N).
reduces(plus(M, _)) :- reduces(M).
reduces(plus(V, N)) :- value(V), reduces(N).
reduces(pair(M, _)) :- reduces(M).
reduces(pair(V, N)) :- value(V), reduces(N).
reduces(hd(M)) :- reduces(M).
reduces(tl(M)) :- reduces(M).

pred progress(exp).
progress(E) :- value(E).
progress(E) :- is_err(E).
progress(E) :- reduces(E).

#check "pres" 5 : tc([], E, T), step(E, E') => tc([], E', T).
#check "prog" 6 : tc([], E, T) => progress(E).
