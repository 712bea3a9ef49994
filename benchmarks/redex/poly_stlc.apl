% The simply typed λ-calculus with polymorphic constants that are instantiated explicitly.
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
ty : type.  intTy : ty.  listTy : ty -> ty.  funTy : (ty, ty) -> ty.
const : type.  map : const.  nil : const.  plus : const.  cons : const.  hd : const.  tl : const.
poly : type.  k : const -> poly.  at : (poly, ty) -> poly.
exp : type.  var : id -> exp.  num : nat -> exp.  p : poly -> exp.  app : (exp, exp) -> exp.  lam : (id\exp, ty) -> exp.

pred lookup([(id, ty)], id, ty).
lookup([(X, T)|_], X, T).  %- 8 9
%+ 8 lookup([(X, _)|_], X, intTy).
%+ 9 lookup([(_, T)|_], _, T).
lookup([(Y, _)|G], X, T) :- X # Y, lookup(G, X, T).  %- 9

pred of([(id, ty)], exp, ty).
of(_, num(_), intTy).
of(_, p(k(plus)), funTy(intTy, funTy(intTy, intTy))).
of(_, p(at(k(nil), A)), listTy(A)).
of(_, p(at(k(cons), A)), funTy(A, funTy(listTy(A), listTy(A)))).  %- 4
%+ 4 of(_, p(at(k(cons), A)), funTy(A, funTy(listTy(A), A))).
of(_, p(at(k(hd), A)), funTy(listTy(A), A)).
of(_, p(at(k(tl), A)), funTy(listTy(A), listTy(A))).
of(_, p(at(at(k(map), A), B)), funTy(funTy(A, B), funTy(listTy(A), listTy(B)))).
of(G, var(X), T) :- lookup(G, X, T).
of(G, lam(x\M, T), funTy(T, U)) :- x # G, of([(x, T)|G], M, U).
of(G, app(M, N), U) :- of(G, M, funTy(T, U)), of(G, N, T).  %- 1 3
%+ 1 of(G, app(M, N), U) :- of(G, M, funTy(_, U)), of(G, N, U).
%+ 3 of(G, app(M, N), U) :- of(G, M, funTy(U, T)), of(G, N, T).

pred value(exp).
value(lam(_, _)).
value(p(_)).
value(num(_)).
value(app(p(k(plus)), V)) :- value(V).
value(app(p(at(k(cons), _)), V)) :- value(V).
value(app(app(p(at(k(cons), _)), V), W)) :- value(V), value(W).  %- 2
value(app(p(at(at(k(map), _), _)), V)) :- value(V).

func subst(exp, id, exp) = exp.
subst(var(X), X, V) = V.
subst(var(Y), X, _) = var(Y) :- X # Y.
subst(num(N), _, _) = num(N).
subst(p(P), _, _) = p(P).
subst(app(M, N), X, V) = app(subst(M, X, V), subst(N, X, V)).
subst(lam(y\M, T), X, V) = lam(y\subst(M, X, V), T) :- y # (X, V).

func sum(nat, nat) = nat.
sum(z, N) = N.
sum(s(M), N) = s(sum(M, N)).

pred step(exp, exp).
step(app(lam(x\M, _), V), subst(M, x, V)) :- value(V).
step(app(p(at(k(hd), A)), app(app(p(at(k(cons), A)), V), W)), V) :- value(V), value(W).  %- 6
%+ 6 step(app(p(at(k(hd), A)), app(p(at(k(cons), A)), V)), V) :- value(V).
step(app(p(at(k(tl), A)), app(app(p(at(k(cons), A)), V), W)), W) :- value(V), value(W).  %- 5
%+ 5 step(app(p(at(k(tl), A)), app(app(p(at(k(cons), A)), V), W)), V) :- value(V), value(W).
step(app(app(p(at(at(k(map), A), B)), V), p(at(k(nil), A))), p(at(k(nil), B))) :- value(V).
step(app(app(p(at(at(k(map), A), B)), F), app(app(p(at(k(cons), A)), V), W)),
     app(app(p(at(k(cons), B)), app(F, V)), app(app(p(at(at(k(map), A), B)), F), W))) :-
  value(F), value(V), value(W).
step(app(app(p(k(plus)), num(M)), num(N)), num(sum(M, N))).
step(app(M, N), app(M', N)) :- step(M, M').
step(app(V, N), app(V, N')) :- value(V), step(N, N').  %- 7

pred error(exp).
error(app(p(at(k(hd), A)), p(at(k(nil), A)))).
error(app(p(at(k(tl), A)), p(at(k(nil), A)))).
error(app(M, _)) :- error(M).
error(app(V, N)) :- value(V), error(N).  %- 7

pred goes_on(exp).
goes_on(M) :- value(M).
goes_on(M) :- error(M).
goes_on(M) :- step(M, _).

#check "preservation" 12 : of([], M, T), step(M, M') => of([], M', T).
#check "progress" 12 : of([], M, T) => goes_on(M).
