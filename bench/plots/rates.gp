# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Rate of false positives against memory: lines are the model, points were measured.
set terminal svg size 760,480 font "sans-serif,13" background "white" noenhanced
set output folder."/rates.svg"
set datafile separator ","
set key top right
set grid
set logscale y
set format y "%g"
set xlabel "memory, bits per key"
set ylabel "share of absent keys answered true"
layouts = "classic two_lines<4> cache_line<8> cache_line<4> cache_line<2> word"
colours = "#555555 #e69f00 #0072b2 #009e73 #d55e00 #cc79a7"
file = folder."/rates.csv"
rows(layout) = sprintf("< awk -F, '$1 == \"%s\" && $5 > 0' '%s'", layout, file)
plot for [i = 1:6] rows(word(layouts, i)) using 2:4 with lines lw 2 lc rgb word(colours, i) title word(layouts, i), \
     for [i = 1:6] rows(word(layouts, i)) using 2:5 with points pt 7 ps 0.6 lc rgb word(colours, i) notitle
