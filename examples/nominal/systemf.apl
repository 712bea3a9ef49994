% System F: functions over types. Types are equal up to the names that they bind.

#use "list.apl".
#open List.

tid : name_type.
ty  : type.
tvar  : tid -> ty.
arrow : (ty, ty) -> ty.
all   : tid\ty -> ty.

id  : name_type.
exp : type.
var  : id -> exp.
lam  : (ty, id\exp) -> exp.
app  : (exp, exp) -> exp.
tlam : tid\exp -> exp.
tapp : (exp, ty) -> exp.

type tctx = [tid].
type ctx = [(id, ty)].

pred wf(tctx, ty).
wf(D, tvar(A))         :- mem(A, D).
wf(D, arrow(S, T))     :- wf(D, S), wf(D, T).
wf(D, all(a\T))        :- a # D, wf([a|D], T).

func tsubst(ty, ty, tid) = ty.
tsubst(tvar(A), T, A)       = T.
tsubst(tvar(B), _, A)       = tvar(B)                                      :- A # B.
tsubst(arrow(S1, S2), T, A) = arrow(tsubst(S1, T, A), tsubst(S2, T, A)).
tsubst(all(b\S), T, A)      = all(b\tsubst(S, T, A))                       :- b # (T, A).

pred of(tctx, ctx, exp, ty).
of(_, G, var(X), T)                 :- mem((X, T), G).
of(D, G, lam(S, x\E), arrow(S, T))  :- x # G, wf(D, S), of(D, [(x, S)|G], E, T).
of(D, G, app(E1, E2), T)            :- of(D, G, E1, arrow(S, T)), of(D, G, E2, S).
of(D, G, tlam(a\E), all(a\T))       :- a # (D, G), of([a|D], G, E, T).
of(D, G, tapp(E, S), T')            :- wf(D, S), of(D, G, E, all(a\T)), T' = tsubst(T, S, a).

cnst identity = exp.
identity = tlam(a\lam(tvar(a), x\var(x))).

?- of([], [], identity, T).

% The identity at its own type, applied to itself.
?- of([], [], app(tapp(identity, all(b\arrow(tvar(b), tvar(b)))), identity), T).

% The numbers of Church.
cnst number = ty.
number = all(a\arrow(arrow(tvar(a), tvar(a)), arrow(tvar(a), tvar(a)))).
cnst two = exp.
two = tlam(a\lam(arrow(tvar(a), tvar(a)), s\lam(tvar(a), z\app(var(s), app(var(s), var(z)))))).

?- of([], [], two, number).

% A type may not name what is not bound.
?- wf([], all(a\arrow(tvar(a), tvar(b)))).

% No name of a type is captured.
?- T = tsubst(all(b\arrow(tvar(a), tvar(b))), tvar(b), a).
