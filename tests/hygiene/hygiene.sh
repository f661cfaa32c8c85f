#!/bin/sh
# hygiene.sh: rules of the sources and of the library's objects that no compiler
# checks. Run by make check in the build folder. Every rule is first shown a sample
# that breaks it and one that does not; a rule that cannot fail is itself a failure.
#
# FS_HYGIENE=objects leaves out what is the same in every build of the same sources.
#
# A rule is a function rule_NAME FILE... that prints what breaks it and nothing else.
set -u
export LC_ALL=C

top=${srcdir:-.}
build=$PWD
CC=${CC:-cc}
work=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-hygiene.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# --- rules of the sources ----------------------------------------------------------

rule_function_length() { awk -v limit=70 -f "$top/tests/hygiene/long_functions.awk" "$@"; }

rule_file_length() { awk 'FNR == 601 { print FILENAME ": more than 600 lines" }' "$@"; }

# Work left undone is written down elsewhere than in the sources.
rule_unfinished() { grep -nE '\b(TO''DO|FIX''ME|XX''X)\b' "$@" /dev/null; }

code_of() { awk -f "$top/tests/hygiene/strip_comments.awk" "$@"; }

rule_enet_include() { grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]enet/' "$@" /dev/null; }

rule_float_keyword() { code_of "$@" | grep -E '\b(float|double|_Complex)\b'; }

# What has no bound, hidden state, or a result that differs between C libraries.
rule_banned_calls() {
    code_of "$@" | grep -E \
        '\b(s?rand|random|rand_r|drand48|gets|strcpy|strcat|sprintf|vsprintf|strtok|alloca|atoi|atol|localtime|gmtime|asctime|ctime|setjmp|longjmp|tmpnam|system)[[:space:]]*\('
}

rule_self_initialiser() { code_of "$@" | awk -f "$top/tests/hygiene/self_initialiser.awk"; }

# imports.txt says who may use whom.
imports=tests/hygiene/imports.txt
rule_imports() { awk -f "$top/tests/hygiene/imports.awk" "$imports" "$@"; }

# A folder that lists more is two ideas. The installed headers are listed by role elsewhere.
rule_folder_size() {
    printf '%s\n' "$@" | grep -v '/include/fixstep/' | sed 's|/[^/]*$||' | sort | uniq -c |
        awk '$1 > 30 { print $2 ": " $1 " files, more than 30" }'
}

