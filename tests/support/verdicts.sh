# verdicts.sh: the verdicts of a test script, and their total. POSIX sh, to be sourced; the script ends with finish.
# shellcheck shell=sh
passed=0
failed=0
check_output=/dev/null

# report NAME STATUS FILE...: one verdict; of a failure the ends of the files are shown, where they exist.
report() {
    report_name=$1 report_status=$2
    shift 2
    if [ "$report_status" -eq 0 ]; then
        echo "ok - $report_name"
        passed=$((passed + 1))
        return
    fi
    echo "not ok - $report_name"
    for report_file in "$@"; do
        [ ! -s "$report_file" ] || { echo "# $report_file"; tail -n 30 "$report_file" | sed 's/^/#   /'; }
    done
    failed=$((failed + 1))
}

# check NAME COMMAND...: the verdict of a command. Its output goes to the file $check_output, which the script sets.
check() {
    check_name=$1
    shift
    "$@" >"$check_output" 2>&1
    report "$check_name" $? "$check_output"
}

# The total, and exit status 0 only if nothing failed.
finish() {
    echo "TOTAL $passed $failed"
    [ "$failed" -eq 0 ]
    exit
}
