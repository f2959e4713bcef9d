# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Throughput by size and threads, in bulk, 64-bit keys.
set terminal svg size 1000,520 font "sans-serif,13" background "white" noenhanced
set output folder."/throughput.svg"
set datafile separator ","
set multiplot layout 1,2
set key outside below maxcols 3
set grid
set yrange [0:*]
set xrange [-0.3:2.3]
set xlabel "memory of the filter"
set ylabel "million operations a second, all threads together"
file = folder."/throughput.csv"
layouts = "cache_line<2> cache_line<8> word"
# One thread pale, all threads strong.
colours = "#f0b890 #94c4e0 #e6c4d6 #d55e00 #0072b2 #b0417f"
# Size and throughput of the rows of one curve; columns are found by their names.
rows(layout, threads, name) = sprintf("< awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == \"%s\") at = i; next } \
$2 == \"%s\" && $3 == \"64-bit\" && $4 == %d { print $1 FS 1000 * $4 / $at }' '%s'", name, layout, threads, file)
threads_name(t) = t == 1 ? "1 thread" : sprintf("%d threads", t)
most = int(system(sprintf("awk -F, 'NR > 1 && $4 > most { most = $4 } END { print most }' '%s'", file)))
lines = most > 1 ? 2 : 1
threads(i) = i == 1 ? 1 : most
do for [panel = 1:2] {
    set title panel == 1 ? "bulk lookup of present keys" : "bulk insert of new keys"
    name = panel == 1 ? "find_present_bulk_ns" : "insert_new_bulk_ns"
    plot for [t = 1:lines] for [i = 1:3] rows(word(layouts, i), threads(t), name) using 0:2:xtic(1) \
        with linespoints lw 2 pt 7 ps 0.6 lc rgb word(colours, 3 * (t - 1) + i) title word(layouts, i).", ".threads_name(threads(t))
}
unset multiplot
