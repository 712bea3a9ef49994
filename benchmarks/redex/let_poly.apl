% ML: polymorphic let, references, and the unification that type inference needs.
% Typing guesses types where an implementation unifies; unification stands for itself.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 the bound variable stands where its type should
%! 2 what is no value is generalised
%! 3 function and argument change places in the types of an application
%! 4 unification does not look whether a variable occurs in what it stands for
%! 5 a variable is eliminated from equations as if they were a substitution
%! 6 a variable is not looked for inside function types
%! 7 let steps to an application, which is less polymorphic

id : name_type.
nat : type.  z : nat.  s : nat -> nat.
ty : type.  intTy : ty.  tvar : id -> ty.  funTy : (ty, ty) -> ty.  listTy : ty -> ty.  refTy : ty -> ty.
const : type.  plus : const.  num : nat -> const.  cons : const.  nil : const.  hd : const.  tl : const.
new_ : const.  get : const.  set : const.
exp : type.  var : id -> exp.  c : const -> exp.  app : (exp, exp) -> exp.  lam : (id\exp) -> exp.
let_ : (exp, id\exp) -> exp.
type store = [(id, exp)].

% Typing

pred lookup([(id, ty)], id, ty).
lookup([(X, T)|_], X, T).
lookup([(Y, _)|G], X, T) :- X # Y, lookup(G, X, T).

pred value(exp).
value(lam(_)).
value(c(_)).
value(var(_)).
value(app(c(cons), V)) :- value(V).
value(app(app(c(cons), V), W)) :- value(V), value(W).
value(app(c(plus), V)) :- value(V).
value(app(c(set), V)) :- value(V).

func subst(exp, id, exp) = exp.
subst(var(X), X, V) = V.
subst(var(Y), X, _) = var(Y) :- X # Y.
subst(c(C), _, _) = c(C).
subst(app(M, N), X, V) = app(subst(M, X, V), subst(N, X, V)).
subst(lam(y\M), X, V) = lam(y\subst(M, X, V)) :- y # (X, V).
subst(let_(M, y\N), X, V) = let_(subst(M, X, V), y\subst(N, X, V)) :- y # (X, V).

pred of([(id, ty)], exp, ty).
of(_, c(num(_)), intTy).
of(_, c(plus), funTy(intTy, funTy(intTy, intTy))).
of(_, c(nil), listTy(_)).
of(_, c(cons), funTy(T, funTy(listTy(T), listTy(T)))).
of(_, c(hd), funTy(listTy(T), T)).
of(_, c(tl), funTy(listTy(T), listTy(T))).
of(_, c(new_), funTy(T, refTy(T))).
of(_, c(get), funTy(refTy(T), T)).
of(_, c(set), funTy(refTy(T), funTy(T, T))).
of(G, var(X), T) :- lookup(G, X, T).
of(G, lam(x\M), funTy(T, U)) :- x # G, of([(x, T)|G], M, U).  %- 1
%+ 1 of(G, lam(x\M), funTy(tvar(x), U)) :- x # G, of([(x, _)|G], M, U).
of(G, app(M, N), U) :- of(G, M, funTy(T, U)), of(G, N, T).  %- 3
%+ 3 of(G, app(M, N), U) :- of(G, N, funTy(T, U)), of(G, M, T).
of(G, let_(M, x\N), T) :- x # (G, M), value(M), of(G, M, _), of(G, subst(N, x, M), T).  %- 2
of(G, let_(M, x\N), T) :- x # (G, M), of(G, app(lam(x\N), M), T).  %- 2
%+ 2 of(G, let_(M, x\N), T) :- x # (G, M), of(G, M, _), of(G, subst(N, x, M), T).

pred locations(store, [(id, ty)]).
locations([], []).
locations([(X, _)|S], [(X, refTy(_))|G]) :- locations(S, G).

pred store_ok([(id, ty)], store).
store_ok(_, []).
store_ok(G, [(X, V)|S]) :- of(G, var(X), refTy(T)), of(G, V, T), store_ok(G, S).

pred state_of(store, exp, ty).
state_of(S, M, T) :- locations(S, G), store_ok(G, S), of(G, M, T).

% Steps

func sum(nat, nat) = nat.
sum(z, N) = N.
sum(s(M), N) = s(sum(M, N)).

pred stored(store, id, exp).
stored([(X, V)|_], X, V).
stored([(Y, _)|S], X, V) :- X # Y, stored(S, X, V).

pred updated(store, id, exp, store).
updated([(X, _)|S], X, V, [(X, V)|S]).
updated([(Y, W)|S], X, V, [(Y, W)|R]) :- X # Y, updated(S, X, V, R).

