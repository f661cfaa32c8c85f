#!/bin/bash
# replay_program.sh: fixstep-replay from the outside: every command, every exit
# code, the shape of its JSON. Run by make check in the build directory; the
# recordings are those of a toy game, loaded as a module. The last line is
# "TOTAL passed failed".
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" replay
RECORD=$BUILD/tests/programs/toyrecord

# A build with sanitizers must not fail for what the font library keeps.
echo "leak:libfontconfig" >"$WORK/leaks"
export LSAN_OPTIONS=suppressions=$WORK/leaks:print_suppressions=0

# --- helpers ------------------------------------------------------------------

run() {   # STATUS ARGUMENT...: of the program
    local wanted=$1
    shift
    expect "$wanted" "$REPLAY" "$@"
}

json() {   # PATH VALUE: of the first line of standard output
    local got
    got=$("$JSONPATH" "$1" <"$WORK/out") || { echo "# no $1"; return 1; }
    [ "$got" = "$2" ] || { echo "# $1 is '$got', not '$2'"; return 1; }
}

silent() { [ ! -s "$WORK/err" ]; }

# --- recordings -------------------------------------------------------------------

for kind in good fault inputs open desync late resigned client server third; do
    "$RECORD" "$WORK/$kind.fsr" $kind || exit 1
