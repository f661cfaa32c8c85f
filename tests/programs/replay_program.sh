#!/bin/bash
# replay_program.sh: fixstep-replay from the outside: every command, every exit
# code, the shape of its JSON. Run by make check in the build directory; the
# recordings are those of a toy game, loaded as a module. The last line is
# "TOTAL passed failed".
set -u
BUILD=${BUILD:-.}
BUILD_PATH=$(cd "$BUILD" && pwd)
REPLAY=$BUILD/fixstep-replay
RECORD=$BUILD/tests/programs/toyrecord
JSON=$BUILD/tests/programs/jsonpath
GAME=$(cd "$BUILD" && pwd)/tests/programs/.libs/toymodule.so
WORK=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-replay.XXXXXX") || exit 1
LIMIT=60
passed=0
failed=0
trap 'rm -rf "$WORK"' EXIT

# A build with sanitizers must not fail for what the font library keeps.
echo "leak:libfontconfig" >"$WORK/leaks"
export LSAN_OPTIONS=suppressions=$WORK/leaks:print_suppressions=0

# --- helpers ------------------------------------------------------------------

verdict() {   # STATUS NAME
    if [ "$1" -eq 0 ]; then
        echo "ok - $2"
        passed=$((passed + 1))
    else
        echo "not ok - $2"
        sed 's/^/#   /' "$WORK/out" "$WORK/err"
        failed=$((failed + 1))
    fi
}

run() {   # CODE ARGUMENT...: runs the program; fails on another exit code
    local wanted=$1 got
    shift
    timeout $LIMIT "$REPLAY" "$@" >"$WORK/out" 2>"$WORK/err" </dev/null
    got=$?
    [ "$got" -eq "$wanted" ] && return 0
    echo "# exit code $got, not $wanted: $*"
    return 1
}

says() {   # PATTERN: standard error is one line that matches
    [ "$(wc -l <"$WORK/err")" -eq 1 ] && grep -q -- "$1" "$WORK/err"
}

shows() {   # PATTERN: standard output has a line that matches
    grep -q -- "$1" "$WORK/out"
}

json() {   # PATH VALUE: of the first line of standard output
    local got
    got=$("$JSON" "$1" <"$WORK/out") || { echo "# no $1"; return 1; }
    [ "$got" = "$2" ] || { echo "# $1 is '$got', not '$2'"; return 1; }
}

silent() { [ ! -s "$WORK/err" ]; }

# --- recordings -------------------------------------------------------------------