# The first comment of a file names the file: "name.c: for this."
rule_first_comment() {
    awk 'FNR == 1 { read = 0; name = FILENAME; sub(/.*\//, "", name) }
        read || FNR == 1 && /^#!/ { next }
        {
            read = 1
            sub(/^(\/\*|#) ?/, "")
            if (index($0, name " (internal):") != 1 && index($0, name ":") != 1 && index($0, name " ") != 1)
                print FILENAME ": its first comment does not name it"
        }' "$@"
}

# Rows "| question | [name](FILE) | `FUNCTION`, ... |" name functions that stand in the files; other links
# lead to files that exist.
rule_answers() {
    for document in "$@"; do
        folder=$(dirname "$document")
        grep -oE '\]\([^)#:]+\)' "$document" | sed 's/^](//; s/)$//' | sort -u | while read -r file; do
            [ -e "$folder/$file" ] || echo "$document: no file $file"
        done
        sed -nE 's/^\|[^|]*\| \[[^]]*\]\(([^)]*)\) \| (.*) \|$/\1 \2/p' "$document" | tr -d ',`' | while read -r file names; do
            for name in $names; do
                grep -qE "^[A-Za-z].*\b$name\(" "$folder/$file" || echo "$document: $file has no function $name"
            done
        done
    done
}

comments_of() { awk -f "$top/tests/hygiene/comments.awk" "$@"; }

# Comments name source files that exist; $file_names lists the names, one a line.
rule_file_names() {
    comments_of "$@" | awk 'NR == FNR { there[$0]; next }
        {
            file = $0
            sub(/:.*/, "", file)
            text = substr($0, length(file) + 2)
            while (match(text, /[A-Za-z0-9_*-]*[a-z0-9_]\.(c|inl|awk)/)) {
                name = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                if (text !~ /^[A-Za-z0-9_]/ && name !~ /[*]/ && !(name in there)) print file ": no file " name
            }
        }' "$file_names" -
}

# Rows "| ... | check_FILE TEST, TEST; check_FILE TEST |" of a table name tests that exist; $test_names lists them and
# the files.
rule_test_names() {
    for document in "$@"; do
        sed -nE 's/^\|.*\| ([^|]*check_[^|]*) \|$/\1/p' "$document" | sed -E 's/\([^)]*\)//g; s/`[^`]*`//g' |
            grep -oE '\b[a-z0-9]+(_[a-z0-9]+)+\b' | sort -u | without_lines "$test_names" | sed "s|^|$document: no test |"
    done
}

# A test that its suite does not list never runs.
rule_tests_added() {
    awk 'function judge(name) {
            for (name in wanted) if (!(name in added)) print file ": no suite has " name
            split("", wanted)
            split("", added)
        }
        FNR == 1 { judge(); file = FILENAME }
        /^START_TEST\([a-z0-9_]+\)/ { sub(/^START_TEST\(/, ""); name = $0; sub(/\).*/, "", name); wanted[name]; next }
        { for (i = split($0, words, /[^A-Za-z0-9_]+/); i > 0; i--) added[words[i]] }
        END { judge() }' "$@"
}

rule_style() { $clang_format --dry-run -Werror --style=file "$@" 2>&1; }

# A file of subjects, one a line: git cuts longer ones in its lists.
rule_commit_subject() { awk 'length > 72 { print length ": " $0 }' "$@"; }

# --- rules of the installed headers -----------------------------------------------------

rule_header_c11() {
    for header in "$@"; do
        printf '#include "%s"\n' "$header" >"$work/header.c"
        $CC -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$top/lib/include" -I"$top/lib/games/include" "$work/header.c" 2>&1
    done
}

rule_header_cxx() {
    for header in "$@"; do
        printf '#include "%s"\n' "$header" >"$work/header.cc"
        g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$top/lib/include" -I"$top/lib/games/include" "$work/header.cc" 2>&1
    done
}

# Doxygen's complaints about the headers and chapters in FOLDER...: an exported function without a
# comment, a reference to nothing.
rule_documented() {
    {
        cat "$sources/lib/doc/Doxyfile"
        echo "INPUT = $*"
    } | FS_TOP=$sources FS_OUT=$work FS_VERSION=0 FS_HTML=NO FS_EXTRACT_ALL=NO FS_UNDOCUMENTED=YES doxygen - 2>&1 |
        grep -vE 'No output formats selected|\((variable|typedef|enumeration|enumvalue|macro definition)\).*is not documented|Compound .* is not documented'
}

# Names of the FS_API declarations: the identifier before the first parenthesis,
# bracket or semicolon.
api_names() {
    code_of "$@" | sed -nE 's/^[^:]*:[0-9]+:FS_API ([^([;]*).*/\1/p' | sed -E 's/.*[^A-Za-z0-9_]([A-Za-z0-9_]+) *$/\1/' | sort -u
}

# LEFT RIGHT: two lists of names that must be equal.
rule_symbols_listed() { diff "$1" "$2"; }
rule_long_tests_listed() { diff "$1" "$2"; }
rule_symbols_exported() { diff "$1" "$2"; }

# TRACKED PACKED: every line of the first is one of the second, or below one of them.
rule_packed() {
    awk 'NR == FNR { packed[$0]; next }
        {
            path = $0
            while (!(path in packed) && sub(/\/[^\/]*$/, "", path))
                ;
            if (!(path in packed)) print $0 ": not in the source archive"
        }' "$2" "$1"
}

# --- rules of the objects --------------------------------------------------------------

# SSE and x87 arithmetic and conversions; moves and shuffles of vectors are used for
# integers too. Only x86 names them this way.
rule_float_code() {
    objdump -d --no-show-raw-insn "$@" | awk -F '\t' '
        / file format / { object = $0; sub(/: .*/, "", object) }
        /^[0-9a-f]+ <.*>:$/ { name = $0; sub(/^[^<]*/, "", name) }
        NF >= 2 { mnemonic = $2; sub(/ .*/, "", mnemonic) }
        NF >= 2 && mnemonic ~ /^(v?(add|sub|mul|div|sqrt|min|max|rcp|rsqrt|round|hadd|hsub|addsub|dp|cmp[a-z]*|u?comi)(ss|sd|ps|pd)|v?cvt.*|vfn?m.*|f[a-z0-9]+)$/ {
            print object ": " name " " $2
        }'
}

# Everything a step can see is in the state block, so the library keeps nothing else:
# no section that can be written, except relocated constants.
rule_mutable_statics() {
    objdump -t "$@" | awk '
        / file format / { object = $0; sub(/: .*/, "", object) }
        $1 ~ /^[0-9a-f]+$/ {
            for (i = 2; i <= NF; i++)
                if ($i ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $i !~ /^\.data\.rel\.ro/ && $NF != $i)
                    print object ": " $NF " in " $i
        }'
    objdump -h "$@" | awk '
        / file format / { object = $0; sub(/: .*/, "", object) }
        $2 ~ /^(\.data|\.bss|\.tdata|\.tbss)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ {
            print object ": " $2 " is not empty"
        }'
}

# Only the folders in the second column may call the functions in the third.
allowed_calls() {
    cat <<'END'
clock net/ time|clock|clock_gettime|gettimeofday|nanosleep|usleep|sleep
socket net/ socket|bind|connect|send|sendto|sendmsg|recv|recvfrom|recvmsg|select|poll|getaddrinfo|enet_.*
file (replay/|view/picture|view/paint) fopen|fopen64|open|open64|openat|fread|fwrite|fseek.*|fsync|rename|unlink|mkdir|remove
print state/result printf|__printf_chk|puts|putchar|fprintf|__fprintf_chk|perror|fputs|stderr|stdout
environment none getenv|secure_getenv|setenv|setlocale|rand|srand|random|srandom|getrandom|getpid
mathematics view/ sin|cos|tan|atan2?|asin|acos|sqrtf?|pow|exp|log|floorf?|ceilf?|fabs|fmod|hypot|l?l?l?round|l?l?rint|sinf|cosf
libfixmath num/ fix16_.*|fix_.*|uint32_log2
threads none pthread_.*|thrd_.*
END
}

rule_calls() {
    nm -A -u "$@" >"$work/calls" 2>/dev/null
    allowed_calls | awk 'NR == FNR { what[++n] = $1; folders[n] = "src/" $2; calls[n] = "^(" $3 ")$"; next }
        {
            object = folder = $0
            sub(/:.*/, "", object)
            sub(/:.*/, "", folder)
            sub(/\.libs\//, "", folder)
            sub(/[a-z]*_la-/, "", folder)
            call = $NF
            sub(/@.*/, "", call)
            for (i = 1; i <= n; i++) if (call ~ calls[i] && folder !~ folders[i]) print object ": " what[i] ": " call
        }' - "$work/calls"
}

# --- the rules on the rules --------------------------------------------------------------

ok() {
    echo "ok - $1"
    passed=$((passed + 1))
}
not_ok() {
    echo "not ok - $1"
    failed=$((failed + 1))
}

# bites RULE BAD GOOD: RULE speaks on the one and is silent on the other.
bites() {
    "rule_$1" "$2" >"$work/bad.out" 2>&1
    "rule_$1" "$3" >"$work/good.out" 2>&1
    if [ -s "$work/bad.out" ] && [ ! -s "$work/good.out" ]; then
        ok "$1 tells a bad sample from a good one"
    else
        not_ok "$1 tells a bad sample from a good one"
        sed 's/^/#   /' "$work/bad.out" "$work/good.out"
    fi
}

# holds RULE FILE...: RULE is silent on the real thing.
holds() {
    rule=$1
    shift
    "rule_$rule" "$@" >"$work/out" 2>&1
    if [ $# -eq 0 ]; then
        not_ok "$rule: nothing to look at"
    elif [ -s "$work/out" ]; then
        not_ok "$rule"
        head -n 40 "$work/out" | sed 's/^/#   /'
    else
        ok "$rule ($# files)"
    fi
}

long_function() {
    printf 'static int f(int a,\n             int b)\n{\n'
    seq "$1" | sed 's/.*/    a += b;/'
    printf '    return a;\n}\n'
}

# sample NAME.c with the text of standard input, and its object if asked for.
sample() { cat >"$work/$1"; }
object_of() { $CC -O1 -c -o "$work/$1.o" "$work/$1.c"; }

test_source_rules() {
    echo 'int f(void); /* good.c: rand() in a comment, "float" in words */' | sample good.c
    { echo 'struct s {' && seq 90 | sed 's/.*/    int a&;/' && echo '};' && long_function 60; } | sample short.c
    long_function 70 | sample long.c
    bites function_length "$work/long.c" "$work/short.c"
    seq 601 | sample huge.c
    bites file_length "$work/huge.c" "$work/good.c"
    echo 'int a; /* TO''DO */' | sample bad.c
    bites unfinished "$work/bad.c" "$work/good.c"
    echo '# include <enet/enet.h>' | sample bad.c
    bites enet_include "$work/bad.c" "$work/good.c"
    echo 'static const double half = 0.5;' | sample bad.c
    bites float_keyword "$work/bad.c" "$work/good.c"
    echo 'int f(void) { return "/*"[0] + rand(); }' | sample bad.c
    bites banned_calls "$work/bad.c" "$work/good.c"
    printf 'struct s t = {\n    .a = f(&s),\n    .b = g(&t.a) };\n' | sample bad.c
    printf 'struct s t = { .a = f(&s) };\nint b = g(&t.a);\nfor (struct s u = { 0 }; next(&u);)\n    f(u);\n' | sample plain.c
    bites self_initialiser "$work/bad.c" "$work/plain.c"
    printf '#!/bin/sh\n# bad.sh: a sample\n' | sample bad.sh
    printf '#!/bin/sh\n# Names nothing.\n' | sample lost.sh
    bites first_comment "$work/lost.sh" "$work/bad.sh"
    { echo 'Say what changed' && printf '%072d\n' 0; } | sample short.txt
    printf '%073d\n' 0 | sample long.txt
    bites commit_subject "$work/long.txt" "$work/short.txt"
    printf '| who? | [good.c](good.c) | `f` |\n' | sample good.md
    printf '| who? | [good.c](good.c) | `g` |\n[lost](lost.c)\n' | sample bad.md
    bites answers "$work/bad.md" "$work/good.md"
    file_names=$work/names
    echo named.c >"$file_names"
    printf '/* named.c */\nint f(void) { return /* */ lost.c; }\n' | sample named.c
    printf '/* named.c, lost.c */\n' | sample misnamed.c
    bites file_names "$work/misnamed.c" "$work/named.c"
    test_names=$work/names
    printf 'check_a\nit_works\n' >"$test_names"
    echo '| row | file.c | check_a it_works (and not_here) |' | sample named.md
    echo '| row | file.c | check_a it_worked |' | sample misnamed.md
    bites test_names "$work/misnamed.md" "$work/named.md"
    printf 'START_TEST(a)\n    tcase_add_test(tc, a);\n' | sample added.c
    printf 'START_TEST(a)\nSTART_TEST(ab)\n    tcase_add_test(tc, ab);\n' | sample forgotten.c
    bites tests_added "$work/forgotten.c" "$work/added.c"
    [ -n "$clang_format" ] || return 0
    cp "$top/.clang-format" "$work/"
    echo 'int f( int  a ){return a;}' | sample bad.c
    bites style "$work/bad.c" "$work/good.c"
}

# The table of imports and the folders need trees of their own.
test_tree_rules() {
    mkdir -p "$work/low" "$work/high"
    printf 'uses low\nuses high low\n' | sample imports.txt
    printf '#include "low/a.h"\n' | tee "$work/low/a.h" | sample high/b.h
    printf '#include "high/b.h"\n' | sample low/upwards.c
    bites_in imports low/upwards.c high/b.h
    printf 'uses low high\nuses high low\n' | sample circle.txt
    (cd "$work" && top=$sources imports=circle.txt && rule_imports high/b.h) >"$work/out"
    if grep -q circle "$work/out"; then ok "imports finds a circle"; else not_ok "imports finds a circle"; fi
    # shellcheck disable=SC2046 # one word per file
    if [ -n "$(rule_folder_size $(seq 31 | sed 's|.*|a/&.c|'))" ] && [ -z "$(rule_folder_size $(seq 30 | sed 's|.*|a/&.c|') b/1.c)" ]; then
        ok "folder_size tells a full folder from one with room"
    else
        not_ok "folder_size tells a full folder from one with room"
    fi
}

# bites_in RULE BAD GOOD: as bites, in the folder of the samples.
bites_in() {
    (cd "$work" && top=$sources imports=imports.txt && "rule_$1" "$2") >"$work/bad.out" 2>&1
    (cd "$work" && top=$sources imports=imports.txt && "rule_$1" "$3") >"$work/good.out" 2>&1
    if [ -s "$work/bad.out" ] && [ ! -s "$work/good.out" ]; then
        ok "$1 tells a bad sample from a good one"
    else
        not_ok "$1 tells a bad sample from a good one"
        sed 's/^/#   /' "$work/bad.out" "$work/good.out"
    fi
}

test_header_rules() {
    echo 'static inline unsigned f(uint32_t a) { return a; }' | sample bad.h
    printf '#include <stdint.h>\nstatic inline unsigned f(uint32_t a) { return a; }\n' | sample good.h
    bites header_c11 "$work/bad.h" "$work/good.h"
    command -v g++ >/dev/null || return 0
    printf '#include <stdint.h>\nstatic inline char *f(void *a) { return a; }\n' | sample bad.h
    bites header_cxx "$work/bad.h" "$work/good.h"
}

test_api_names() {
    printf 'FS_API const char *fs_a(int b);\nFS_API void\nfs_lost(void);\nFS_API extern const int fs_c[3]; /*\nFS_API int fs_no(void); */\n' |
        sample api.h
    api_names "$work/api.h" >"$work/left"
    printf 'fs_a\nfs_c\nvoid\n' >"$work/right"
    : >"$work/nothing"
    if cmp -s "$work/left" "$work/right" && [ -n "$(rule_symbols_listed "$work/left" "$work/nothing")" ]; then
        ok "api_names reads declarations"
    else
        not_ok "api_names reads declarations: $(tr '\n' ' ' <"$work/left")"
    fi
}

test_packed() {
    printf 'a/b/c.h\nd.c\n' >"$work/tracked"
    printf 'a/b\nd.c\n' >"$work/all"
    printf 'a/b\n' >"$work/some"
    if [ -z "$(rule_packed "$work/tracked" "$work/all")" ] && [ -n "$(rule_packed "$work/tracked" "$work/some")" ]; then
        ok "packed tells a whole list from one with a gap"
    else
        not_ok "packed tells a whole list from one with a gap"
    fi
}

test_object_rules() {
    mkdir -p "$work/src/num"
    printf 'static const char *const names[] = { "a", "b" };\nconst char *f(int i) { return names[i]; }\n' | sample good.c
    object_of good
    printf 'int f(void) { static int n; return ++n; }\nint g = 3;\n' | sample bad.c
    object_of bad
    bites mutable_statics "$work/bad.o" "$work/good.o"
    printf '#include <time.h>\nlong f(void) { return time(0); }\n' | sample bad.c
    object_of bad
    bites calls "$work/bad.o" "$work/good.o"
    [ "$x86" = yes ] || return 0
    printf 'int f(int a) { return (int)(a * 1.5); }\n' | sample bad.c
    object_of bad
    bites float_code "$work/bad.o" "$work/good.o"
}

# --- what the rules are for -------------------------------------------------------------

sources_in() {
    for folder in "$@"; do find "$top/$folder" -name '*.[ch]' -o -path '*/lib/src/*.inl'; done | sort
}
without() { grep -vE "$1"; }
without_lines() { grep -vxF -f "$1"; }

# One object per source: the position-independent one where there are two.
objects() {
    found=$(find "$build/lib/src" "$build/lib/games" -path '*/.libs/*' -name '*.o' | sort)
    [ -n "$found" ] || found=$(find "$build/lib/src" "$build/lib/games" -name '*.o' | sort)
    printf '%s\n' "$found"
}

# The lists hold no blanks: paths below $top and $build are made relative first.
check_sources() {
    all=$(sources_in lib server client replay)
    lib=$(sources_in lib/src lib/include lib/games)
    # shellcheck disable=SC2086,SC2046 # one word per file
    {
        holds function_length $all
        holds file_length $all $(sources_in tests examples)
        holds unfinished $all $(sources_in tests) $(find "$top/tests" -name '*.sh' -o -name '*.mk' -o -name '*.awk') \
            "$top/configure.ac" "$top/Makefile.am" "$top/bootstrap"
        holds enet_include $(printf '%s\n' "$all" | without /lib/src/net/)
        holds float_keyword $(printf '%s\n' "$lib" | without '/lib/src/view/|/include/fixstep/(view|batch|mesh).h')
        holds banned_calls $all
        holds self_initialiser $all
        holds imports $all $(sources_in examples)
        holds folder_size $all $(sources_in tests)
        holds first_comment $all $(sources_in tests examples) $(find "$top/tests" -name '*.sh' -o -name '*.awk')
        test_names=$work/test_names
        find tests -name '*.[ch]' | sed 's|.*/||; s|\.[ch]$||' >"$test_names"
        sed -nE 's/^START_TEST\(([a-z0-9_]+)\).*/\1/p' $(find tests -name '*.[ch]') >>"$test_names"
        holds test_names lib/doc/COVERAGE.md
        holds tests_added $(find tests -name '*.c')
        file_names=$work/file_names
        find lib server client replay tests examples -type f | sed 's|.*/||' | sort -u >"$file_names"
        holds file_names $all $(sources_in tests examples)
        holds answers README.md CONTRIBUTING.md CHANGELOG.md $(find lib/doc -name '*.md')
    }
    check_style
}

# clang-format 14 of the package set "check"; other versions have other opinions.
find_clang_format() {
    for name in clang-format-14 clang-format; do
        if $name --version 2>/dev/null | grep -q 'version 14\.'; then
            echo $name
            return
        fi
    done
}

check_style() {
    if [ -z "$clang_format" ]; then
        echo "# no clang-format 14: the style is not compared"
        return
    fi
    # shellcheck disable=SC2046 # one word per file
    holds style $(find lib server client replay tests examples -name '*.[ch]' -o -name '*.inl' ! -name golden.inl | sort)
}

# Commits after this one keep the length; those before it are as they are.
first_judged_commit=e597249

check_commits() {
    if [ ! -e .git ] || ! git rev-parse -q --verify "$first_judged_commit^{commit}" >/dev/null 2>&1; then
        echo "# no clone that reaches $first_judged_commit: subjects of commits are not looked at"
        return
    fi
    git log --no-merges --format=%s "$first_judged_commit..HEAD" >"$work/subjects"
    holds commit_subject "$work/subjects"
}

# The installed headers of a library: libfixstep, or libfixstep-games with its kit.
header_files() {
    case $1 in
        fixstep) echo "$top"/lib/include/fixstep/*.h ;;
        fixstep-games) echo "$top"/lib/games/include/fixstep/*.h "$top"/lib/games/include/fixstep/kit/*.h ;;
    esac
}
# The list of what it exports.
symbol_list() {
    case $1 in
        fixstep) echo lib/fixstep.sym ;;
        fixstep-games) echo lib/games/fixstep-games.sym ;;
    esac
}
# All of them, as they are included: <fixstep/NAME.h>.
headers() { { header_files fixstep && header_files fixstep-games; } | tr ' ' '\n' | sed 's|.*/include/||'; }

check_documented() {
    if ! command -v doxygen >/dev/null; then
        echo "# no doxygen: comments of the headers are not looked at"
        return
    fi
    mkdir -p "$work/bad" "$work/good"
    printf '/* a.h: a sample */\nint fs_a(void);\n\nint fs_b(void);\n' | sample bad/a.h
    printf '/* a.h: a sample */\n\n/* Two calls. */\nint fs_a(void);\nint fs_b(void);\n' | sed 's/^int/FS_API int/' | sample good/a.h
    bites documented "$work/bad" "$work/good"
    holds documented "$sources/lib/doc" "$sources/lib/include/fixstep" "$sources/lib/games/include/fixstep"
}

check_headers_c() {
    # shellcheck disable=SC2046
    holds header_c11 $(headers)
}

check_headers() {
    # shellcheck disable=SC2046
    if command -v g++ >/dev/null; then holds header_cxx $(headers); else echo "# no g++: headers not tried as C++"; fi
    check_symbol_list fixstep
    check_symbol_list fixstep-games
}

check_symbol_list() {
    # shellcheck disable=SC2046
    api_names $(header_files "$1") >"$work/declared"
    sort -u "$top/$(symbol_list "$1")" >"$work/listed"
    if [ -s "$work/declared" ]; then
        holds symbols_listed "$work/declared" "$work/listed"
        cmp -s "$work/declared" "$work/listed" || echo "# if the interface was meant to change: make update-symbols"
    else
        not_ok "symbols_listed: no declaration of $1 found"
    fi
}

check_exports() {
    library=$build/lib/.libs/lib$1.so
    if [ ! -f "$library" ]; then
        echo "# no shared library in this build: exported symbols of $1 not compared"
        return
    fi
    sort -u "$sources/$(symbol_list "$1")" >"$work/listed"
    nm -D --defined-only "$library" | awk '{ print $NF }' | sort -u >"$work/exported"
    holds symbols_exported "$work/exported" "$work/listed"
}

# In a clone; an unpacked archive has nothing to compare itself with.
check_archive() {
    if ! git -C "$sources" rev-parse --git-dir >/dev/null 2>&1 || [ ! -e "$sources/.git" ]; then
        echo "# no clone: the contents of the archive are not compared"
        return
    fi
    git -C "$sources" ls-files >"$work/tracked"
    make -s list-dist | sed "s|^$srcdir/||" >"$work/packed"
    holds packed "$work/tracked" "$work/packed"
}

# make check-long runs what FIXSTEP_LONG and FS_SEEDS start, and nothing is left out of it.
check_long_list() {
    (cd "$sources" && grep -lE 'FIXSTEP_LONG|FS_SEEDS|play_long|play_checks\.h' tests/*/check_*.c tests/*/*/check_*.c tests/programs/*.sh tests/window/*.sh) | sed 's/\.c$//' | sort >"$work/long"
    make -s list-long | tr ' ' '\n' | sort >"$work/listed"
    holds long_tests_listed "$work/long" "$work/listed"
}

check_objects() {
    files=$(objects)
    # shellcheck disable=SC2086
    if nm -u $files 2>/dev/null | grep -qE '__(asan|ubsan|tsan|msan|gcov)'; then
        echo "# instrumented build: objects not looked at"
        return
    fi
    # shellcheck disable=SC2086,SC2046
    {
        holds mutable_statics $files
        holds calls $files
        if [ "$x86" = yes ]; then
            holds float_code $(printf '%s\n' "$files" | without /lib/src/view/)
        else
            echo "# not x86: no search for floating-point instructions"
        fi
    }
}

case $($CC -dumpmachine) in x86_64* | i?86*) x86=yes ;; *) x86=no ;; esac
if [ "${1:-}" = --names ]; then
    # shellcheck disable=SC2046
    api_names $(header_files "$2")
    exit
fi
cd "$top" && top=. sources=$PWD || exit 1
clang_format=$(find_clang_format)
test_header_rules
check_headers_c
if [ "${FS_HYGIENE:-all}" = all ]; then
    test_source_rules
    test_api_names
    test_packed
    test_tree_rules
    check_sources
    check_commits
    check_documented
    check_headers
fi
cd "$build" && build=. || exit 1
test_object_rules
check_exports fixstep
check_exports fixstep-games
if [ "${FS_HYGIENE:-all}" = all ]; then
    check_archive
    check_long_list
fi
check_objects
echo "TOTAL $passed $failed"
[ "$failed" -eq 0 ]
