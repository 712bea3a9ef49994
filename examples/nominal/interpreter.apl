% A small language whose interpreter is written in Python: what is well typed must evaluate as here.

#use "list.apl".

id   : name_type.
ty   : type.
nat  : ty.
fun  : (ty, ty) -> ty.

exp  : type.
num  : int -> exp.
var  : id -> exp.
add  : (exp, exp) -> exp.
lam  : (ty, id\exp) -> exp.
app  : (exp, exp) -> exp.

% [G |- E : T]
pred of([(id, ty)], exp, ty).
of(_, num(_), nat).
of(G, var(X), T)              :- List.mem((X, T), G).
of(G, add(M, N), nat)         :- of(G, M, nat), of(G, N, nat).
of(G, lam(T, x\M), fun(T, U)) :- x # G, of([(x, T)|G], M, U).
of(G, app(M, N), U)           :- of(G, M, fun(T, U)), of(G, N, T).

% [E[F/X]]
func subst(exp, exp, id) = exp.
subst(num(N), _, _)       = num(N).
subst(var(X), E, X)       = E.
subst(var(Y), _, X)       = var(Y)                              :- X # Y.
subst(add(M, N), E, X)    = add(subst(M, E, X), subst(N, E, X)).
subst(lam(T, y\M), E, X)  = lam(T, y\subst(M, E, X))            :- y # (E, X).
subst(app(M, N), E, X)    = app(subst(M, E, X), subst(N, E, X)).

% [E => V]
pred eval(exp, exp).
eval(num(N), num(N)).
eval(lam(T, F), lam(T, F)).
eval(add(M, N), num(K)) :- eval(M, num(I)), eval(N, num(J)), K is I + J.
eval(app(M, N), V)      :- eval(M, lam(_, x\B)), eval(N, W), eval(subst(B, W, x), V).

% How programs are written down for the interpreter.
func join([string]) = string.
join([])     = "".
join([S|Ss]) = R :- List.append(S, join(Ss), R).

pred pretty(exp, string).
pretty(num(N), S)        :- S is Int.to_string N.
pretty(var(X), S)        :- S is Name.to_string X.
pretty(add(M, N), S)     :- pretty(M, A), pretty(N, B), S = join(["(+ ", A, " ", B, ")"]).
pretty(lam(_, x\M), S)   :- X is Name.to_string x, pretty(M, A), S = join(["(fn ", X, " ", A, ")"]).
pretty(app(M, N), S)     :- pretty(M, A), pretty(N, B), S = join(["(", A, " ", B, ")"]).

?- pretty(lam(nat, x\lam(nat, y\add(var(x), var(y)))), S).

#check "preservation" 5 : of([], E, T), eval(E, V) => of([], V, T).

