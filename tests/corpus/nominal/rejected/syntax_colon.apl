exp : type.
exp exp : type.                          % AP001: expected `.`, found `:`
