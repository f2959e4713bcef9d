# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Takes the C++ blocks out of a page: whole programs to PREFIX_program_N.cpp, the others, each inside the scope of the ones
# before it, to a program PREFIX_fragments.cpp. Usage: awk -v prefix=PREFIX -f extract.awk PAGE.md
/^```cpp/ { inside = 1; block = ""; program = 0; next }
/^```/ && inside {
    inside = 0
    if (program) {
        file = prefix "_program_" ++programs ".cpp"
        printf "%s", block > file
        close(file)
    } else {
        fragments = fragments "{\n" block
        ++depth
    }
    next
}
inside {
    block = block $0 "\n"
    if ($0 ~ /^int main/) program = 1
}
END {
    if (!depth) exit
    file = prefix "_fragments.cpp"
    printf "#include \"surroundings.hpp\"\nvoid fragments()\n{\n%s", fragments > file
    for (i = 0; i < depth; ++i) printf "}\n" > file
    printf "}\nint main()\n{\n    fragments();\n}\n" > file
}
