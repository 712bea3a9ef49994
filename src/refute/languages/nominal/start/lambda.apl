% A small language with functions. `id` are names; `id\exp` binds one in an expression.
id   : name_type.
exp  : type.
var  : id -> exp.
app  : (exp, exp) -> exp.
lam  : id\exp -> exp.
zero : exp.

ty   : type.
num  : ty.
fn   : (ty, ty) -> ty.

% What is known about names.
pred mem((id, ty), [(id, ty)]).
mem(A, [A|_]).
mem(A, [_|L]) :- mem(A, L).

% The types of expressions.
pred of([(id, ty)], exp, ty).
of(_, zero, num).
of(G, var(X), T)        :- mem((X, T), G).
of(G, app(E1, E2), T)   :- of(G, E1, fn(S, T)), of(G, E2, S).
of(G, lam(x\E), fn(S, T)) :- x # G, of([(x, S)|G], E, T).

% Substitution that captures nothing.
func subst(exp, exp, id) = exp.
subst(zero, _, _)        = zero.
subst(var(X), E, X)      = E.
subst(var(Y), _, X)      = var(Y) :- X # Y.
subst(app(A, B), E, X)   = app(subst(A, E, X), subst(B, E, X)).
subst(lam(y\B), E, X)    = lam(y\subst(B, E, X)) :- y # (E, X).

% One step of evaluation. There is a slip in one of the rules.
pred step(exp, exp).
step(app(lam(x\E), A), subst(E, A, x)).
step(app(A, B), app(C, B)) :- step(A, C).
step(app(A, B), app(A, C)) :- step(A, C).

% What a step makes has the type that was there before.
#check "preservation" 8 : of([], E, T), step(E, F) => of([], F, T).

% A question: which type has the identity?
?- of([], lam(x\var(x)), T).
