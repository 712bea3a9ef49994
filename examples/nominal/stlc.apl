% The simply typed lambda calculus with lists of numbers; constants are applied like functions.
ty : type.
intTy : ty.  listTy : ty.  funTy : (ty, ty) -> ty.

cst : type.
num : int -> cst.  nil_ : cst.  cons_ : cst.  hd : cst.  tl : cst.  plus : cst.

id : name_type.
exp : type.
var : id -> exp.  c : cst -> exp.  app : (exp, exp) -> exp.  lam : (id\exp, ty) -> exp.  err : exp.

type ctx = [(id, ty)].

pred tcf(cst, ty).
tcf(num(_), intTy).
tcf(nil_, listTy).
tcf(hd, funTy(listTy, intTy)).
tcf(tl, funTy(listTy, listTy)).
tcf(cons_, funTy(intTy, funTy(listTy, listTy))).
tcf(plus, funTy(intTy, funTy(intTy, intTy))).

pred tc(ctx, exp, ty).
tc(_, err, _).
tc(_, c(C), T) :- tcf(C, T).
tc([(X, T)|_], var(X), T).
tc([(Y, _)|G], var(X), T) :- X # Y, tc(G, var(X), T).
tc(G, app(M, N), U) :- tc(G, M, funTy(T, U)), tc(G, N, T).
tc(G, lam(x\M, T), funTy(T, U)) :- x # G, tc([(x, T)|G], M, U).

func subst(exp, id, exp) = exp.
subst(err, _, _) = err.
subst(c(C), _, _) = c(C).
subst(var(X), X, N) = N.
subst(var(Y), X, _) = var(Y) :- X # Y.
subst(app(M1, M2), X, N) = app(subst(M1, X, N), subst(M2, X, N)).
subst(lam(y\M, T), X, N) = lam(y\subst(M, X, N), T) :- y # (X, N).

pred value(exp).
value(c(_)).
value(lam(_, _)).
value(app(c(cons_), V)) :- value(V).
value(app(app(c(cons_), V), W)) :- value(V), value(W).
value(app(c(plus), V)) :- value(V).

pred step(exp, exp).
step(app(lam(x\M, _), V), subst(M, x, V)) :- value(V).
step(app(c(hd), app(app(c(cons_), V), W)), V) :- value(V), value(W).
step(app(c(tl), app(app(c(cons_), V), W)), W) :- value(V), value(W).
step(app(app(c(plus), c(num(_))), c(num(_))), c(num(_))).
step(app(M, N), app(M', N)) :- step(M, M').
step(app(V, N), app(V, N')) :- value(V), step(N, N').

pred is_err(exp).
is_err(err).
is_err(app(c(hd), c(nil_))).
is_err(app(c(tl), c(nil_))).
is_err(app(E, _)) :- is_err(E).
is_err(app(V, E)) :- value(V), is_err(E).

pred reduces(exp).
reduces(app(lam(_, _), V)) :- value(V).
reduces(app(c(hd), app(app(c(cons_), V), W))) :- value(V), value(W).
reduces(app(c(tl), app(app(c(cons_), V), W))) :- value(V), value(W).
reduces(app(app(c(plus), c(num(_))), c(num(_)))).
reduces(app(M, _)) :- reduces(M).
reduces(app(V, N)) :- value(V), reduces(N).

pred progress(exp).
progress(E) :- value(E).
progress(E) :- is_err(E).
progress(E) :- reduces(E).

#check "pres" 7 : tc([], E, T), step(E, E') => tc([], E', T).
#check "prog" 7 : tc([], E, T) => progress(E).
