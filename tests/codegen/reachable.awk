# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#
# objdump -dr OBJECT | awk -v folder=FOLDER -f reachable.awk
# Writes for each function of functions.cpp a file with its code and that of all functions of the object that it can call: what
# the compiler put in line and what it did not then looks the same. What it calls elsewhere is a line "elsewhere NAME", but for
# what ends the program.

/^[0-9a-f]+ <.*>:$/ {
    name = substr($2, 2, length($2) - 3)
    body[name] = ""
    next
}
NF == 0 { name = "" }
name == "" { next }
{ body[name] = body[name] $0 "\n" }

# An instruction. A target in the same section is known; any other one is in the line below, for the linker.
!/R_X86_64_/ {
    leaves = $2 ~ /^(call|j[a-z]+)$/
    if (leaves && $4 ~ /^<[^+>]*>$/) calls[name] = calls[name] " " substr($4, 2, length($4) - 2)
}
/R_X86_64_/ && leaves {
    target = $NF
    sub(/-0x4$/, "", target)
    calls[name] = calls[name] " " target
}

function write_reachable(root, file,    queue, seen, i, j, n, called, count) {
    queue[1] = root
    seen[root] = 1
    n = 1
    for (i = 1; i <= n; ++i) {
        if (!(queue[i] in body)) {
            if (queue[i] !~ /^(__cxa_begin_catch|__clang_call_terminate|_ZSt9terminatev)$/) print "elsewhere " queue[i] > file
            continue
        }
        printf "%s:\n%s", queue[i], body[queue[i]] > file
        count = split(calls[queue[i]], called, " ")
        for (j = 1; j <= count; ++j)
            if (!(called[j] in seen)) {
                seen[called[j]] = 1
                queue[++n] = called[j]
            }
    }
    close(file)
}

END {
    for (root in body)
        if (root ~ /^(dropped|used|lookup)_/ && root !~ /\./) write_reachable(root, folder "/" root ".s")
}
