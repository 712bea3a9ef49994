% Closure conversion: code mentions its environment and its argument only, and keeps its type.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 the environment is filled by looking into the new one
%! 2 all variables are looked for in the first place
%! 3 the argument is not in scope
%! 4 the code uses the variables around it
%! 5 the argument is taken from the environment
%! 6 the environment is filled in the opposite order
%! 7 the first variable is left out of the environment
%! 8 the arguments of a call are converted outside their scope

id : name_type.
ty : type.  nat : ty.  fun : (ty, ty) -> ty.
exp : type.  zero : exp.  suc : exp -> exp.
var : id -> exp.  lam : id\exp -> exp.  app : (exp, exp) -> exp.

pred of([(id, ty)], exp, ty).
of([(X, T)|_], var(X), T).
of([(Y, _)|G], var(X), T) :- X # Y, of(G, var(X), T).
of(_, zero, nat).
of(G, suc(E), nat) :- of(G, E, nat).
of(G, lam(x\E), fun(S, T)) :- x # G, of([(x, S)|G], E, T).
of(G, app(E1, E2), T) :- of(G, E1, fun(S, T)), of(G, E2, S).

% After conversion, a closure pairs code, which binds its environment and its argument, with values.
place : type.  here : place.  after : place -> place.
code : type.  none : code.  next : code -> code.  local : id -> code.
item : (id, place) -> code.  closure : (id\id\code, [code]) -> code.  call : (code, code) -> code.

pred at([ty], place, ty).
at([T|_], here, T).
at([_|Ts], after(P), T) :- at(Ts, P, T).

% has(Arguments, Environments, C, T): code is typed with its own argument and environment only.
pred has([(id, ty)], [(id, [ty])], code, ty).
pred have([(id, ty)], [(id, [ty])], [code], [ty]).
has([(X, T)], _, local(X), T).
has(_, [(E, Ts)], item(E, P), T) :- at(Ts, P, T).
has(_, _, none, nat).
has(A, B, next(C), nat) :- has(A, B, C, nat).
has(A, B, call(C1, C2), T) :- has(A, B, C1, fun(S, T)), has(A, B, C2, S).
has(A, B, closure(e\x\C, Cs), fun(S, T)) :- have(A, B, Cs, Ts), has([(x, S)], [(e, Ts)], C, T).
have(_, _, [], []).
have(A, B, [C|Cs], [T|Ts]) :- has(A, B, C, T), have(A, B, Cs, Ts).

% Where each variable in scope is found.
pred found([(id, code)], id, code).
found([(X, C)|_], X, C).
found([(Y, _)|Ps], X, C) :- X # Y, found(Ps, X, C).
pred values([(id, code)], [code]).
values([], []).
values([(_, C)|Ps], [C|Cs]) :- values(Ps, Cs).
pred onto([code], [code], [code]).
onto([], Cs, Cs).
onto([C|Cs], Ds, Es) :- onto(Cs, [C|Ds], Es).
pred places([(id, code)], id, place, [(id, code)]).
places([], _, _, []).
places([(X, _)|Ps], E, P, [(X, item(E, P))|Qs]) :- places(Ps, E, after(P), Qs).  %- 2
%+ 2 places([(X, _)|Ps], E, P, [(X, item(E, P))|Qs]) :- places(Ps, E, P, Qs).

pred filled([(id, code)], [(id, code)], [code]).
filled(Ps, _, Cs) :- values(Ps, Cs).  %- 1 6 7
%+ 1 filled(_, Qs, Cs) :- values(Qs, Cs).
%+ 6 filled(Ps, _, Cs) :- values(Ps, Ds), onto(Ds, [], Cs).
%+ 7 filled([], _, []).
%+ 7 filled([_|Ps], _, Cs) :- values(Ps, Cs).

pred convert([(id, code)], exp, code).
convert(Ps, var(X), C) :- found(Ps, X, C).
convert(_, zero, none).
convert(Ps, suc(E), next(C)) :- convert(Ps, E, C).
convert(Ps, app(E1, E2), call(C1, C2)) :- convert(Ps, E1, C1), convert(Ps, E2, C2).  %- 8
%+ 8 convert(Ps, app(E1, E2), call(C1, C2)) :- convert(Ps, E1, C1), convert([], E2, C2).
convert(Ps, lam(x\E), closure(e\x\C, Cs)) :- x # Ps, e # (x, Ps, E), places(Ps, e, here, Qs), filled(Ps, Qs, Cs), convert([(x, local(x))|Qs], E, C).  %- 3 4 5
%+ 3 convert(Ps, lam(x\E), closure(e\x\C, Cs)) :- x # Ps, e # (x, Ps, E), places(Ps, e, here, Qs), filled(Ps, Qs, Cs), convert(Qs, E, C).
%+ 4 convert(Ps, lam(x\E), closure(e\x\C, Cs)) :- x # Ps, e # (x, Ps, E), places(Ps, e, here, Qs), filled(Ps, Qs, Cs), convert([(x, local(x))|Ps], E, C).
%+ 5 convert(Ps, lam(x\E), closure(e\x\C, Cs)) :- x # Ps, e # (x, Ps, E), places(Ps, e, here, Qs), filled(Ps, Qs, Cs), convert([(x, item(e, here))|Qs], E, C).

pred keeps(exp, ty).
keeps(E, T) :- convert([], E, C), has([], [], C, T).

#check "types" 9 : of([], E, T) => keeps(E, T).