pred step(store, exp, store, exp).
step(S, app(lam(x\M), V), S, subst(M, x, V)) :- value(V).
step(S, let_(V, x\M), S, subst(M, x, V)) :- value(V).  %- 7
%+ 7 step(S, let_(M, x\N), S, app(lam(x\N), M)).
step(S, app(c(hd), app(app(c(cons), V), W)), S, V) :- value(V), value(W).
step(S, app(c(tl), app(app(c(cons), V), W)), S, W) :- value(V), value(W).
step(S, app(app(c(plus), c(num(M))), c(num(N))), S, c(num(sum(M, N)))).
step(S, app(c(new_), V), [(r, V)|S], var(r)) :- r # (S, V), value(V).
step(S, app(c(get), var(X)), S, V) :- stored(S, X, V).
step(S, app(app(c(set), var(X)), V), R, V) :- value(V), updated(S, X, V, R).
step(S, app(M, N), R, app(M', N)) :- step(S, M, R, M').
step(S, app(V, N), R, app(V, N')) :- value(V), step(S, N, R, N').
step(S, let_(M, x\N), R, let_(M', x\N)) :- x # (S, M), step(S, M, R, M').  %- 7

pred error(exp).
error(app(c(hd), c(nil))).
error(app(c(tl), c(nil))).
error(app(M, _)) :- error(M).
error(app(V, N)) :- value(V), error(N).
error(let_(M, _)) :- error(M).

pred goes_on(exp).
goes_on(M) :- value(M).
goes_on(M) :- error(M).
goes_on(M) :- step([], M, _, _).

% Unification

func eliminated(id, ty, ty) = ty.
eliminated(_, _, intTy) = intTy.
eliminated(X, T, tvar(X)) = T.
eliminated(X, _, tvar(Y)) = tvar(Y) :- X # Y.
eliminated(X, T, funTy(U, V)) = funTy(eliminated(X, T, U), eliminated(X, T, V)).
eliminated(X, T, listTy(U)) = listTy(eliminated(X, T, U)).
eliminated(X, T, refTy(U)) = refTy(eliminated(X, T, U)).

func rewritten(id, ty, [(ty, ty)]) = [(ty, ty)].
rewritten(_, _, []) = [].
rewritten(X, T, [(U, V)|E]) = [(eliminated(X, T, U), eliminated(X, T, V))|rewritten(X, T, E)].  %- 5
%+ 5 rewritten(X, T, [(tvar(X), V)|E]) = [(T, eliminated(X, T, V))|rewritten(X, T, E)].
%+ 5 rewritten(X, T, [(tvar(Y), V)|E]) = [(tvar(Y), eliminated(X, T, V))|rewritten(X, T, E)] :- X # Y.

func adapted(id, ty, [(id, ty)]) = [(id, ty)].
adapted(_, _, []) = [].
adapted(X, T, [(Y, U)|G]) = [(Y, eliminated(X, T, U))|adapted(X, T, G)].

func applied([(id, ty)], ty) = ty.
applied([], T) = T.
applied([(X, U)|G], T) = applied(G, eliminated(X, U, T)).

pred absent(id, ty).
absent(_, intTy).
absent(X, tvar(Y)) :- X # Y.
absent(X, listTy(T)) :- absent(X, T).
absent(X, refTy(T)) :- absent(X, T).
absent(X, funTy(T, U)) :- absent(X, T), absent(X, U).  %- 6
%+ 6 absent(_, funTy(_, _)).

pred solved([(ty, ty)], [(id, ty)]).
solved([], []).
solved([(intTy, intTy)|E], G) :- solved(E, G).
solved([(intTy, tvar(X))|E], G) :- solved([(tvar(X), intTy)|E], G).
solved([(funTy(T, U), tvar(X))|E], G) :- solved([(tvar(X), funTy(T, U))|E], G).
solved([(listTy(T), tvar(X))|E], G) :- solved([(tvar(X), listTy(T))|E], G).
solved([(refTy(T), tvar(X))|E], G) :- solved([(tvar(X), refTy(T))|E], G).
solved([(funTy(T, U), funTy(V, W))|E], G) :- solved([(T, V), (U, W)|E], G).
solved([(listTy(T), listTy(U))|E], G) :- solved([(T, U)|E], G).
solved([(refTy(T), refTy(U))|E], G) :- solved([(T, U)|E], G).
solved([(tvar(X), T)|E], [(X, U)|H]) :-
  absent(X, T),  %- 4
  solved(rewritten(X, T, E), G), U = applied(G, T), H = adapted(X, T, G).

pred unifiable(ty, ty).
unifiable(T, U) :- solved([(T, U)], _).

pred closed(ty).
closed(intTy).
closed(listTy(T)) :- closed(T).
closed(refTy(T)) :- closed(T).
closed(funTy(T, U)) :- closed(T), closed(U).

#check "unifier" 6 : solved([(T, U)], G) => applied(G, T) = applied(G, U).
#check "unified" 6 : closed(U), U = applied(G, T) => unifiable(T, U).
#check "preservation" 12 : of([], M, T), step([], M, S, M') => state_of(S, M', T).
#check "progress" 12 : of([], M, T) => goes_on(M).
