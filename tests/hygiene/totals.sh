#!/bin/sh
# totals.sh BUILD: sums what "make check" left in a build folder.
#
# Every test program ends its log with "TOTAL passed failed". Of what failed, prints
# each verdict after "failed: " and the end of the log; the last line is "N passed, N
# failed". A program that died without a total, or failed while its total says
# otherwise, counts as one failed test; one that was skipped counts as nothing.
set -eu
cd -- "${1:?usage: totals.sh BUILD}"
build=.
passed=0 failed=0

# Lines "BASE VERDICT PASSED FAILED" of all tests, "-" for what is missing.
list_results() {
    # shellcheck disable=SC2046 # no blanks below tests/
    awk 'BEGIN { for (i = 1; i < ARGC; i++) if (sub(/\.trs$/, "", ARGV[i])) { base[++n] = ARGV[i]; ARGV[i] = ARGV[i] ".trs" } }
        FNR == 1 { file = FILENAME; result = sub(/\.trs$/, "", file); sub(/\.log$/, "", file) }
        result && /^:global-test-result: / { verdict[file] = $2 }
        !result && /^TOTAL [0-9]+ [0-9]+$/ { total[file] = $2 " " $3 }
        END { for (i = 1; i <= n; i++) print base[i], base[i] in verdict ? verdict[base[i]] : "-", base[i] in total ? total[base[i]] : "- -" }' \
        $(find "$build/tests" -name '*.trs' -o -name '*.log' | sort) /dev/null
}

results=$(list_results)
while read -r base verdict good bad; do
    [ -n "$base" ] || continue
    log=$base.log
    verdict=${verdict#-} good=${good#-} bad=${bad#-}
    case $verdict in
        SKIP) good=0 bad=0 ;;
        PASS) [ "${bad:-1}" = 0 ] || bad=$((${bad:-0} + 1)) ;;
        *) [ "${bad:-0}" != 0 ] || bad=1 ;;
    esac
    if [ "${bad:-0}" != 0 ]; then
        printf -- '---- %s: %s\n' "$(basename "$log" .log)" "${verdict:-no verdict}"
        grep -E '^not ok|:[FE]:' "$log" | sed 's/^/failed: /' || true
        grep -v ':P:' "$log" | tail -n 60
    fi
    passed=$((passed + ${good:-0}))
    failed=$((failed + ${bad:-0}))
done <<END
$results
END
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
