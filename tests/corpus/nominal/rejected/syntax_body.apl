exp : type.
pred p(exp).
p(X) :- .                                % AP001: expected a term or a goal, found `.`
