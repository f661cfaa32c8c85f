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

for result in $(find "$build/tests" -name "*.trs" | sort); do
    [ -f "$result" ] || continue
    log=${result%.trs}.log
    verdict=$(sed -n 's/^:global-test-result: //p' "$result")
    total=$(sed -n 's/^TOTAL \([0-9]\{1,\}\) \([0-9]\{1,\}\)$/\1 \2/p' "$log" | tail -n 1)
    good=${total% *} bad=${total#* }
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
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
