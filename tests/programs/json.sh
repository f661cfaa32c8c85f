#!/bin/bash
# json.sh: what programs print for machines and for terminals. With --json every way to end prints one object, whose exit code is
# that of the process and which says why; names of files and words of the command line never act on a terminal. Run by make check
# in the build folder. The last line is "TOTAL passed failed".
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" json
RECORD=$BUILD/tests/programs/toyrecord
echo "leak:libfontconfig" >"$WORK/leaks"
export LSAN_OPTIONS=suppressions=$WORK/leaks:print_suppressions=0

[ -e "$TOY" ] || { echo "no shared objects in this build"; exit 77; }
cd "$WORK" || exit 1
for kind in good client server third open resigned desync forged; do
    "$RECORD" $kind.fsr $kind || exit 1
done
head -c $(($(wc -c <client.fsr) / 2)) client.fsr >half.fsr
head -c $(($(wc -c <client.fsr) - 200)) client.fsr >cut.fsr
{ head -c $(($(wc -c <client.fsr) - 200)) client.fsr; printf '\377\377'; tail -c 198 client.fsr; } >spoilt.fsr
: >empty.fsr
echo "no recording" >text.fsr
mkdir folder.fsr
touch noread.keys && mkdir keys.folder

# --- one object on every way to end ------------------------------------------------

