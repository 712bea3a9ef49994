% The simply typed λ-calculus with numbers and lists of numbers, called by value.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 the argument of a function is given the type of its result
%! 2 a list is no value
%! 3 the types of function and argument are exchanged in applications
%! 4 cons has the wrong type
%! 5 tl gives the first item
%! 6 hd takes a cons that has only one argument
%! 7 arguments are not evaluated
%! 8 every variable is a number
%! 9 every variable has the type of the innermost binder

id : name_type.
nat : type.  z : nat.  s : nat -> nat.
ty : type.  intTy : ty.  listTy : ty.  funTy : (ty, ty) -> ty.
const : type.  cons : const.  nil : const.  hd : const.  tl : const.  plus : const.  num : nat -> const.
exp : type.  var : id -> exp.  c : const -> exp.  app : (exp, exp) -> exp.  lam : (id\exp, ty) -> exp.

pred lookup([(id, ty)], id, ty).
lookup([(X, T)|_], X, T).  %- 8 9
%+ 8 lookup([(X, _)|_], X, intTy).
%+ 9 lookup([(_, T)|_], _, T).
lookup([(Y, _)|G], X, T) :- X # Y, lookup(G, X, T).  %- 9

pred of([(id, ty)], exp, ty).
of(_, c(nil), listTy).
of(_, c(cons), funTy(intTy, funTy(listTy, listTy))).  %- 4
%+ 4 of(_, c(cons), funTy(intTy, funTy(listTy, intTy))).
of(_, c(hd), funTy(listTy, intTy)).
of(_, c(tl), funTy(listTy, listTy)).
of(_, c(plus), funTy(intTy, funTy(intTy, intTy))).
of(_, c(num(_)), intTy).
of(G, var(X), T) :- lookup(G, X, T).
of(G, lam(x\M, T), funTy(T, U)) :- x # G, of([(x, T)|G], M, U).
of(G, app(M, N), U) :- of(G, M, funTy(T, U)), of(G, N, T).  %- 1 3
%+ 1 of(G, app(M, N), U) :- of(G, M, funTy(_, U)), of(G, N, U).
%+ 3 of(G, app(M, N), U) :- of(G, M, funTy(U, T)), of(G, N, T).

pred value(exp).
value(lam(_, _)).
value(c(_)).
value(app(c(cons), V)) :- value(V).
value(app(app(c(cons), V), W)) :- value(V), value(W).  %- 2
value(app(c(plus), V)) :- value(V).

func subst(exp, id, exp) = exp.
subst(var(X), X, V) = V.
subst(var(Y), X, _) = var(Y) :- X # Y.
subst(c(C), _, _) = c(C).
subst(app(M, N), X, V) = app(subst(M, X, V), subst(N, X, V)).
subst(lam(y\M, T), X, V) = lam(y\subst(M, X, V), T) :- y # (X, V).

func sum(nat, nat) = nat.
sum(z, N) = N.
sum(s(M), N) = s(sum(M, N)).

pred step(exp, exp).
step(app(lam(x\M, _), V), subst(M, x, V)) :- value(V).
step(app(c(hd), app(app(c(cons), V), W)), V) :- value(V), value(W).  %- 6
%+ 6 step(app(c(hd), app(c(cons), V)), V) :- value(V).
step(app(c(tl), app(app(c(cons), V), W)), W) :- value(V), value(W).  %- 5
%+ 5 step(app(c(tl), app(app(c(cons), V), W)), V) :- value(V), value(W).
step(app(app(c(plus), c(num(M))), c(num(N))), c(num(sum(M, N)))).
step(app(M, N), app(M', N)) :- step(M, M').
step(app(V, N), app(V, N')) :- value(V), step(N, N').  %- 7

pred error(exp).
error(app(c(hd), c(nil))).
error(app(c(tl), c(nil))).
error(app(M, _)) :- error(M).
error(app(V, N)) :- value(V), error(N).  %- 7

pred goes_on(exp).
goes_on(M) :- value(M).
goes_on(M) :- error(M).
goes_on(M) :- step(M, _).

#check "preservation" 12 : of([], M, T), step(M, M') => of([], M', T).
#check "progress" 12 : of([], M, T) => goes_on(M).
