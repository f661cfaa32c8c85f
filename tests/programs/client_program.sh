#!/bin/bash
# client_program.sh: the parts of fixstep-client that need no server: the sync test, the lists and the debug layers.
# Run by make check in the build folder. The last line is "TOTAL passed failed".
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" client
FAULTY=$BUILD/tests/programs/.libs/faultgame.so

reports() {   # PATH VALUE: a value of the report
    [ "$(tr -d '\n' <"$WORK/report.json" | "$JSONPATH" "$1")" = "$2" ]
}

# --- the sync test -----------------------------------------------------------------

expect 0 "$CLIENT" --sync-test airhockey --ticks 200 --seed 3 && tells "200 ticks stepped twice, all states equal"
verdict "air hockey passes"
expect 0 "$CLIENT" --sync-test pool --ticks 150 --seed 3 --bots
verdict "pool passes with its own bot"
expect 0 "$CLIENT" --sync-test pyramid --set base=20 --ticks 140 --seed 3 --workers 3 --report "$WORK/report.json" &&
    reports result 'OK' && reports mismatch null && reports ticks 140
verdict "a heap on three threads passes, and the report says so"
expect 0 "$CLIENT" --sync-test pyramid3d --set base=5 --ticks 60 --seed 3 --workers 2 &&
    tells "60 ticks stepped twice, all states equal"
verdict "a heap in space on two threads passes"

faulty() {   # FAULT ARGUMENT...
    local fault=$1
    shift
    expect 1 "$CLIENT" --sync-test "$FAULTY" --set "fault=$fault" --seed 5 --report "$WORK/report.json" "$@"
}
if [ -e "$FAULTY" ]; then
    expect 0 "$CLIENT" --sync-test "$FAULTY" --seed 5 && tells "600 ticks stepped twice"
    verdict "a good game from a shared object passes 600 ticks"
    faulty 1 && tells "tick 5: " && tells "hero\[0\].fired: first step [0-9]* (0x0*[0-9a-f]*), second step" && tells "static variable" &&
        reports mismatch.tick 5 && reports mismatch.cause 'memory' && reports mismatch.values 1 &&
        reports mismatch.differences.0.name 'hero[0].fired'
    verdict "a static variable is found, with its tick, field and values"
    faulty 2 && tells "tick 5: " && tells "hero\[0\].fired" && tells "scratch" && reports mismatch.cause 'scratch'
    verdict "state in scratch is found"
    faulty 3 && tells "tick 5: " && tells "hero\[0\].fired" && reports mismatch.cause 'scratch'
    verdict "reading scratch that was never written is found"
    faulty 4 && tells "tick 0: " && reports mismatch.cause 'memory'
    verdict "a static variable that init sets is found"
    faulty 5 && tells "tick 1: " && reports mismatch.cause 'codec'
    verdict "a hidden row is found"
    expect 0 "$CLIENT" --sync-test "$FAULTY" --set fault=6 --seed 5 && faulty 6 --workers 2 && tells "tick 5: " &&
        reports mismatch.cause 'threads'
    verdict "a result that depends on threads is found"
    faulty 7 && tells "refuses the state of its own match" && reports result 'E_MALFORMED'
    verdict "a game that refuses its own state is found"
    faulty 8 && tells "two calls of the game's init" && reports mismatch.in_init true && reports ticks 0
    verdict "an init that gives another state each time is found"
    faulty 1 --log-format json && tells '"event":"sync-test"'
    verdict "the log line in JSON"
fi
expect 2 "$CLIENT" --sync-test nosuchgame && tells nosuchgame; verdict "sync test of an unknown game"
expect 2 "$CLIENT" --sync-test pool --local pool && tells contradict; verdict "sync test and a local match"
expect 2 "$CLIENT" --sync-test pool --record x.fsr && tells "not with --sync-test"; verdict "sync test and a recording"
expect 2 "$CLIENT" --local pool --bots --ticks 1 && tells "only with --sync-test"; verdict "--bots without a sync test"
expect 2 "$CLIENT" --sync-test pool --bots --bot idle && tells contradict; verdict "--bots and --bot"

# --- lists ----------------------------------------------------------------------------

json_list() {   # COMMAND...
    expect 0 "$@" --list-games --log-format json && cp "$WORK/out" "$WORK/report.json" && reports 0.name 'airhockey' &&
        reports 0.options.0.key 'friction'
}
json_list "$CLIENT" && json_list "$SERVER"; verdict "--list-games as JSON"
expect 0 "$CLIENT" --list-games && prints '^airhockey: ' && cp "$WORK/out" "$WORK/list" && expect 0 "$SERVER" --list-games &&
    cmp "$WORK/list" "$WORK/out"
verdict "client and server list the same games"
if [ -e "$TOY" ]; then
    expect 0 "$CLIENT" --list-games --game "$TOY" --log-format json && cp "$WORK/out" "$WORK/report.json" &&
        reports 0.name 'toy'
    verdict "--list-games of a loaded game as JSON"
