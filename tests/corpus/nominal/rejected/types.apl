id : name_type.
exp : type.
ty : type.
int_ty : ty.
var : id -> exp.
app : (exp, exp) -> exp.
lam : (id\exp) -> exp.
pred of([(id, ty)], exp, ty).

of(G, E, 3).                             % AP020: expected ty, found int
of(G, int_ty, T).                        % AP020: expected exp, found ty
of(G, E, T) :- E = T, of(G, E, T).       % AP020: expected exp, found ty
?- X = (1, 'a'), X = ('b', Y).           % AP020: expected int, found char
?- X = [1, 'a'].                         % AP020: expected int, found char
?- lam(x\x) = E.                         % AP020: expected exp, found id
?- X = [X].                              % AP020: expected
?- y # x, var(y) = y.                    % AP020: expected exp, found id
?- X is 1 + tt.                          % AP020: expected int, found bool
?- (a~b)X = c, a = 1.                    % AP020: found int
