% The simply typed λ-calculus with a substitution that renames binders by hand.
% Terms have no binders: `lam(X, M, T)` is a constructor like others.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 a variable is not replaced
%! 2 the arguments of the renaming are exchanged
%! 3 function and argument are exchanged
%! 4 the new name of a binder may be the variable that is replaced
%! 5 all variables are replaced
%! 6 as 1, found by type soundness
%! 7 as 2, found by type soundness
%! 8 as 3, found by type soundness
%! 9 as 5, found by type soundness

id : name_type.
nat : type.  z : nat.  s : nat -> nat.
ty : type.  intTy : ty.  listTy : ty.  funTy : (ty, ty) -> ty.
const : type.  cons : const.  nil : const.  hd : const.  tl : const.  plus : const.  num : nat -> const.
exp : type.  var : id -> exp.  c : const -> exp.  app : (exp, exp) -> exp.  lam : (id, exp, ty) -> exp.

pred lookup([(id, ty)], id, ty).
lookup([(X, T)|_], X, T).
lookup([(Y, _)|G], X, T) :- X # Y, lookup(G, X, T).

pred of([(id, ty)], exp, ty).
of(_, c(nil), listTy).
of(_, c(cons), funTy(intTy, funTy(listTy, listTy))).
of(_, c(hd), funTy(listTy, intTy)).
of(_, c(tl), funTy(listTy, listTy)).
of(_, c(plus), funTy(intTy, funTy(intTy, intTy))).
of(_, c(num(_)), intTy).
of(G, var(X), T) :- lookup(G, X, T).
of(G, lam(X, M, T), funTy(T, U)) :- of([(X, T)|G], M, U).
of(G, app(M, N), U) :- of(G, M, funTy(T, U)), of(G, N, T).

pred value(exp).
value(lam(_, _, _)).
value(c(_)).
value(app(c(cons), V)) :- value(V).
value(app(app(c(cons), V), W)) :- value(V), value(W).
value(app(c(plus), V)) :- value(V).

func renamed(exp, id, id) = exp.
renamed(var(X), X, Y) = var(Y).
renamed(var(Z), X, _) = var(Z) :- X # Z.
renamed(c(C), _, _) = c(C).
renamed(app(M, N), X, Y) = app(renamed(M, X, Y), renamed(N, X, Y)).
renamed(lam(X, M, T), X, Y) = lam(Y, renamed(M, X, Y), T).
renamed(lam(Z, M, T), X, Y) = lam(Z, renamed(M, X, Y), T) :- X # Z.

func subst(exp, id, exp) = exp.
subst(var(X), X, V) = V.  %- 1 5 6 9
%+ 1 subst(var(X), X, _) = var(X).
%+ 6 subst(var(X), X, _) = var(X).
%+ 5 subst(var(_), _, V) = V.
%+ 9 subst(var(_), _, V) = V.
subst(var(Y), X, _) = var(Y) :- X # Y.  %- 5 9
subst(c(C), _, _) = c(C).
subst(app(M, N), X, V) = app(subst(M, X, V), subst(N, X, V)).  %- 3 8
%+ 3 subst(app(M, N), X, V) = app(subst(N, X, V), subst(M, X, V)).
%+ 8 subst(app(M, N), X, V) = app(subst(N, X, V), subst(M, X, V)).
subst(lam(X, M, T), X, _) = lam(X, M, T).
subst(lam(Y, M, T), X, V) = lam(y, subst(renamed(M, Y, y), X, V), T) :- X # Y, y # (X, Y, M).  %- 2 4 7
%+ 2 subst(lam(Y, M, T), X, V) = lam(y, subst(renamed(M, y, Y), X, V), T) :- X # Y, y # (X, Y, M).
%+ 7 subst(lam(Y, M, T), X, V) = lam(y, subst(renamed(M, y, Y), X, V), T) :- X # Y, y # (X, Y, M).
%+ 4 subst(lam(Y, M, T), X, V) = lam(Z, subst(renamed(M, Y, Z), X, V), T) :- X # Y, Z # M, (Z = X ; Z = Y).

func sum(nat, nat) = nat.
sum(z, N) = N.
sum(s(M), N) = s(sum(M, N)).

pred step(exp, exp).
step(app(lam(X, M, _), V), subst(M, X, V)) :- value(V).
step(app(c(hd), app(app(c(cons), V), W)), V) :- value(V), value(W).
step(app(c(tl), app(app(c(cons), V), W)), W) :- value(V), value(W).
step(app(app(c(plus), c(num(M))), c(num(N))), c(num(sum(M, N)))).
step(app(M, N), app(M', N)) :- step(M, M').
step(app(V, N), app(V, N')) :- value(V), step(N, N').

pred error(exp).
error(app(c(hd), c(nil))).
error(app(c(tl), c(nil))).
error(app(M, _)) :- error(M).
error(app(V, N)) :- value(V), error(N).

pred goes_on(exp).
goes_on(M) :- value(M).
goes_on(M) :- error(M).
goes_on(M) :- step(M, _).

#check "substitution" 12 : of([(x, S)], M, T), of([], V, S) => of([], subst(M, x, V), T).  %- 6 7 8 9
#check "preservation" 12 : of([], M, T), step(M, M') => of([], M', T).  %- 1 2 3 4 5
#check "progress" 12 : of([], M, T) => goes_on(M).  %- 1 2 3 4 5
