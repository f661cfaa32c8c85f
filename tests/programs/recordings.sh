#!/bin/bash
# recordings.sh: the files of --record: an earlier recording is never lost, a failure has its reason, standard output and
# signals. Run by make check in the build folder. The last line is "TOTAL passed failed".
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" recordings
LOCAL=("$CLIENT" --local airhockey --view none --seed 3 --ticks 120)
cd "$WORK" || exit 1

# --- helpers ------------------------------------------------------------------

holds() { [ "$(cat "$1")" = "$2" ]; }
no_parts() { ! ls -A | grep -q '\.part'; }

stop_server() { kill -TERM "$server_pid"; wait "$server_pid"; }

# --- an earlier recording -------------------------------------------------------

echo "precious" >old.fsr
expect 1 "$CLIENT" 127.0.0.1:9 --timeout 1 --view none --record old.fsr && tells "no server" && holds old.fsr precious && no_parts
verdict "a join that fails leaves the earlier recording as it was"
expect 1 "$CLIENT" nosuchhost.invalid --view none --record old.fsr && holds old.fsr precious && no_parts
verdict "a host that is not known leaves it too"
expect 2 "$CLIENT" --local airhockey --view none --ticks 5 --set nosuchkey=1 --record old.fsr && holds old.fsr precious && no_parts
verdict "wrong usage leaves it too"
start_server_itself() {   # NAME ARGUMENT...: without a time limit around it, so that a signal reaches the server
    : >"$1.log"
    "$SERVER" --port 0 --desync-dir . "${@:2}" 2>"$1.log" >/dev/null </dev/null &
    server_pid=$!
    await "$1.log" "listening on port"
}
wait_in_vain() {
    start_server server --desync-dir . --record old.fsr && holds old.fsr precious && [ -s old.fsr.part ] && stop_server && holds old.fsr precious &&
        grep -q "nothing was recorded to old.fsr" server.log && no_parts
}
wait_in_vain; verdict "a server that nobody joins leaves it too"
chmod 600 old.fsr
expect 0 "${LOCAL[@]}" --record old.fsr && once "the earlier recording old.fsr is kept as old.fsr.1$" && holds old.fsr.1 precious && no_parts &&
    [ "$(stat -c %a old.fsr)" = 600 ] && cp old.fsr first.fsr
verdict "an earlier recording is kept as .1"
expect 0 "${LOCAL[@]}" --seed 4 --record old.fsr && holds old.fsr.1 precious && cmp old.fsr.2 first.fsr && ! cmp -s old.fsr first.fsr &&
    expect 0 "$REPLAY" verify old.fsr old.fsr.2
verdict "and the next one as .2"
: >empty.fsr
expect 0 "${LOCAL[@]}" --record empty.fsr && [ ! -e empty.fsr.1 ] && expect 0 "$REPLAY" verify empty.fsr
verdict "an empty file is replaced"
mkdir -p far
echo "precious" >far/target.fsr
ln -s far/target.fsr link.fsr
expect 0 "${LOCAL[@]}" --record link.fsr && [ -L link.fsr ] && holds far/target.fsr.1 precious && expect 0 "$REPLAY" verify link.fsr
verdict "a symbolic link stays one"
echo "another" >new.fsr.part
expect 0 "${LOCAL[@]}" --record new.fsr && holds new.fsr.part another && expect 0 "$REPLAY" verify new.fsr && rm new.fsr.part
verdict "a file of the temporary name that is no recording is left alone"
killed() {   # a server that waits has a part without a tick; one that plays has moved it into place
    local waiting
    start_server_itself waiting --record k.fsr && kill -KILL $server_pid && wait $server_pid 2>/dev/null
    [ -s k.fsr.part ] || return 1
    start_server_itself waiting --record k.fsr && waiting=$server_pid && grep -q "k.fsr.part is removed: its program was killed before the first tick" waiting.log || return 1
    expect 0 "${LOCAL[@]}" --record k.fsr && [ -s k.fsr.part ] && ! tells "k.fsr.part" && cp k.fsr first.fsr || return 1   # that of a server that lives
    kill -KILL $waiting; wait $waiting 2>/dev/null
    head -c $(($(stat -c %s first.fsr) * 2 / 3)) first.fsr >k.fsr.part3
    expect 0 "${LOCAL[@]}" --seed 5 --record k.fsr && tells "k.fsr.part is removed" && tells "the recording k.fsr.part3 of a program that was killed is kept as k.fsr.1: [1-9][0-9]* ticks" || return 1
    no_parts && expect 6 "$REPLAY" verify k.fsr.1 && cmp k.fsr.2 first.fsr && expect 0 "$REPLAY" verify k.fsr
}
killed; verdict "what killed programs have left is kept when it has ticks, and else removed"
expect 1 "${LOCAL[@]}" --record far && tells "cannot write far: Is a directory"; verdict "a folder"
together() {
    start_server server --desync-dir . --wait-players 2 --players 2 --ticks 60 || return 1
    "$CLIENT" "127.0.0.1:$port" --view none --bot chase --record both.fsr 2>a.log &
    local first=$!
    "$CLIENT" "127.0.0.1:$port" --view none --bot chase --record both.fsr 2>b.log || return 1
    wait $first && wait "$server_pid" && no_parts && expect 0 "$REPLAY" verify both.fsr both.fsr.1
}
together; verdict "two clients that record to one file keep both recordings"

# --- hosts and ports ------------------------------------------------------------------

