(* (* nested *)                          % AP001: this comment is not closed
