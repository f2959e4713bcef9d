# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# What it costs that all threads want one key at the same time.
set terminal svg size 760,480 font "sans-serif,13" background "white" noenhanced
set output folder."/hot_key.svg"
set datafile separator ","
set key outside below maxcols 2
set grid ytics
set logscale y
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.9 noborder
set boxwidth 0.9
set xlabel "threads on one key that is present"
set ylabel "nanoseconds an operation of one thread"
file = folder."/hot_key.csv"
plot file using "one_lock_ns":xtic(1) lc rgb "#999999" title "1 locked operation, always", \
     file using "two_locks_ns" lc rgb "#555555" title "2 locked operations, always", \
     file using "insert_ns" lc rgb "#d55e00" title "insert", \
     file using "insert_hash_ns" lc rgb "#e69f00" title "insert, key hashed before", \
     file using "claim_ns" lc rgb "#0072b2" title "claim", \
     file using "may_contain_ns" lc rgb "#009e73" title "may_contain"