ok=0
for host in localhost:99999 localhost: localhost:0 localhost:4x :4000 "[::1" "[::1]4000" "[::1]:0"; do
    expect 2 "$CLIENT" "$host" --view none --record old.fsr --report report.json && tells "see --help" || ok=1
done
expect 2 "$SERVER" --port 99999 && tells "see --help" || ok=1
[ $ok -eq 0 ] && [ ! -e report.json ] && no_parts; verdict "a port or host that cannot be is wrong usage in every program"
expect 1 "$CLIENT" nosuchhost.invalid --view none --report report.json && tells "nosuchhost.invalid" && [ ! -e report.json ]
verdict "a host that is not known is a failure"

# --- standard output, and one file twice ----------------------------------------------

"${LOCAL[@]}" --record - >piped.fsr 2>err && expect 0 "$REPLAY" verify piped.fsr &&
    "${LOCAL[@]}" --record - 2>err | "$REPLAY" verify - >out && grep -q "^OK .* 120 ticks" out &&
    [ ! -e ./- ]
verdict "--record - writes to standard output"
serve_to_output() {
    start_server server --desync-dir . --ticks 60 --record - || return 1
    "$CLIENT" "127.0.0.1:$port" --view none --bot chase 2>err && wait "$server_pid" && expect 0 "$REPLAY" verify server.out
}
serve_to_output; verdict "the server's too"
# A pipe that nobody reads takes 64 KiB, less than the first keyframe: the match is played all the same, and the server
# waits at the end until the recording is read.
unread() {
    mkfifo pipe && exec 5<>pipe || return 1
    start_server unread --game particles --set count=20000 --ticks 60 --record pipe || return 1
    expect 0 "$CLIENT" "127.0.0.1:$port" --view none --bot random || return 1
    kill -0 $server_pid || return 1
    timeout $LIMIT cat <pipe >slow.fsr 5>&- &
    local reader=$!
    exec 5>&-
    wait $server_pid && wait $reader && expect 0 "$REPLAY" verify slow.fsr && prints " 60 ticks"
}
unread; verdict "a pipe that nobody reads delays no tick and loses nothing"
expect 2 script -qec "'$CLIENT' --local airhockey --view none --ticks 5 --record -" typescript && grep -q "is a terminal" typescript
verdict "a recording is not written to a terminal"
ok=0
echo "precious" >same.json
ln same.json hard.json
for pair in "- -" "same.json ./same.json" "hard.json same.json" "none.json far/../none.json"; do
    # shellcheck disable=SC2086
    set -- $pair
    expect 2 "${LOCAL[@]}" --record "$1" --report "$2" && tells "name the same file" && expect 2 "$SERVER" --port 0 --record "$1" --report "$2" &&
        tells "name the same file" || ok=1
done
[ $ok -eq 0 ] && holds same.json precious && [ ! -e none.json ]; verdict "one file for two purposes is refused"
expect 0 "${LOCAL[@]}" --record /dev/null --report /dev/null; verdict "devices may be shared"

# --- failures ----------------------------------------------------------------------

if [ -w /dev/full ]; then
    expect 1 "${LOCAL[@]}" --record /dev/full --report report.json && once "recording /dev/full stopped: No space left on device" && once "/dev/full" &&
        grep -q '"ticks": 120' report.json && ! tells incomplete && ! tells "nothing was recorded"
    verdict "/dev/full: the reason once, and the match goes on"
    serve_full() {
        start_server server --desync-dir . --ticks 60 --record /dev/full --report report.json || return 1
        "$CLIENT" "127.0.0.1:$port" --view none --bot chase 2>err || return 1
        wait "$server_pid"
        [ $? -eq 1 ] && cp server.log err && once "/dev/full" && tells "No space left on device" && grep -q '"ticks": 60' report.json
    }
    serve_full; verdict "/dev/full of a server"
    expect 1 "${LOCAL[@]}" --record /dev/full --log-format json && once '"event":"recording-failed"' && tells '"reason":"No space left on device"'
    verdict "the reason in JSON"
fi
limited() {   # KiB FILE: a file-size limit is what a small disk looks like to the process
    (ulimit -f "$1" && exec timeout $LIMIT "$CLIENT" --local airhockey --view none --seed 4 --ticks 20000 --record "$2" >out 2>err </dev/null)
    [ $? -eq 1 ] && once "$2 stopped: File too large"
}
echo "precious" >small.fsr
limited 1 small.fsr && holds small.fsr precious && no_parts && [ ! -e small.fsr.1 ]
verdict "a disk that is full at the start leaves the earlier recording"
limited 8 small.fsr && holds small.fsr.1 precious && expect 6 "$REPLAY" verify small.fsr
verdict "a disk that fills up later leaves a valid beginning"

# --- signals -------------------------------------------------------------------------

hang_up() {   # WORD...: sends SIGHUP to a server that env started with them; a shell cannot undo that its parent ignores it
    : >server.log
    env "$@" "$SERVER" --port 0 2>server.log >/dev/null </dev/null &
    server_pid=$!
    await server.log "listening on port" && sleep 0.2 && kill -HUP "$server_pid" && sleep 0.7
}
hang_up --ignore-signal=HUP && kill -0 "$server_pid" && stop_server; verdict "SIGHUP ignored at the start stays ignored"
gone() { ! kill -0 "$server_pid" 2>/dev/null; }
hang_up --default-signal=HUP && within gone && wait "$server_pid"; verdict "else it ends the match"

finish
