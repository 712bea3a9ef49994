% What cannot be decided is not decided: conclusions and negations that never end.
nat : type.
z : nat.
s : nat -> nat.
pred num(nat).
num(z).
num(s(N)) :- num(N).
pred odd(nat).
odd(s(z)).
odd(s(s(N))) :- odd(N).
pred loop(nat).
loop(N) :- loop(N).
#check "never shown to fail" 2 : num(N) => loop(N).
#check "never ends inside" 2 : num(N), not(loop(N)) => odd(N).
#check "has no derivation" 2 : loop(N) => odd(N).
#check "shown by induction" 9 : num(N) => num(s(N)).
#check "for all" 3 : odd(_).
#validate "equation" 3 : odd(s(N)), odd(N) => N = z.
#invalidate "wrong, as it should be" 4 : num(N) => odd(N).
#invalidate "right, but said to be wrong" 4 : num(N) => num(N).