for kind in good fault inputs open desync late resigned; do
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
[ -e "$GAME" ] || { echo "no shared objects in this build"; exit 77; }
cd "$WORK" || exit 1
case $REPLAY in /*) ;; *) REPLAY=$OLDPWD/$REPLAY; JSON=$OLDPWD/$JSON ;; esac

# --- usage ------------------------------------------------------------------------

run 0 --help && shows "verify" && shows "render" && silent
verdict $? "help lists the commands"
ok=0
for command in verify info dump diff render; do
    run 0 $command --help && shows "Usage: fixstep-replay $command" && silent || ok=1
done
verdict $ok "every command has its own help"
run 0 --version && shows "^fixstep-replay [0-9]" && shows "recording format 2"
verdict $? "version"
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
cannot info missing.fsr
cannot dump missing.fsr
TABLE
verdict $ok "wrong usage and missing files: one line, exit code 2"

# --- verify -------------------------------------------------------------------------

run 0 verify --game "$GAME" good.fsr && shows "^OK  *good.fsr  450 ticks, 450 roots equal, [0-9]*x real time" && silent
verdict $? "verify a good recording"
run 0 verify --game "$GAME" good.fsr inputs.fsr desync.fsr late.fsr && [ "$(grep -c ^OK out)" -eq 4 ]
verdict $? "verify several, a line each"
run 0 verify --game "$GAME" ./good.fsr && timeout $LIMIT "$REPLAY" verify --game "$GAME" - <good.fsr >out 2>err && shows "^OK  *- "
verdict $? "verify standard input"
run 1 verify --game "$GAME" fault.fsr && shows "^MISMATCH" && says "tick 65" && shows "hero\[0\].pos.x: recorded .* m (0x[0-9a-f]*), simulated"
verdict $? "a fault is exit code 1, with tick, field and both values"
run 3 verify --game "$GAME" damaged.fsr && shows "^MALFORMED" && says "damaged.fsr"
verdict $? "a damaged byte is exit code 3"
run 3 verify text.fsr && says "not a recording" && run 3 verify --game "$GAME" long.fsr && says "after the end"
verdict $? "other files and trailing bytes are exit code 3"
endless() {   # FILE: its bytes, then 200 MB that verify must not read
    cat "$1" - < <(head -c 200000000 /dev/zero || touch stopped) | timeout $LIMIT "$REPLAY" verify --game "$GAME" - >out 2>err
    [ "${PIPESTATUS[1]}" -eq 3 ] && sleep 0.2 && [ -e stopped ] && rm stopped
}
run 3 verify /dev/zero && says "not a recording" && endless empty.fsr && says "not a recording" && endless good.fsr && says "after the end" &&
    endless half.fsr && shows "^MALFORMED"
verdict $? "endless input is refused after its first bytes"
cp half.fsr huge.fsr
if truncate -s 10G huge.fsr zeros.fsr; then
    run 3 verify --game "$GAME" huge.fsr zeros.fsr && [ "$(grep -c ^MALFORMED out)" -eq 2 ] && run 3 info --json zeros.fsr && json size 10737418240
    verdict $? "so are files of 10 GB"
fi
rm -f huge.fsr zeros.fsr
run 4 verify --game "$GAME" resigned.fsr && shows "^BROKEN" && says "sealed"
verdict $? "a changed state hash with mended checksums is exit code 4"
run 5 verify good.fsr && shows "^OTHER-BUILD" && says "toy"
verdict $? "an unknown game is exit code 5"
run 5 verify --game airhockey good.fsr && says "toy" && run 5 verify --game ./nothing.so good.fsr && says "nothing.so"
verdict $? "another game and a missing module are exit code 5"
run 6 verify --game "$GAME" open.fsr && shows "^INCOMPLETE .* 450 roots equal" && says "open.fsr"
verdict $? "a recording that was never closed is exit code 6"
run 6 verify --game "$GAME" half.fsr && shows "roots equal" && run 6 verify --game "$GAME" empty.fsr
verdict $? "half a recording, and an empty file, are exit code 6"
run 1 verify --game "$GAME" open.fsr fault.fsr good.fsr && run 4 verify --game "$GAME" open.fsr resigned.fsr damaged.fsr
verdict $? "the worst file counts"
run 1 verify --json --game "$GAME" fault.fsr && json exit_code 1 && json result E_MISMATCH && json ticks 450 &&
    json verified_ticks 65 && json mismatch.tick 65 && json mismatch.keyframe_tick 200 &&
    json mismatch.differences.0.name "hero[0].pos.x" && json mismatch.differences.0.unit m && silent
verdict $? "verify --json of a fault"
run 0 verify --json --game "$GAME" good.fsr inputs.fsr && [ "$(wc -l <out)" -eq 2 ] && json file good.fsr && json exit_code 0 && json mismatch null
verdict $? "verify --json of several is an object per line"
run 2 verify --json --game "$GAME" missing.fsr && json exit_code 2
verdict $? "verify --json of a missing file"

# --- progress --------------------------------------------------------------------------

slow() {   # A recording whose verification takes more than the 0.2 s after which a line appears.
    timeout $LIMIT "$BUILD_PATH/fixstep-client" --local pyramid --set base=100 --seed 2 --ticks 400 --view none --quiet --record slow.fsr
}
if slow; then
    TERM=xterm script -qec "'$REPLAY' verify slow.fsr" typescript >/dev/null </dev/null
    grep -q '[0-9]%  [0-9]* of 400 ticks, [0-9]* s left  slow.fsr' typescript && grep -q '^.*OK  *slow.fsr  400 ticks' typescript
    verdict $? "a terminal shows the progress of a verification"
    run 0 verify slow.fsr && silent && [ "$(wc -l <out)" -eq 1 ] && TERM=dumb script -qec "'$REPLAY' verify slow.fsr" typescript >/dev/null </dev/null &&
        ! grep -q '% ' typescript
    verdict $? "a file and a terminal that cannot overwrite show none"
fi

# --- info ------------------------------------------------------------------------------

run 0 info desync.fsr && shows "^game  *toy, 20 Hz, seed 5" && shows "^players  *anna bert" && shows "^options  *speed=3 bounce=0" &&
    shows "hero\[1\].pos.y" && shows "^end  *complete" && silent
verdict $? "info"
run 0 info desync.fsr && head -n 2 out | grep -q "^result  *1 desync, state hash [0-9a-f]* after tick 449" && shows "^date  *20..-..-..T..:..:..Z" &&
    shows "^duration  *0:22.5" && shows "bert, slot 1: joined 0:00.2 (tick 3), left 0:02.0 (tick 40)" && ! shows "^table" && silent
verdict $? "info: result, date, duration and players first, no schema"
run 0 info --schema desync.fsr && shows "^table  *hero (.*): POS2 pos \[m\]" && run 2 verify --schema good.fsr && says "schema"
verdict $? "info --schema"
run 0 info late.fsr && shows "anna, slot 0: there at 0:03.5 (tick 70), stayed" && timeout $LIMIT "$REPLAY" info - >out 2>err < <(cat good.fsr) &&
    shows "^date  *unknown"
verdict $? "info of a recording that begins late, and of a pipe"
run 0 info --json desync.fsr && json format 2 && json recorder test && json build "test build" && json game toy && json seed 5 &&
    json hz 20 && json players 2 && json players.0 anna && json options.speed 3 && json first_tick 0 && json ticks 450 &&
    json segments 4 && json keyframes 4 && json restarts 0 && json desyncs 1 && json desyncs.0.player bert &&
    json desyncs.0.differences.0.name "hero[1].pos.y" && json end complete && json schema 4 && json schema.2.name hero &&
    json schema.2.fields.0.name pos && json schema.2.fields.0.type POS2 && json schema.2.fields.0.unit m &&
    json duration_seconds 22.5 && json presences 2 && json presences.1.name bert && json presences.1.join_tick 3 &&
    json presences.1.leave_tick 40 && json presences.0.leave_tick null
verdict $? "info --json"
root=$("$JSON" state_hash <out) && [ "$root" = "$("$JSON" final_root <out)" ]
[[ $root =~ ^[0-9a-f]{16}$ ]]
verdict $? "the state hash has 16 hex digits"
run 6 info --json half.fsr && json end truncated && json game toy && run 3 info --json text.fsr && json end malformed && json ticks 0 &&
    run 3 info text.fsr && shows "^end  *malformed: not a recording" && shows "^result  *no ticks"
verdict $? "info of broken recordings"

# --- dump --------------------------------------------------------------------------------

run 0 dump --game "$GAME" desync.fsr && shows "^# state after 450 ticks, root $root" && shows "^hero\[1\].pos.y = .* m (0x[0-9a-f]\{16\})" && silent
verdict $? "dump of the end has the state hash"
run 0 dump --game "$GAME" --tick 7 good.fsr && shows "^# state after 7 ticks" && shows "^world\[0\].tick = 7 ticks"
verdict $? "dump of a tick"
run 0 dump --json --game "$GAME" --tick 7 good.fsr && json tick 7 && json tables.world.0.tick.raw 7
verdict $? "dump --json"
run 2 dump --game "$GAME" --tick 451 good.fsr && says "0 to 450" && run 2 dump --game "$GAME" --tick 3 late.fsr && says "70 to 450"
verdict $? "dump of a tick that is not there"
run 5 dump good.fsr && says "not built in" && run 3 dump text.fsr && says "not a recording"
verdict $? "dump without the game, and of something else"
run 1 dump --game "$GAME" --tick 70 fault.fsr && shows "after 70 ticks" && says "differs"
verdict $? "dump of a simulation that differs says so"

# --- diff ----------------------------------------------------------------------------------

run 0 diff --game "$GAME" good.fsr desync.fsr && shows "^equal: ticks 0 to 449" && run 0 diff --game "$GAME" good.fsr late.fsr && shows "^equal: ticks 70 to 449"
verdict $? "diff of equal recordings"
run 1 diff --game "$GAME" good.fsr fault.fsr && shows "tick 65" && shows "inputs equal" && shows "hero\[0\].pos.x: left .* m (0x[0-9a-f]*), right" && silent
verdict $? "diff of a faulty recording names the field"
run 1 diff --game "$GAME" good.fsr inputs.fsr && shows "inputs differ first in tick 100" && shows "state after 101 ticks"
verdict $? "diff of other inputs"
run 1 diff --json --game "$GAME" good.fsr fault.fsr && json equal false && json root_tick 65 && json hash_tick 65 && json input_tick null && json state_tick 200 &&
    json differences.0.name "hero[0].pos.x"
verdict $? "diff --json"
run 1 diff good.fsr fault.fsr && shows "tick 65" && says "cannot be compared" && run 3 diff good.fsr text.fsr && run 6 diff --game "$GAME" good.fsr open.fsr
verdict $? "diff without the game, and of broken recordings"

# --- render ----------------------------------------------------------------------------------

if run 0 render --game "$GAME" --tick 100 --out picture.png --size 320x200 good.fsr; then
    [ "$(head -c 8 picture.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] && silent
    verdict $? "render a PNG"
    run 0 render --game "$GAME" --slot 1 --out picture.svg good.fsr && grep -q "<svg" picture.svg
    verdict $? "render an SVG"
    run 2 render --game "$GAME" --out no/folder/x.png good.fsr && says "no/folder/x.png" &&
        run 2 render --game "$GAME" --slot 2 --out x.png good.fsr && says "slot"
    verdict $? "render where it cannot be written, for whom there is not"
else
    run 2 render --game "$GAME" --tick 100 --out picture.png good.fsr && says "cairo"
    verdict $? "a build without pictures says so"
fi

# --- output ------------------------------------------------------------------------------------

if [ -w /dev/full ]; then
    "$REPLAY" info good.fsr >/dev/full 2>err
    [ $? -eq 2 ]
    verdict $? "a full disk behind standard output is exit code 2"
fi

echo "TOTAL $passed $failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