fi
expect 2 "$CLIENT" --predict 5 localhost && says "if it belongs to --predict: --predict=5" && expect 2 "$CLIENT" --predict 5 && says "'5' is no HOST"
verdict "the number of --predict without its sign"
expect 2 "$CLIENT" --local nosuchgame --ticks 1 && says "fixstep-client --list-games shows"; verdict "a game that is not there names the list of the client"
expect 2 "$CLIENT" --list-games --ticks 4 && tells "not with --list-games"; verdict "--list-games and a match"
expect 0 "$CLIENT" --debug help && prints '^contacts ' && prints '^all '; verdict "--debug help"
expect 2 "$CLIENT" --local sandbox --view none --ticks 1 --debug all && tells "no terminal view"; verdict "--debug without a view"

# --- a local match that nobody sees -----------------------------------------------------

DISPLAY='' WAYLAND_DISPLAY='' expect 2 "$CLIENT" --local pool && tells "no terminal for the view"; verdict "an endless match without a terminal is refused"
expect 0 "$CLIENT" --local pool --ticks 5; verdict "a match of some ticks without a terminal"
expect 124 timeout --foreground -k 30 1 "$CLIENT" --local pool --view none || [ $? -eq 0 ]; verdict "--view none runs until a signal"

# --- debug layers -------------------------------------------------------------------------

expect 0 "$CLIENT" --local pyramid --set base=8 --seed 2 --ticks 90 --view none --record "$WORK/heap.fsr"
verdict "a heap is recorded"
svg_with() {   # LIST: how large the picture is
    expect 0 "$REPLAY" render --debug "$1" --out "$WORK/$1.svg" "$WORK/heap.fsr"
}
expect 0 "$REPLAY" render --out "$WORK/plain.svg" "$WORK/heap.fsr" && svg_with contacts && svg_with all &&
    [ "$(wc -c <"$WORK/contacts.svg")" -gt "$(wc -c <"$WORK/plain.svg")" ] &&
    [ "$(wc -c <"$WORK/all.svg")" -gt "$(wc -c <"$WORK/contacts.svg")" ]
verdict "layers add to the picture"
expect 0 "$REPLAY" render --debug joints,islands --tick 30 --out "$WORK/two.png" "$WORK/heap.fsr"; verdict "a list of layers"
expect 2 "$REPLAY" render --debug contact --out "$WORK/x.svg" "$WORK/heap.fsr" && tells "no layer 'contact'"; verdict "an unknown layer"
expect 2 "$REPLAY" render --out "$WORK/x.bmp" "$WORK/heap.fsr" && tells "x.bmp' ends in none of .png, .svg, .txt and .ansi"
verdict "a picture of an unknown kind"
expect 0 "$REPLAY" render --debug help && prints '^contacts '; verdict "render --debug help"
expect 0 "$CLIENT" --local particles --ticks 5 --view none --record "$WORK/particles.fsr" &&
    expect 2 "$REPLAY" render --debug all --out "$WORK/x.svg" "$WORK/particles.fsr" && tells "has no 2D or 3D world"
verdict "a game without a 2D world"

# --- games that are not built in ------------------------------------------------------------

if [ -e "$TOY" ]; then
    expect 0 "$CLIENT" --local "$TOY" --ticks 30 --view none --record "$WORK/toy.fsr" && expect 5 "$REPLAY" verify "$WORK/toy.fsr" &&
        tells "--game FILE.so" && expect 0 "$REPLAY" verify --game "$TOY" "$WORK/toy.fsr" &&
        expect 5 "$REPLAY" dump "$WORK/toy.fsr" && tells "--game FILE.so"
    verdict "a recording of a loaded game: the message names --game"
fi

# --- views -------------------------------------------------------------------------

ONE=$WORK/one.fsr
expect 0 "$CLIENT" --local pool --ticks 2 --view none --record "$ONE"; verdict "a match without a view is recorded"
expect 2 "$CLIENT" --replay "$ONE" --view none && tells "view none shows nothing"; verdict "a recording without a view is refused"
if DISPLAY='' WAYLAND_DISPLAY='' "$CLIENT" --local pool --view window 2>&1 </dev/null | grep -q "this build has no window"; then
    NONE="this build has no window: install libsdl2-dev"
    DISPLAY=:9 expect 2 "$CLIENT" && tells "$NONE"; verdict "no arguments, in a build without a window"
    DISPLAY=:9 expect 2 "$CLIENT" --replay "$ONE" && tells "$NONE"; verdict "a recording and no terminal, in a build without a window"
    expect 1 "$CLIENT" --replay "$ONE" --render-video "$WORK/one.mp4" && tells "$NONE"; verdict "a video, in a build without a window"
    expect 1 "$CLIENT" --replay "$ONE" --compare "$ONE" --render "$WORK/two.png" && tells "$NONE" && ! [ -s "$WORK/out" ]
    verdict "two recordings side by side, in a build without a window"
    expect 0 "$CLIENT" --replay "$ONE" --render "$WORK/one.ppm" && [ "$(head -c 2 "$WORK/one.ppm")" = P6 ]
    verdict "a picture of a recording as PPM, in a build without a window"
fi

finish
