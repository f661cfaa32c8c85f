#!/bin/sh
# manual.sh: compiles and runs every program of the manual in the build folder and compares
# its output with the one printed there. The examples of one file run as well, against the
# output at their end. The last line is "TOTAL passed failed".
set -u
top=$(cd -- "${srcdir:-.}" && pwd) || exit 1
CC=${CC:-cc}
work=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-manual.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/support/verdicts.sh
. "$top/tests/support/verdicts.sh"

# That of the makefile, words of a shell.
libtool() { sh -c "${LIBTOOL:-./libtool} \"\$@\"" libtool --quiet --tag=CC "$@"; }

# compile SOURCE PROGRAM: against the library as it lies in the build folder. The manual
# shows plain C11 and promises that it compiles without a warning.
compile() {
    # shellcheck disable=SC2086 # words
    libtool --mode=compile $CC -std=c11 -Wall -Wextra -Wpedantic -Werror ${CFLAGS:-} \
        -I"$top/lib/include" -I"$top/lib/games/include" -c -o "$work/program.lo" "$1" &&
        libtool --mode=link $CC ${CFLAGS:-} -o "$2" "$work/program.lo" $libraries
}

# try NAME SOURCE EXPECTED: compiles, runs, compares (a missing EXPECTED: any output).
try() {
    (
        compile "$2" "$work/$1" && "$work/$1" >"$work/got" || exit 1
        [ ! -f "$3" ] || diff "$3" "$work/got"
    ) >"$work/out" 2>&1
    report "$1" $? "$work/out"
}

# A block without a program, a program without an end, and a wrong output must be found.
test_the_test() {
    # shellcheck disable=SC2016 # the blocks are text
    {
        printf '```c\nint x;\n```\n' >"$work/lost.md"
        printf '<!-- program a\n-->\n```c\nint main(void) { return 0; }\n```\n' >"$work/open.md"
        printf '<!-- program a\nint main(void)\n-->\n```c\n{\n}\n```\n<!-- end -->\n\n```text\nx\n```\n' >"$work/good.md"
    }
    mkdir -p "$work/try"
    ! awk -v out="$work/try" -f "$top/tests/manual/extract.awk" "$work/lost.md" >/dev/null 2>&1 &&
        ! awk -v out="$work/try" -f "$top/tests/manual/extract.awk" "$work/open.md" >/dev/null 2>&1 &&
        [ "$(awk -v out="$work/try" -f "$top/tests/manual/extract.awk" "$work/good.md")" = a ] &&
        [ "$(cat "$work/try/a.txt")" = x ]
    report "the extraction tells bad chapters from good ones" $? "$work/out"
}

libraries="lib/libfixstep-games.la lib/libfixstep.la"
: >"$work/out"
test_the_test
mkdir "$work/programs"
names=$(cd "$top/lib/doc/manual" && awk -v out="$work/programs" -f "$top/tests/manual/extract.awk" [0-9]*.md)
report "the chapters can be taken apart" $?
for name in $names; do
    try "$name" "$work/programs/$name.c" "$work/programs/$name.txt"
done
# An example that prints ends with its output in a comment.
for example in "$top"/examples/*/*.c; do
    sed -n '/^\/\* Output:$/,/^ \*\/$/p' "$example" | sed '1d; $d; s/^ \* \{0,1\}//' >"$work/expected"
    [ -s "$work/expected" ] || continue
    try "$(basename "$example" .c)" "$example" "$work/expected"
done
finish
