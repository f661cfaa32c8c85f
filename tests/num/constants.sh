#!/bin/sh
# constants.sh: what fixstep/constant.h promises at compile time, with every compiler of this machine, as C11 and
# as C++17, for the compiler's own word size and for 32 bits. Constants in range are accepted without a warning in
# static initialisers; each constant outside its range, each floating-point, run-time or divisor error is refused.
# The last line is "TOTAL passed failed".
set -u
export LC_ALL=C
top=${srcdir:-.}
work=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-constants.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/support/verdicts.sh
. "$top/tests/support/verdicts.sh"

accepted() {
    cat <<'END'
FS_POS(-2147483648LL)
FS_POS(2147483647)
FS_POS(7ull)
FS_POS_RATIO(-4611686016279904256LL, 2147483647)
FS_POS_RATIO(4611686014132420608LL, 2147483647)
FS_WIDE(-2147483648LL)
FS_WIDE_RATIO(-1, 2147483647)
FS_REL(-32)
FS_REL(31)
FS_REL_RATIO(2147483647, 67108864)
FS_VEL(-1024)
FS_VEL(1023)
FS_VEL_RATIO(2147483647, 2097152)
FS_UNIT(-2)
FS_UNIT(1)
FS_UNIT_RATIO(2147483647, 1073741824)
FS_FIX16(-32768)
FS_FIX16(32767)
FS_FIX16_RATIO(2147483647, 65536)
FS_TURN(359)
FS_TURN(-359)
FS_TURN_RATIO(1, 5965232)
END
}

# The value just outside either end of each format, and each kind of wrong argument.
refused() {
    cat <<'END'
FS_POS(2147483648)
FS_POS(-2147483649)
FS_POS(18446744073709551615u)
FS_POS(9223372036854775807)
FS_POS_RATIO(4294967296, 2)
FS_POS_RATIO(9223372036854775807, 2147483647)
FS_POS_RATIO(1, 0)
FS_POS_RATIO(1, -1)
FS_POS_RATIO(1, 2147483648)
FS_POS(0.5)
FS_POS(run_time)
FS_WIDE(2147483648)
FS_WIDE(-2147483649)
FS_REL(32)
FS_REL(-33)
FS_REL_RATIO(4294967295, 134217728)
FS_VEL(1024)
FS_VEL(-1025)
FS_VEL_RATIO(2147483648, 2097152)
FS_VEL_RATIO(-2147483649, 2097152)
FS_UNIT(2)
FS_UNIT(-3)
FS_FIX16(32768)
FS_FIX16(-32769)
FS_TURN(360)
FS_TURN(-360)
FS_TURN_RATIO(2147483647, 5965232)
FS_TURN_RATIO(1, 5965233)
END
}

# program LIST: one file-scope object on line N for the constant on line N of the list.
program() {
    awk 'BEGIN { printf "#include <fixstep/constant.h>\nextern int run_time;\n#line 1\n" }
        { printf "extern const int64_t value_%d; const int64_t value_%d = %s;\n", NR, NR, $0 }' "$1"
}

# silent_lines LIST: the lines of the list that the compiler's messages on standard input do not name.
silent_lines() {
    sed -nE 's/^[^:]*constants\.[a-z]+:([0-9]+):.*/\1/p' |
        awk 'NR == FNR { named[$1]; next } !(FNR in named) { print FNR ": accepted: " $0 }' - "$1"
}

# try_compiler SUFFIX COMPILER...: all constants in range without a warning, each other one with an error.
try_compiler() {
    source=$work/constants.$1
    shift
    accepted >"$work/list"
    program "$work/list" >"$source"
    "$@" -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Werror -fsyntax-only -I"$top/lib/include" "$source" \
        >"$work/out" 2>&1
    report "$* accepts the constants in range" $? "$work/out"
    refused >"$work/list"
    program "$work/list" >"$source"
    if "$@" -w -fsyntax-only -I"$top/lib/include" "$source" >"$work/messages" 2>&1; then
        cp "$work/list" "$work/out"
    else
        silent_lines "$work/list" <"$work/messages" >"$work/out"
    fi
    test ! -s "$work/out"
    report "$* refuses the constants out of range" $? "$work/out"
}

# try_language SUFFIX STANDARD COMPILER: for both word sizes, where the compiler is there and can.
try_language() {
    suffix=$1
    standard=$2
    compiler=$3
    command -v "$compiler" >/dev/null || return 0
    case $compiler in clang*) limit=-ferror-limit=0 ;; *) limit=-fmax-errors=0 ;; esac
    try_compiler "$suffix" "$compiler" "$standard" $limit
    : >"$work/empty"
    program "$work/empty" >"$work/empty.$suffix"
    if "$compiler" "$standard" -m32 -ffreestanding -fsyntax-only -I"$top/lib/include" "$work/empty.$suffix" >/dev/null 2>&1; then
        try_compiler "$suffix" "$compiler" "$standard" $limit -m32 -ffreestanding
    fi
}

for compiler in gcc clang; do try_language c -std=c11 "$compiler"; done
for compiler in g++ clang++; do try_language cc -std=c++17 "$compiler"; done
[ "$passed" -gt 0 ]
report "there is a compiler" $?
finish
