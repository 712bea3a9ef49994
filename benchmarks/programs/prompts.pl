$| = 1; print "a? "; $a = <STDIN>; print "b? "; $b = <STDIN>; print "sum ", $a + $b, "\n";
