% The simply typed lambda calculus: typing, substitution, evaluation in big and in small steps.

#use "list.apl".
#open List.

id  : name_type.
exp : type.
var : id -> exp.
app : (exp, exp) -> exp.
lam : id\exp -> exp.

ty    : type.
base  : ty.
==>   : ty -> ty -> ty.
infixr ==> 5.

type ctx = [(id, ty)].

% Typing. The bound name is kept apart from those of the context.
pred of(ctx, exp, ty).
of(G, var(X), T)            :- mem((X, T), G).
of(G, app(E1, E2), T)       :- of(G, E1, S ==> T), of(G, E2, S).
of(G, lam(x\E), S ==> T)    :- x # G, of([(x, S)|G], E, T).

% Substitution that captures nothing: the bound name is fresh for what is put in.
func subst(exp, exp, id) = exp.
subst(var(X), E, X)         = E.
subst(var(Y), _, X)         = var(Y)                                   :- X # Y.
subst(app(E1, E2), E, X)    = app(subst(E1, E, X), subst(E2, E, X)).
subst(lam(y\E1), E, X)      = lam(y\subst(E1, E, X))                   :- y # (E, X).

% Big steps, call by value.
pred eval(exp, exp).
eval(lam(F), lam(F)).
eval(app(E1, E2), V)        :- eval(E1, lam(x\E)), eval(E2, V2), eval(subst(E, V2, x), V).

% Small steps, anywhere.
pred step(exp, exp).
step(app(lam(x\E1), E2), subst(E1, E2, x)).
step(app(E1, E2), app(E1', E2)) :- step(E1, E1').
step(app(E1, E2), app(E1, E2')) :- step(E2, E2').
step(lam(x\E), lam(x\E'))       :- step(E, E').

% Terms are the same up to the names of what they bind.
?- lam(x\var(x)) = lam(y\var(y)).
?- lam(x\var(A)) = lam(y\var(A)).

?- of([], lam(x\lam(y\app(var(x), var(y)))), T).
?- of([], lam(x\app(var(x), var(x))), T).

% No name is captured: the bound name is another one than the y that is put in.
?- E = subst(lam(y\app(var(x), var(y))), var(y), x).

?- eval(app(lam(x\app(var(x), var(x))), lam(y\var(y))), V).
?- step(app(lam(x\app(var(x), var(x))), app(lam(y\var(y)), var(z))), E).

% Typing run backwards: a term of this shape and this type.
?- E = lam(f\lam(x\app(_, _))), of([], E, (base ==> base) ==> base ==> base), !.
