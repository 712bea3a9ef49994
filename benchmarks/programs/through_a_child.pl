$| = 1; open(my $out, "|-", "cat"); select($out); $| = 1; print "a?\n"; $a = <STDIN>; print "b?\n"; $b = <STDIN>; print "sum ", $a + $b, "\n"; close($out);
