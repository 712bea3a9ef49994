% Conversion to continuation-passing style (Plotkin, call by value).

id  : name_type.
exp : type.
var : id -> exp.
lam : id\exp -> exp.
app : (exp, exp) -> exp.

% The continuation's names are new: they occur nowhere else.
func cps(exp) = exp.
cps(var(X))      = lam(k\app(var(k), var(X)))                    :- k # X.
cps(lam(x\E))    = lam(k\app(var(k), lam(x\cps(E))))             :- k # (x, E).
cps(app(E1, E2)) = lam(k\app(cps(E1), lam(f\app(cps(E2), lam(a\app(app(var(f), var(a)), var(k)))))))
                                                                 :- k # (E1, E2), f # E2.

% Reduction to a normal form, outermost first, with a bound on the number of steps.
pred reduce(exp, exp).
reduce(app(lam(x\E1), E2), E)           :- E is E1{E2/var(x)}, !.
reduce(app(E1, E2), app(E1', E2))       :- reduce(E1, E1'), !.
reduce(app(E1, E2), app(E1, E2'))       :- reduce(E2, E2'), !.
reduce(lam(x\E), lam(x\E'))             :- reduce(E, E').

pred normal(int, exp, exp).
normal(N, E, E') :- N > 0, M is N - 1, (reduce(E, E1) -> normal(M, E1, E') | E = E').

cnst identity = exp.
identity = lam(x\var(x)).

?- E = cps(lam(x\var(x))).
?- E = cps(app(var(f), var(a))).

% A converted program, given the identity as its continuation, has the value of the program.
?- normal(50, app(cps(app(lam(x\var(x)), var(a))), identity), E).
