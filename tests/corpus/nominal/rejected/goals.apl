exp : type.
c : exp.
pred p(exp).
c :- p(c).                               % AP016: `c` is no predicate
(1, 2).                                  % AP016: a clause states something
p(X) :- c.                               % AP015: a goal is wanted here, and `c` is no predicate
p(X) :- X.                               % AP015: a goal is wanted here, and `X` is a variable
p(X) :- [X].                             % AP015: a goal is wanted here
p(p(X)).                                 % AP015: a term is wanted here, and `p` is a predicate
p(X) :- X = (true ; false).              % AP015: a term is wanted here, and this is a goal
p(X) :- (p(X) => p(X)).                  % AP016: an implication cannot be a goal