done
size=$(wc -c <"$WORK/good.fsr")
head -c $((size / 2)) "$WORK/good.fsr" >"$WORK/half.fsr"
: >"$WORK/empty.fsr"
cp "$WORK/good.fsr" "$WORK/copy.txt"
echo "no recording" >"$WORK/text.fsr"
{ cat "$WORK/good.fsr"; echo; } >"$WORK/long.fsr"
{ head -c 3000 "$WORK/good.fsr"; printf '\377'; tail -c +3002 "$WORK/good.fsr"; } >"$WORK/damaged.fsr"
cmp -s "$WORK/good.fsr" "$WORK/damaged.fsr" && { head -c 3000 "$WORK/good.fsr"; printf '\0'; tail -c +3002 "$WORK/good.fsr"; } >"$WORK/damaged.fsr"
[ -e "$TOY" ] || { echo "no shared objects in this build"; exit 77; }
cd "$WORK" || exit 1
case $REPLAY in /*) ;; *) REPLAY=$OLDPWD/$REPLAY; JSON=$OLDPWD/$JSONPATH ;; esac

# --- usage ------------------------------------------------------------------------

run 0 --help && prints "verify" && prints "render" && silent
verdict "help lists the commands"
ok=0
for command in verify info dump diff render repro; do
    run 0 $command --help && prints "Usage: fixstep-replay $command" && silent || ok=1
done
[ $ok -eq 0 ]; verdict "every command has its own help"
run 0 --version && prints "^fixstep-replay [0-9]" && prints "recording format 2"
verdict "version"
ok=0
while read -r pattern arguments; do
    # shellcheck disable=SC2086
    run 2 $arguments && says "$pattern" || ok=1
done <<'TABLE'
missing
unknown frobnicate good.fsr
missing verify
missing info
missing diff good.fsr
unexpected dump good.fsr fault.fsr
unexpected diff good.fsr fault.fsr open.fsr
unknown verify --frobnicate good.fsr
unknown info --tick 3 good.fsr
missing render good.fsr
.png,.*.svg,.*.txt.*.ansi render good.fsr --out x.gif
recording render copy.txt --out ./copy.txt
--size render good.fsr --out x.png --size 12
--size render good.fsr --out x.png --size 0x10
--size render good.fsr --out x.png --size 10x99999
--tick dump good.fsr --tick -1
--tick dump good.fsr --tick abc
value dump good.fsr --tick
first --json verify good.fsr
cannot verify missing.fsr
missing repro
--desync repro client.fsr --desync 0
unknown repro client.fsr --tick 3
cannot repro missing.fsr
cannot info missing.fsr
cannot dump missing.fsr
TABLE
[ $ok -eq 0 ]; verdict "wrong usage and missing files: one line, exit code 2"

# --- verify -------------------------------------------------------------------------

run 0 verify --game "$TOY" good.fsr && prints "^OK  *good.fsr  450 ticks, 450 state hashes equal, [0-9]*x real time" && silent
verdict "verify a good recording"
run 0 verify --game "$TOY" good.fsr inputs.fsr desync.fsr late.fsr && [ "$(grep -c ^OK out)" -eq 4 ]
verdict "verify several, a line each"
run 0 verify --game "$TOY" ./good.fsr && timeout $LIMIT "$REPLAY" verify --game "$TOY" - <good.fsr >out 2>err && prints "^OK  *- "
verdict "verify standard input"
run 1 verify --game "$TOY" fault.fsr && prints "^MISMATCH" && says "tick 65" && prints "hero\[0\].pos.x: recorded .* m (0x[0-9a-f]*), simulated"
verdict "a fault is exit code 1, with tick, field and both values"
run 3 verify --game "$TOY" damaged.fsr && prints "^MALFORMED" && says "damaged.fsr"
verdict "a damaged byte is exit code 3"
run 3 verify text.fsr && says "not a recording" && run 3 verify --game "$TOY" long.fsr && says "after the end"
verdict "other files and trailing bytes are exit code 3"
endless() {   # FILE: its bytes, then 200 MB that verify must not read
    cat "$1" - < <(head -c 200000000 /dev/zero || touch stopped) | timeout $LIMIT "$REPLAY" verify --game "$TOY" - >out 2>err
    [ "${PIPESTATUS[1]}" -eq 3 ] && within test -e stopped && rm stopped
}
run 3 verify /dev/zero && says "not a recording" && endless empty.fsr && says "not a recording" && endless good.fsr && says "after the end" &&
    endless half.fsr && prints "^MALFORMED"
verdict "endless input is refused after its first bytes"
cp half.fsr huge.fsr
if truncate -s 10G huge.fsr zeros.fsr; then
    run 3 verify --game "$TOY" huge.fsr zeros.fsr && [ "$(grep -c ^MALFORMED out)" -eq 2 ] && run 3 info --json zeros.fsr && json size 10737418240
    verdict "so are files of 10 GB"
fi
rm -f huge.fsr zeros.fsr
run 4 verify --game "$TOY" resigned.fsr && prints "^BROKEN" && says "sealed"
verdict "a changed state hash with mended checksums is exit code 4"
run 5 verify good.fsr && prints "^OTHER-BUILD" && says "toy"
verdict "an unknown game is exit code 5"
run 5 verify --game airhockey good.fsr && says "toy" && run 5 verify --game ./nothing.so good.fsr && says "nothing.so"
verdict "another game and a missing module are exit code 5"
run 6 verify --game "$TOY" open.fsr && prints "^INCOMPLETE .* 450 state hashes equal" && says "open.fsr"
verdict "a recording that was never closed is exit code 6"
run 6 verify --game "$TOY" half.fsr && prints "state hashes equal" && run 6 verify --game "$TOY" empty.fsr
verdict "half a recording, and an empty file, are exit code 6"
run 1 verify --game "$TOY" open.fsr fault.fsr good.fsr && run 4 verify --game "$TOY" open.fsr resigned.fsr damaged.fsr
verdict "the worst file counts"
run 1 verify --json --game "$TOY" fault.fsr && json exit_code 1 && json result E_MISMATCH && json ticks 450 &&
    json verified_ticks 65 && json mismatch.tick 65 && json mismatch.keyframe_tick 200 &&
    json mismatch.differences.0.name "hero[0].pos.x" && json mismatch.differences.0.unit m && silent
verdict "verify --json of a fault"
run 0 verify --json --game "$TOY" good.fsr inputs.fsr && [ "$(wc -l <out)" -eq 2 ] && json file good.fsr && json exit_code 0 && json mismatch null
verdict "verify --json of several is an object per line"
run 2 verify --json --game "$TOY" missing.fsr && json exit_code 2
verdict "verify --json of a missing file"

# --- repro -------------------------------------------------------------------------------

run 0 repro --game "$TOY" client.fsr && prints "^client.fsr: desync 1 of 1: tick 60, player 'bert' in slot 1" &&
    prints "verdict .*this build gives the server's state" && prints "cause .*outside the step" && silent &&
    prints "values *hero\[1\].pos.y: server .* m (0x[0-9a-f]*), client .* m (0x[0-9a-f]*), this build .* m (0x" &&
    prints "nothing else differed" && prints "phase *outside" && prints "inputs *equal" && prints "ticks 0 to 60 simulated; all state hashes are the server's" &&
    prints "scalar, 1 thread: the server's state" && prints ", 4 threads: the server's state" && prints "every tick twice: equal" && prints "client 1.0, gcc 12"
verdict "repro of a wrong client: exit code 0, with tick, field, three values, runs and builds"
run 7 repro --game "$TOY" server.fsr && prints "this build gives the client's state" && prints "the first state hash that is not the server's is that of tick 60"
verdict "repro of a wrong server: exit code 7"
run 1 repro --game "$TOY" third.fsr && prints "this build gives neither state" && prints "is that of tick 60" && prints "more differed\|values"
verdict "repro of two wrong sides: exit code 1, with the first tick"
run 0 repro --json --game "$TOY" client.fsr && json exit_code 0 && json agrees_with server && json tick 60 && json player bert && json explained true &&
    json values.0.name "hero[1].pos.y" && json values.0.own.raw "$("$JSONPATH" values.0.server.raw <out)" && json runs.0.threads 1 && json odd_run null &&
    json twice.equal true && json phase outside && json runs.0.recorded_until null && silent
verdict "repro --json of a wrong client"
run 7 repro --json --game "$TOY" client.fsr server.fsr && [ "$(wc -l <out)" -eq 2 ] && run 1 repro --game "$TOY" server.fsr third.fsr client.fsr
verdict "repro of several: an object per line, and the worst counts"
run 2 repro --game "$TOY" good.fsr && says "holds no desync" && run 2 repro --json --game "$TOY" --desync 2 client.fsr && says "has fewer desyncs" && json exit_code 2
verdict "repro of a recording without the desync"
run 2 repro --game "$TOY" desync.fsr && prints "not run .*is not in the recording" && run 2 repro --json --game "$TOY" desync.fsr && json exit_code 2 && json tick 450
verdict "repro of a report that does not fit its recording"
run 5 repro client.fsr && says "toy" && says "game FILE.so" && run 5 repro --json client.fsr && json exit_code 5
verdict "repro of a game that is not there: the message names --game"
head -c $(($(wc -c <client.fsr) - 200)) client.fsr >cut.fsr
{ head -c 3000 client.fsr; printf '\377\377'; tail -c +3003 client.fsr; } >spoilt.fsr
run 6 repro --game "$TOY" cut.fsr && prints "this build gives the server's state" && says "cut.fsr" &&
    run 3 repro --json --game "$TOY" text.fsr && json exit_code 3 && run 3 repro --game "$TOY" spoilt.fsr && grep -q "spoilt.fsr: no desync is in the part that can be read" err && run 6 repro --json empty.fsr && json exit_code 6
verdict "repro of a cut, a damaged and an empty recording, and of another file"
timeout $LIMIT "$REPLAY" repro --game "$TOY" - <client.fsr >out 2>err && prints "^-: desync 1 of 1"
verdict "repro of standard input"

# --- progress --------------------------------------------------------------------------

slow() {   # A recording whose verification takes more than the 0.2 s after which a line appears.
    timeout $LIMIT "$BUILD/fixstep-client" --local pyramid --set base=100 --seed 2 --ticks 400 --view none --quiet --record slow.fsr
}
if slow; then
    TERM=xterm script -qec "'$REPLAY' verify slow.fsr" typescript >/dev/null </dev/null
    grep -q '[0-9]%  [0-9]* of 400 ticks, [0-9]* s left  slow.fsr' typescript && grep -q '^.*OK  *slow.fsr  400 ticks' typescript
    verdict "a terminal prints the progress of a verification"
    run 0 verify slow.fsr && silent && [ "$(wc -l <out)" -eq 1 ] && TERM=dumb script -qec "'$REPLAY' verify slow.fsr" typescript >/dev/null </dev/null &&
        ! grep -q '% ' typescript
    verdict "a file and a terminal that cannot overwrite show none"
fi

# --- info ------------------------------------------------------------------------------

run 0 info desync.fsr && prints "^game  *toy, 20 Hz, seed 5" && prints "^players  *anna bert" && prints "^options  *speed=3 bounce=0" &&
    prints "hero\[1\].pos.y" && prints "^end  *complete" && silent
verdict "info"
run 0 info desync.fsr && head -n 2 out | grep -q "^result  *1 desync, state hash [0-9a-f]* after tick 449" && prints "^date  *20..-..-..T..:..:..Z" &&
    prints "^duration  *0:22.5" && prints "bert, slot 1: joined 0:00.2 (tick 3), left 0:02.0 (tick 40)" && ! prints "^table" && silent
verdict "info: result, date, duration and players first, no schema"
run 0 info --schema desync.fsr && prints "^table  *hero (.*): POS2 pos \[m\]" && run 2 verify --schema good.fsr && says "schema"
verdict "info --schema"
run 0 info late.fsr && prints "anna, slot 0: there at 0:03.5 (tick 70), stayed" && timeout $LIMIT "$REPLAY" info - >out 2>err < <(cat good.fsr) &&
    prints "^date  *unknown"
verdict "info of a recording that begins late, and of a pipe"
run 0 info --json desync.fsr && json format 2 && json recorder test && json build "test build" && json game toy && json seed 5 &&
    json hz 20 && json players 2 && json players.0 anna && json options.speed 3 && json first_tick 0 && json ticks 450 &&
    json segments 4 && json keyframes 4 && json restarts 0 && json desyncs 1 && json desyncs.0.player bert &&
    json desyncs.0.differences.0.name "hero[1].pos.y" && json end complete && json schema 4 && json schema.2.name hero &&
    json schema.2.fields.0.name pos && json schema.2.fields.0.type POS2 && json schema.2.fields.0.unit m &&
    json duration_seconds 22.5 && json presences 2 && json presences.1.name bert && json presences.1.join_tick 3 &&
    json presences.1.leave_tick 40 && json presences.0.leave_tick null
verdict "info --json"
root=$("$JSONPATH" state_hash <out) && [ "$root" = "$("$JSONPATH" final_root <out)" ]
[[ $root =~ ^[0-9a-f]{16}$ ]]
verdict "the state hash has 16 hex digits"
run 6 info --json half.fsr && json end truncated && json game toy && run 3 info --json text.fsr && json end malformed && json ticks 0 &&
    run 3 info text.fsr && prints "^end  *malformed: not a recording" && prints "^result  *no ticks"
verdict "info of broken recordings"

# --- dump --------------------------------------------------------------------------------

run 0 dump --game "$TOY" desync.fsr && prints "^# state after 450 ticks, state hash $root" && prints "^hero\[1\].pos.y = .* m (0x[0-9a-f]\{16\})" && silent
verdict "dump of the end has the state hash"
run 0 dump --game "$TOY" --tick 7 good.fsr && prints "^# state after 7 ticks" && prints "^world\[0\].tick = 7 ticks"
verdict "dump of a tick"
run 0 dump --json --game "$TOY" --tick 7 good.fsr && json tick 7 && json tables.world.0.tick.raw 7
verdict "dump --json"
run 2 dump --game "$TOY" --tick 451 good.fsr && says "0 to 450" && run 2 dump --game "$TOY" --tick 3 late.fsr && says "70 to 450"
verdict "dump of a tick that is not there"
run 5 dump good.fsr && says "not built in" && run 3 dump text.fsr && says "not a recording"
verdict "dump without the game, and of something else"
run 1 dump --game "$TOY" --tick 70 fault.fsr && prints "after 70 ticks" && says "differs"
verdict "dump of a simulation that differs says so"

# --- diff ----------------------------------------------------------------------------------

run 0 diff --game "$TOY" good.fsr desync.fsr && prints "^equal: ticks 0 to 449" && run 0 diff --game "$TOY" good.fsr late.fsr && prints "^equal: ticks 70 to 449"
verdict "diff of equal recordings"
run 1 diff --game "$TOY" good.fsr fault.fsr && prints "tick 65" && prints "inputs equal" && prints "hero\[0\].pos.x: left .* m (0x[0-9a-f]*), right" && silent
verdict "diff of a faulty recording names the field"
run 1 diff --game "$TOY" good.fsr inputs.fsr && prints "inputs differ first in tick 100" && prints "state after 101 ticks"
verdict "diff of other inputs"
run 1 diff --json --game "$TOY" good.fsr fault.fsr && json equal false && json root_tick 65 && json hash_tick 65 && json input_tick null && json state_tick 200 &&
    json differences.0.name "hero[0].pos.x"
verdict "diff --json"
run 1 diff good.fsr fault.fsr && prints "tick 65" && says "cannot be compared" && run 3 diff good.fsr text.fsr && run 6 diff --game "$TOY" good.fsr open.fsr
verdict "diff without the game, and of broken recordings"

# --- render ----------------------------------------------------------------------------------

if run 0 render --game "$TOY" --tick 100 --out picture.png --size 320x200 good.fsr; then
    [ "$(head -c 8 picture.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] && silent
    verdict "render a PNG"
    run 0 render --game "$TOY" --slot 1 --out picture.svg good.fsr && grep -q "<svg" picture.svg
    verdict "render an SVG"
    run 2 render --game "$TOY" --out no/folder/x.png good.fsr && says "no/folder/x.png" &&
        run 2 render --game "$TOY" --slot 2 --out x.png good.fsr && says "slot"
    verdict "render where it cannot be written, for whom there is not"
else
    run 2 render --game "$TOY" --tick 100 --out picture.png good.fsr && says "cairo"
    verdict "a build without pictures says so"
fi

# --- output ------------------------------------------------------------------------------------

if [ -w /dev/full ]; then
    "$REPLAY" info good.fsr >/dev/full 2>err
    [ $? -eq 2 ]
    verdict "a full disk behind standard output is exit code 2"
fi

finish
