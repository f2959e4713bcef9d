# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Takes the blocks of one language, cpp or c, out of a page: whole programs to PREFIX_program_N.LANGUAGE, the others, each
# inside the scope of the ones before it, to a program PREFIX_fragments.LANGUAGE.
# Usage: awk -v prefix=PREFIX -v language=LANGUAGE -f extract.awk PAGE.md
$0 == "```" language { inside = 1; block = ""; program = 0; next }
/^```/ && inside {
    inside = 0
    if (program) {
        file = prefix "_program_" ++programs "." language
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
    file = prefix "_fragments." language
    surroundings = language == "c" ? "surroundings.h" : "surroundings.hpp"
    printf "#include \"%s\"\nstatic void fragments(void)\n{\n%s", surroundings, fragments > file
    for (i = 0; i < depth; ++i) printf "}\n" > file
    printf "}\nint main(void)\n{\n    fragments();\n}\n" > file
}