# WORD...: prints one line, an object; its exit_code is the exit status, and "why" is there unless that is 0.
one_object() {
    local status code why lines
    timeout "$LIMIT" "$REPLAY" "$@" >out 2>err </dev/null
    status=$?
    mapfile lines <out
    if [ ${#lines[@]} -ne 1 ] || [[ ${lines[0]} != "{"*$'\n' ]]; then
        echo "# ${#lines[@]} lines: $*"
        return 1
    fi
    code=$("$JSONPATH" exit_code <out) && why=$("$JSONPATH" why <out) || { echo "# no exit_code or why: $*"; return 1; }
    if [ "$code" -ne $status ]; then
        echo "# exit status $status, exit_code $code: $*"
        return 1
    fi
    if [ "$status" -ne 0 ] && [ -z "$why" ]; then
        echo "# exit status $status without a why: $*"
        return 1
    fi
    seen="$seen $status"
}

# COMMAND WORD...: every bad recording and wrong use of one command.
all_ends() {
    local command=$1 file failed=0 good="--game $TOY"
    shift
    seen=""
    for file in good client server third desync forged open resigned half cut spoilt empty text folder missing; do
        # shellcheck disable=SC2086
        for use in "$good" "" "--game airhockey" "--game ./nothing.so" "--game ./text.fsr" "--game nosuchgame"; do
            one_object "$command" --json $use "$@" $file.fsr || failed=1
        done
    done
    for use in "--frobnicate good.fsr" "--game" "" "--tick x good.fsr" "--workers 0 good.fsr" "--workers 99999 good.fsr" "--desync 0 good.fsr" \
        "--tick 4294967294 good.fsr" "--key ./keys.folder good.fsr" "--key ./nothing.keys good.fsr" "--key ./noread.keys good.fsr" "--key zz good.fsr"; do
        # shellcheck disable=SC2086
        one_object "$command" --json $use || failed=1
        # shellcheck disable=SC2086
        one_object "$command" $use -j || failed=1
    done
    return $failed
}

for command in verify info dump repro; do
    all_ends $command; verdict "$command --json: one object on every way to end, with the exit code and why"
done
all_ends diff good.fsr; verdict "diff --json: one object on every way to end, with the exit code and why"
ok=0
for use in "--json" "--json verify good.fsr" "frobnicate --json" "--json frobnicate" "render --json good.fsr" "--nothing --json"; do
    # shellcheck disable=SC2086
    one_object $use || ok=1
done
[ $ok -eq 0 ]; verdict "without a command too"
several() {   # COMMAND: an object for each file, in their order
    local i=0 file
    timeout "$LIMIT" "$REPLAY" "$1" --json --game "$TOY" client.fsr missing.fsr cut.fsr text.fsr >out 2>err </dev/null
    [ "$(wc -l <out)" -eq 4 ] || return 1
    for file in client missing cut text; do
        i=$((i + 1))
        [ "$(sed -n ${i}p out | "$JSONPATH" file)" = $file.fsr ] || return 1
    done
}
several verify && several repro; verdict "several files: an object for each"

# --- repro of damaged files -----------------------------------------------------------

json() { [ "$("$JSONPATH" "$1" <out)" = "$2" ] || { echo "# $1 is '$("$JSONPATH" "$1" <out)', not '$2'"; return 1; }; }
expect 0 "$REPLAY" repro --json --game "$TOY" client.fsr && json fault null && json fault_offset null && json why ""
verdict "a whole recording has no fault"
expect 6 "$REPLAY" repro --json --game "$TOY" cut.fsr && json exit_code 6 && json agrees_with server && ! json fault null >/dev/null && ! json fault_offset null >/dev/null
verdict "a cut one has, and its exit code, although the desync is simulated"
expect 7 "$REPLAY" repro --json --game "$TOY" server.fsr && json exit_code 7 && json explained true && expect 1 "$REPLAY" repro --json --game "$TOY" third.fsr && json explained null
verdict "explained is true, false, or null where no state is there to compare with"
expect 3 "$REPLAY" repro --json --game "$TOY" forged.fsr && json exit_code 3 && [[ $("$JSONPATH" why <out) == *"hero[1].pos.y"*"server's hash"* ]] &&
    expect 3 "$REPLAY" repro --game "$TOY" forged.fsr && prints "not run .*hero\[1\].pos.y"
verdict "a report with a value that the server never had is malformed"

# --- terminals ---------------------------------------------------------------------------

# WORD...: nothing in either output acts on a terminal: no control character but line feeds, none of U+0080 to U+009F.
harmless() {
    timeout "$LIMIT" "$@" >out 2>err </dev/null
    if LC_ALL=C grep -q -P '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' out err; then
        echo "# control characters: ${*@Q}"
        LC_ALL=C cat -v out err | head -n 5
        return 1
    fi
}
"$RECORD" nasty.fsr nasty || exit 1
evil=$'a\e]0;owned\a\e[2J\xc2\x9b31m\x7f\n.fsr'
for kind in good client cut text empty; do
    cp $kind.fsr "$kind$evil"
done
ok=0
for command in verify info dump repro "diff good.fsr"; do
    for kind in good client cut text empty missing; do
        for use in "--game $TOY" "" "--json" "--json --game $TOY"; do
            # shellcheck disable=SC2086
            harmless "$REPLAY" $command $use "$kind$evil" || ok=1
        done
    done
    # shellcheck disable=SC2086
    harmless "$REPLAY" $command --game "./$evil" good.fsr || ok=1
    # shellcheck disable=SC2086
    harmless "$REPLAY" $command "--$evil" good.fsr || ok=1
done
for command in verify info repro "info --json" "verify --json" "repro --json"; do
    # shellcheck disable=SC2086
    harmless "$REPLAY" $command nasty.fsr || ok=1
    harmless "$REPLAY" $command --game "$TOY" nasty.fsr || ok=1
done
harmless "$REPLAY" "$evil" && harmless "$REPLAY" info --key "./$evil" good.fsr && harmless "$REPLAY" render --out "$evil" good.fsr &&
    harmless "$REPLAY" render --game "$TOY" --out "no/$evil.png" good.fsr && harmless "$REPLAY" dump --tick "$evil" good.fsr && [ $ok -eq 0 ]
verdict "names of files and words act on no terminal: fixstep-replay"
harmless "$SERVER" "--$evil" && harmless "$SERVER" "$evil" && harmless "$SERVER" --game "./$evil" && harmless "$SERVER" --config "./$evil" && harmless "$SERVER" --set "$evil" &&
    harmless "$SERVER" --record "no/$evil" --port 0 --ticks 1 --wait-players 0 && harmless "$SERVER" --round "$evil" && harmless "$SERVER" ctl --console "./$evil" status &&
    harmless "$SERVER" ctl "--$evil" && harmless "$SERVER" ctl --json --console "./$evil" status && harmless "$SERVER" ticket --player "$evil" && harmless "$SERVER" ticket --operator "no/$evil" --player ann &&
    harmless "$SERVER" ticket "$evil"
verdict "... fixstep-server and its commands"
harmless "$CLIENT" "--$evil" && harmless "$CLIENT" "$evil" --view none --timeout 1 && harmless "$CLIENT" "$evil:x" --view none && harmless "$CLIENT" --local "$evil" --view none &&
    harmless "$CLIENT" --local airhockey --view none --ticks 1 --record "no/$evil" && harmless "$CLIENT" --local airhockey --view none --ticks 1 --set "$evil" &&
    harmless "$CLIENT" --local airhockey --view none --ticks 1 --report "no/$evil" && harmless "$CLIENT" --local airhockey --view none --inject-fault "$evil" &&
    harmless "$CLIENT" --sync-test "./$evil" && harmless "$CLIENT" --replay "missing$evil" --view tty && harmless "$CLIENT" --replay "text$evil" --render x.png --tick 1 &&
    harmless "$CLIENT" --bot list --game "$evil" && harmless "$CLIENT" --list-games --game "./$evil" && harmless "$CLIENT" "@$evil" --favourites "./$evil" --view none
verdict "... fixstep-client"
printf 'nohost\033[2J.invalid:9 \033]0;x\007name\n' >favourites
harmless "$CLIENT" --list --favourites favourites; verdict "... and favourites"

# --- the console ------------------------------------------------------------------------

refused() { timeout "$LIMIT" "$SERVER" ctl "$@" >out 2>err </dev/null; [ $? -ne 0 ] && [ "$(wc -l <out)" -eq 1 ] && json ok false && ! json text "" >/dev/null; }
refused --json --console ./nothing status && refused --json && refused --frobnicate --json && refused --json --console ./text.fsr status
verdict "ctl --json: an object on every way to fail"

# --- reasons not to start ---------------------------------------------------------------

# WORD...: fails, says why in one JSON object on standard error, and nothing on standard output.
told_as_json() {
    timeout "$LIMIT" "$@" >out 2>err </dev/null
    local status=$?
    if [ $status -eq 0 ] || [ $status -ge 124 ] || [ -s out ] || [ "$(wc -l <err)" -ne 1 ] || [ "$("$JSONPATH" event <err)" != failed ] || [ -z "$("$JSONPATH" message <err)" ]; then
        echo "# exit status $status: ${*@Q}"
        head -n 3 out err
        return 1
    fi
}
ok=0
for use in "--frobnicate" "--game nosuchgame" "--port x" "word" "--config ./nothing" "--config ./text.fsr" "--delay 5000" "--game"; do
    # shellcheck disable=SC2086
    told_as_json "$SERVER" --log-format json $use && told_as_json "$SERVER" --log-format=json $use || ok=1
    # shellcheck disable=SC2086
    [ "$use" = "--game" ] || told_as_json "$SERVER" $use --log-format json || ok=1
done
printf '[server]\nlog-format = json\nport = x\n' >wrong.ini
told_as_json "$SERVER" --config wrong.ini && told_as_json "$SERVER" --list-games --game nosuchgame --log-format json && [ $ok -eq 0 ]
verdict "--log-format json: fixstep-server says so in JSON why it does not start"
ok=0
for use in "--frobnicate" "host:x" "--local nosuchgame" "--local airhockey --frobnicate" "--sync-test nosuchgame" "--replay missing.fsr --tick x" "@nobody --favourites ./nothing" \
    "--list --favourites ./keys.folder" "--list-games --game nosuchgame" "--bot list --game nosuchgame"; do
    # shellcheck disable=SC2086
    told_as_json "$CLIENT" --log-format json --view none $use && told_as_json "$CLIENT" --log-f json --view none $use || ok=1
done
[ $ok -eq 0 ]; verdict "... and fixstep-client"

finish
