% First-order logic: a sequent prover. Each quantifier rule that needs a new name binds one.

#use "list.apl".
#open List.

v : name_type.
i : type.
var  : v -> i.
zero : i.
succ : i -> i.

o : type.
less : (i, i) -> o.
even : i -> o.
imp  : (o, o) -> o.
and  : (o, o) -> o.
or   : (o, o) -> o.
all  : v\o -> o.
ex   : v\o -> o.

% select(X, L, L'): L without one of its items.
pred select(A, [A], [A]).
select(X, [X|L], L).
select(X, [Y|L], [Y|L']) :- select(X, L, L').

% instance(x\P, T, Q): Q is P with T for x; T may be unknown, so this is done by cases.
pred instance(v\o, i, o).
pred iterm(v, i, i, i).
iterm(X, T, var(X), T).
iterm(X, _, var(Y), var(Y))         :- X # Y.
iterm(_, _, zero, zero).
iterm(X, T, succ(A), succ(A'))      :- iterm(X, T, A, A').

pred iform(v, i, o, o).
instance(x\P, T, Q)                 :- x # T, iform(x, T, P, Q).
iform(X, T, less(A, B), less(A', B')) :- iterm(X, T, A, A'), iterm(X, T, B, B').
iform(X, T, even(A), even(A'))      :- iterm(X, T, A, A').
iform(X, T, imp(P, Q), imp(P', Q')) :- iform(X, T, P, P'), iform(X, T, Q, Q').
iform(X, T, and(P, Q), and(P', Q')) :- iform(X, T, P, P'), iform(X, T, Q, Q').
iform(X, T, or(P, Q), or(P', Q'))   :- iform(X, T, P, P'), iform(X, T, Q, Q').
iform(X, T, all(y\P), all(y\P'))    :- y # (X, T), iform(X, T, P, P').
iform(X, T, ex(y\P), ex(y\P'))      :- y # (X, T), iform(X, T, P, P').

% prove(N, G, P): P follows from G, with at most N uses of assumptions for all.
pred prove(int, [o], o).
pred by(int, [o], o).

prove(N, G, imp(P, Q))  :- prove(N, [P|G], Q).
prove(N, G, and(P, Q))  :- prove(N, G, P), prove(N, G, Q).
prove(N, G, all(x\P))   :- x # G, prove(N, G, P).
prove(_, G, P)          :- mem(P, G).
prove(N, G, or(P, Q))   :- prove(N, G, P) ; prove(N, G, Q).
prove(N, G, ex(x\P))    :- N > 0, M is N - 1, instance(x\P, _, Q), prove(M, G, Q).
prove(N, G, P)          :- by(N, G, P).

by(N, G, R) :- select(and(P, Q), G, G'), prove(N, [P, Q|G'], R).
by(N, G, R) :- select(or(P, Q), G, G'), prove(N, [P|G'], R), prove(N, [Q|G'], R).
by(N, G, R) :- select(ex(x\P), G, G'), x # (G', R), prove(N, [P|G'], R).
by(N, G, R) :- select(imp(P, Q), G, G'), prove(N, G', P), prove(N, [Q|G'], R).
by(N, G, R) :- N > 0, M is N - 1, mem(all(x\P), G), instance(x\P, _, Q), prove(M, [Q|G], R).

% A conjunction may be turned round; a disjunction too.
?- prove(0, [], imp(and(even(zero), less(zero, zero)), and(less(zero, zero), even(zero)))), !.

% What is less than everything is less than something.
?- prove(2, [], imp(ex(x\all(y\less(var(x), var(y)))), all(y\ex(x\less(var(x), var(y)))))), !.

% The other way round does not hold.
?- prove(2, [], imp(all(y\ex(x\less(var(x), var(y)))), ex(x\all(y\less(var(x), var(y)))))).

% If two more than each even number is even, so is four.
?- prove(3, [even(zero), all(x\imp(even(var(x)), even(succ(succ(var(x))))))],
         even(succ(succ(succ(succ(zero)))))), !.
