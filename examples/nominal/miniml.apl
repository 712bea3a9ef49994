% A small ML: numbers, functions, pairs, recursion, and let-polymorphism.

#use "list.apl".
#open List.

id  : name_type.
exp : type.
var   : id -> exp.
zero  : exp.
succ  : exp -> exp.
case  : (exp, exp, id\exp) -> exp.
fn    : id\exp -> exp.
app   : (exp, exp) -> exp.
pair  : (exp, exp) -> exp.
first : exp -> exp.
fix   : id\exp -> exp.
let   : (exp, id\exp) -> exp.

ty    : type.
nat   : ty.
-->>  : ty -> ty -> ty.
infixr -->> 5.
times : (ty, ty) -> ty.

% A variable of a let has the type of every copy of what it is bound to: a use of the variable
% types the expression again. So each use may have a type of its own.
meaning : type.
mono : ty -> meaning.
poly : exp -> meaning.

type ctx = [(id, meaning)].

pred of(ctx, exp, ty).
pred lookup(ctx, ctx, id, ty).
lookup([(X, mono(T))|_], _, X, T).
lookup([(X, poly(E))|_], G, X, T)  :- of(G, E, T).
lookup([(Y, _)|G'], G, X, T)       :- X # Y, lookup(G', G, X, T).

of(G, var(X), T)                :- lookup(G, G, X, T).
of(_, zero, nat).
of(G, succ(E), nat)             :- of(G, E, nat).
of(G, case(E, E0, x\E1), T)     :- x # G, of(G, E, nat), of(G, E0, T), of([(x, mono(nat))|G], E1, T).
of(G, fn(x\E), S -->> T)        :- x # G, of([(x, mono(S))|G], E, T).
of(G, app(E1, E2), T)           :- of(G, E1, S -->> T), of(G, E2, S).
of(G, pair(E1, E2), times(S, T)) :- of(G, E1, S), of(G, E2, T).
of(G, first(E), S)              :- of(G, E, times(S, _)).
of(G, fix(f\E), T)              :- f # G, of([(f, mono(T))|G], E, T).
of(G, let(E1, x\E2), T)         :- x # G, of(G, E1, _), of([(x, poly(E1))|G], E2, T).

% Evaluation, call by value.
pred eval(exp, exp).
eval(zero, zero).
eval(succ(E), succ(V))          :- eval(E, V).
eval(case(E, E0, _), V)         :- eval(E, zero), eval(E0, V).
eval(case(E, _, x\E1), V)       :- eval(E, succ(V1)), E2 is E1{V1/var(x)}, eval(E2, V).
eval(fn(F), fn(F)).
eval(app(E1, E2), V)            :- eval(E1, fn(x\E)), eval(E2, V2), E3 is E{V2/var(x)}, eval(E3, V).
eval(pair(E1, E2), pair(V1, V2)) :- eval(E1, V1), eval(E2, V2).
eval(first(E), V)               :- eval(E, pair(V, _)).
eval(fix(f\E), V)               :- E1 is E{fix(f\E)/var(f)}, eval(E1, V).
eval(let(E1, x\E2), V)          :- eval(E1, V1), E3 is E2{V1/var(x)}, eval(E3, V).

% The identity is used at two types under let, which a function's parameter cannot be.
?- of([], let(fn(x\var(x)), i\pair(app(var(i), zero), app(var(i), var(i)))), T).
?- of([], app(fn(i\pair(app(var(i), zero), app(var(i), var(i)))), fn(x\var(x))), T).

% Doubling, by recursion.
cnst double = exp.
double = fix(d\fn(n\case(var(n), zero, m\succ(succ(app(var(d), var(m))))))).

?- of([], double, T).
?- eval(app(double, succ(succ(succ(zero)))), V).
