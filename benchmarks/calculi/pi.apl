% A typed pi-calculus: channels carry channels; reduction keeps types.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 what is sent is not replaced inside what is sent on
%! 2 a restriction captures what is received
%! 3 what is received is not replaced
%! 4 a restriction captures a name beside it

chan : name_type.
ty : type.  unit_ty : ty.  ch : ty -> ty.
proc : type.
nil : proc.
par : (proc, proc) -> proc.
out : (chan, chan, proc) -> proc.
inp : (chan, chan\proc) -> proc.
nu : (ty, chan\proc) -> proc.

pred has([(chan, ty)], chan, ty).
has([(X, T)|_], X, T).
has([(Y, _)|G], X, T) :- X # Y, has(G, X, T).

pred ok([(chan, ty)], proc).
ok(_, nil).
ok(G, par(P, Q)) :- ok(G, P), ok(G, Q).
ok(G, out(X, Y, P)) :- has(G, X, ch(T)), has(G, Y, T), ok(G, P).
ok(G, inp(X, y\P)) :- y # G, has(G, X, ch(T)), ok([(y, T)|G], P).
ok(G, nu(T, x\P)) :- x # G, ok([(x, T)|G], P).

func ren(chan, chan, chan) = chan.
ren(X, X, Y) = Y.
ren(Z, X, _) = Z :- Z # X.
func sub(proc, chan, chan) = proc.
sub(nil, _, _) = nil.
sub(par(P, Q), X, Y) = par(sub(P, X, Y), sub(Q, X, Y)).
sub(out(A, B, P), X, Y) = out(ren(A, X, Y), ren(B, X, Y), sub(P, X, Y)).  %- 1
%+ 1 sub(out(A, B, P), X, Y) = out(ren(A, X, Y), B, sub(P, X, Y)).
sub(inp(A, z\P), X, Y) = inp(ren(A, X, Y), z\sub(P, X, Y)) :- z # (X, Y).
sub(nu(T, z\P), X, Y) = nu(T, z\sub(P, X, Y)) :- z # (X, Y).  %- 2
%+ 2 sub(nu(T, z\P), X, Y) = nu(T, z\sub(P, X, Y)) :- z # X.

pred step(proc, proc).
step(par(out(X, Y, P), inp(X, z\Q)), par(P, sub(Q, z, Y))).  %- 3
%+ 3 step(par(out(X, Y, P), inp(X, z\Q)), par(P, Q)).
step(par(P, Q), par(P', Q)) :- step(P, P').
step(par(P, Q), par(P, Q')) :- step(Q, Q').
step(nu(T, x\P), nu(T, x\P')) :- step(P, P').
% scope extrusion
step(par(nu(T, x\P), Q), nu(T, x\par(P, Q))) :- x # Q.  %- 4
%+ 4 step(par(nu(T, x\P), Q), nu(T, x\par(P, Q))).
step(par(P, Q), par(Q, P)).

#check "preservation" 14 : ok([(x, ch(unit_ty)), (y, unit_ty)], P), step(P, Q) => ok([(x, ch(unit_ty)), (y, unit_ty)], Q).
#check "sub" 8 : ok([(z, unit_ty), (y, unit_ty)], P), Q = sub(P, z, y) => ok([(y, unit_ty)], Q).

