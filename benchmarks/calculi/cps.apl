% Conversion to continuation-passing style: a converted program has the converted type and the same value.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 the function and the continuation of an application get the same name
%! 2 the successor is not handed to the continuation
%! 3 function and argument change places
%! 4 the body of a function is not converted
%! 5 a variable is not handed to the continuation
%! 6 the type of an argument is not converted
%! 7 the successor is forgotten
%! 8 a function is called with its argument twice over

id : name_type.
ty : type.  nat : ty.  fun : (ty, ty) -> ty.  answer : ty.
exp : type.  zero : exp.  suc : exp -> exp.
var : id -> exp.  lam : id\exp -> exp.  app : (exp, exp) -> exp.

pred of([(id, ty)], exp, ty).
of([(X, T)|_], var(X), T).
of([(Y, _)|G], var(X), T) :- X # Y, of(G, var(X), T).
of(_, zero, nat).
of(G, suc(E), nat) :- of(G, E, nat).
of(G, lam(x\E), fun(S, T)) :- x # G, of([(x, S)|G], E, T).
of(G, app(E1, E2), T) :- of(G, E1, fun(S, T)), of(G, E2, S).

func converted(ty) = ty.
converted(nat) = nat.
converted(answer) = answer.
converted(fun(S, T)) = fun(converted(S), fun(fun(converted(T), answer), answer)).  %- 6
%+ 6 converted(fun(S, T)) = fun(S, fun(fun(converted(T), answer), answer)).

func cps(exp) = exp.
cps(zero) = lam(k\app(var(k), zero)).
cps(suc(E)) = lam(k\app(cps(E), lam(n\app(var(k), suc(var(n)))))) :- k # E.  %- 2 7
%+ 2 cps(suc(E)) = lam(k\app(cps(E), lam(n\suc(var(n))))) :- k # E.
%+ 7 cps(suc(E)) = lam(k\app(cps(E), lam(n\app(var(k), var(n))))) :- k # E.
cps(var(X)) = lam(k\app(var(k), var(X))) :- k # X.  %- 5
%+ 5 cps(var(X)) = lam(k\var(X)) :- k # X.
cps(lam(x\E)) = lam(k\app(var(k), lam(x\cps(E)))) :- k # (x, E).  %- 4
%+ 4 cps(lam(x\E)) = lam(k\app(var(k), lam(x\E))) :- k # (x, E).
cps(app(E1, E2)) = lam(k\app(cps(E1), lam(f\app(cps(E2), lam(a\app(app(var(f), var(a)), var(k))))))) :- k # (E1, E2), f # (k, E2).  %- 1 3 8
%+ 1 cps(app(E1, E2)) = lam(k\app(cps(E1), lam(k\app(cps(E2), lam(a\app(app(var(k), var(a)), var(k))))))) :- k # (E1, E2).
%+ 3 cps(app(E1, E2)) = lam(k\app(cps(E1), lam(f\app(cps(E2), lam(a\app(app(var(a), var(f)), var(k))))))) :- k # (E1, E2), f # (k, E2).
%+ 8 cps(app(E1, E2)) = lam(k\app(cps(E1), lam(f\app(cps(E2), lam(a\app(app(var(f), var(a)), lam(r\app(app(var(f), var(r)), var(k))))))))) :- k # (E1, E2), f # (k, E2).

func put(exp, exp, id) = exp.
put(zero, _, _) = zero.
put(suc(E), V, X) = suc(put(E, V, X)).
put(var(X), V, X) = V.
put(var(Y), _, X) = var(Y) :- X # Y.
put(lam(y\E), V, X) = lam(y\put(E, V, X)) :- y # (V, X).
put(app(E1, E2), V, X) = app(put(E1, V, X), put(E2, V, X)).

pred eval(exp, exp).
eval(zero, zero).
eval(suc(E), suc(V)) :- eval(E, V).
eval(lam(x\E), lam(x\E)).
eval(app(E1, E2), V) :- eval(E1, lam(x\E)), eval(E2, V2), eval(put(E, V2, x), V).

pred same(exp, exp).
same(E, V) :- eval(app(cps(E), lam(x\var(x))), V).

#check "types" 8 : of([], E, T) => of([], cps(E), fun(fun(converted(T), answer), answer)).
#check "values" 8 : of([], E, nat), eval(E, V) => same(E, V).
