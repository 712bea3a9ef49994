% The pi calculus: transitions, with names that get out of their scope.

name : name_type.
proc : type.
stop : proc.
tau  : proc -> proc.
send : (name, name, proc) -> proc.
recv : (name, name\proc) -> proc.
sum  : (proc, proc) -> proc.
par  : (proc, proc) -> proc.
nu   : name\proc -> proc.

act     : type.
silent  : act.
output  : (name, name) -> act.

% step(P, A, P'): P does A and becomes P'.
% gets(P, X, F): P receives something from X, which F binds.
% opens(P, X, F): P sends a new name over X, which F binds.
pred step(proc, act, proc).
pred gets(proc, name, name\proc).
pred opens(proc, name, name\proc).

gets(recv(X, F), X, F).
gets(sum(P, Q), X, F)           :- gets(P, X, F) ; gets(Q, X, F).
gets(par(P, Q), X, y\par(P', Q)) :- y # Q, gets(P, X, y\P').
gets(par(P, Q), X, y\par(P, Q')) :- y # P, gets(Q, X, y\Q').
gets(nu(z\P), X, y\nu(z\P'))    :- z # X, gets(P, X, y\P').

step(tau(P), silent, P).
step(send(X, Y, P), output(X, Y), P).
step(sum(P, Q), A, R)           :- step(P, A, R) ; step(Q, A, R).
step(par(P, Q), A, par(P', Q))  :- step(P, A, P').
step(par(P, Q), A, par(P, Q'))  :- step(Q, A, Q').
step(nu(z\P), A, nu(z\P'))      :- z # A, step(P, A, P').
step(par(P, Q), silent, par(P', Q'')) :-
  step(P, output(X, Y), P'), gets(Q, X, z\Q'), Q'' is Q'{Y/z}.
step(par(P, Q), silent, par(P'', Q')) :-
  step(Q, output(X, Y), Q'), gets(P, X, z\P'), P'' is P'{Y/z}.
step(par(P, Q), silent, nu(z\par(P', Q'))) :-
  opens(P, X, z\P'), gets(Q, X, z\Q').
step(par(P, Q), silent, nu(z\par(P', Q'))) :-
  opens(Q, X, z\Q'), gets(P, X, z\P').

opens(nu(z\P), X, z\P')         :- z # X, step(P, output(X, z), P').
opens(par(P, Q), X, z\par(P', Q)) :- z # Q, opens(P, X, z\P').
opens(par(P, Q), X, z\par(P, Q')) :- z # P, opens(Q, X, z\Q').

% a sends b to whoever listens.
?- step(par(send(a, b, stop), recv(a, x\send(x, c, stop))), A, P).

% A private name gets out: its scope grows to include the receiver.
?- step(par(nu(n\send(a, n, recv(n, y\stop))), recv(a, x\send(x, a, stop))), silent, P).

% A private channel can be used inside only.
?- step(nu(n\send(n, a, stop)), A, P).
?- step(nu(n\par(send(n, a, stop), recv(n, x\send(x, x, stop)))), A, P).
