#!/bin/bash
# window.sh: the window of fixstep-client on a virtual display (Xvfb) with Mesa's software renderer. Run by make check in
# the build folder. The last line is "TOTAL passed failed". Where something is missing it says what, and ends with 0 0.
#
# A screenshot has two references: the picture that fixstep-replay makes of the same state, as two readers of one draw list share
# no renderer, and the stored one, a small copy in references.png, which tells when both are wrong. `window.sh --update` in the build
# folder stores the present screenshots after a change of a game; look at the file before it is committed.
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" window
COMPARE=$BUILD/tests/window/compare_pictures
WILD=$BUILD/tests/window/.libs/wildgame.so
LIKE=0.96 # of the same picture; the least of all games is 0.97
REFERENCES=$(cd "$(dirname "$0")" && pwd)/references.png
STORED=0.9 # of a stored picture: a change of the last bit of a solver may move some bodies
# Graphics drivers keep memory until the process ends.
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS:-}"
export LIBGL_ALWAYS_SOFTWARE=1 SDL_AUDIODRIVER=dummy
unset WAYLAND_DISPLAY SDL_VIDEODRIVER

skip() {
    echo "# skipped: $1"
    finish
}

value_of() { tr -d '\n' <"$1" | "$JSONPATH" "$2"; }   # FILE PATH

# --- what links what -------------------------------------------------------------------

list_libraries() { # FILE: what it needs, into $WORK/out
    local file=$BUILD/.libs/$1
    [ -e "$file" ] || file=$BUILD/$1
    ldd "$file" >"$WORK/out" 2>"$WORK/err"
}
has_window() { grep -qE 'libSDL|libepoxy|libGL|libEGL' "$WORK/out"; }
list_libraries fixstep-server && ! has_window
verdict "the server links neither SDL nor OpenGL"
list_libraries fixstep-replay && ! has_window
verdict "fixstep-replay links neither SDL nor OpenGL"
list_libraries fixstep-client
verdict "the client is there"
if ! has_window; then
    expect 1 "$CLIENT" --local airhockey --view window --ticks 1 && tells 'this build has no window: install libsdl2-dev'
    verdict "a build without a window says what to install"
    skip "this build has no window"
fi
[ -x "$COMPARE" ] || skip "this build has no cairo to compare pictures with"

# --- pictures of the documentation -----------------------------------------------------------

DOC=${srcdir:-.}/lib/doc
shown_pictures() { grep -o 'games/[a-z0-9]*-[0-9]*\.png' "$DOC/GAMES.md" | sed 's/.*\///; s/\.png//' | sort; }
made_pictures() { grep -v '^#' "$DOC/games/pictures.txt" | cut -d ' ' -f 1 | sort; }
shown_pictures >"$WORK/shown" && made_pictures >"$WORK/made" && [ "$(wc -l <"$WORK/shown")" -ge 60 ] && diff "$WORK/shown" "$WORK/made" >"$WORK/out"
verdict "every picture of GAMES.md is made by make screenshots"

# --- without a display -------------------------------------------------------------------

unset DISPLAY
env -u XDG_RUNTIME_DIR DISPLAY= "$CLIENT" --local airhockey --view window --ticks 1 >"$WORK/out" 2>"$WORK/err" </dev/null
[ $? -eq 1 ] && says 'there is no display for the window'
verdict "without a display the client says so, in one line"
command -v Xvfb >/dev/null || skip "Xvfb is not installed (Debian package xvfb)"
# Without -noreset a display refuses clients for a moment after its last one went.
Xvfb -noreset -displayfd 3 -screen 0 1280x800x24 3>"$WORK/display" >/dev/null 2>&1 &
within test -s "$WORK/display" || skip "Xvfb does not start"
export DISPLAY=:$(cat "$WORK/display")
expect 0 "$CLIENT" -q --local airhockey --view window --tick-rate 120 --ticks 2 ||
    { tells 'OpenGL 3.3' && skip "the display has no OpenGL 3.3 (Debian package libgl1-mesa-dri)"; }
verdict "a window opens and closes"

# A machine without a sound card: nothing of that stands on standard error.
env -u SDL_AUDIODRIVER "$CLIENT" -q --local airhockey --view window --tick-rate 120 --ticks 2 >"$WORK/out" 2>"$WORK/err" && ! [ -s "$WORK/err" ]
verdict "without a sound card a match is silent, also on standard error"

# --- every game ----------------------------------------------------------------------------

ticks=300

# Plays a game in a window, faster than real time, and leaves its recording, its screenshot and the reference.
play_game() {
    local at=$WORK/$1
    timeout $LIMIT "$CLIENT" -q --local "$1" --view window --size 640x360 --seed 1 --speed 64 --ticks $ticks \
        --record "$at.fsr" --screenshot "$at.png" >"$at.log" 2>&1 </dev/null &&
        "$REPLAY" verify "$at.fsr" >>"$at.log" 2>&1 &&
        "$REPLAY" render --tick $ticks --slot 0 --size 640x346 --out "$at.reference.png" "$at.fsr" >>"$at.log" 2>&1
    echo $? >"$at.status"
}
games=$("$CLIENT" --list-games | sed -nE 's/^([a-z0-9]+): .*/\1/p')
[ "$(printf '%s\n' "$games" | wc -l)" -ge 20 ]
verdict "the games are listed"
for game in $games; do
    play_game "$game" &
    while [ "$(jobs -rp | wc -l)" -gt 4 ]; do wait -n; done # the display is one of the jobs
done
for game in $games; do while [ ! -e "$WORK/$game.status" ]; do sleep 0.05; done; done
if [ "${1:-}" = --update ]; then
    # shellcheck disable=SC2046 # one word a game
    "$COMPARE" --sheet "$REFERENCES" $(for game in $games; do echo "$WORK/$game.png"; done) && echo "# $REFERENCES is written"
    finish
fi
is_stored() { "$COMPARE" --stored "$REFERENCES" $number "$1" $STORED >"$WORK/out" 2>&1; } # PICTURE: as that of game `number`
number=0
for game in $games; do
    at=$WORK/$game
    cp "$at.log" "$WORK/err"
    [ "$(cat "$at.status")" -eq 0 ] && "$COMPARE" "$at.png" "$at.reference.png" $LIKE >"$WORK/out" 2>&1
    verdict "$game is drawn as the picture writer draws it"
    is_stored "$at.png"
    verdict "$game is drawn as it was stored"
    "$COMPARE" --mirror "$at.png" "$WORK/upside.png" && ! "$COMPARE" "$WORK/upside.png" "$at.reference.png" $LIKE >"$WORK/out"
    verdict "$game upside down is told apart"
    number=$((number + 1))
done
# The tank stands on the last but two of the stored pictures. The mirror image of a symmetrical game would be like it.
number=$(printf '%s\n' "$games" | sed -n '/^tank$/=') && number=$((number - 1))
"$COMPARE" --black "$WORK/tank.png" "$WORK/black.png" && ! "$COMPARE" "$WORK/black.png" "$WORK/tank.reference.png" $LIKE >"$WORK/out" &&
    ! is_stored "$WORK/black.png"
verdict "a black picture is told apart"
"$COMPARE" --mirror "$WORK/tank.png" "$WORK/upside.png" && ! is_stored "$WORK/upside.png" &&
    "$COMPARE" --swap "$WORK/tank.png" "$WORK/swapped.png" && ! is_stored "$WORK/swapped.png" &&
    ! "$COMPARE" "$WORK/swapped.png" "$WORK/tank.reference.png" $LIKE >"$WORK/out"
verdict "a mirrored picture is told apart"
# The plain sky of the tank's picture, without anything in front of it.
expect 0 "$CLIENT" -q --local "$WILD" --set picture=5 --seed 1 --view window --size 640x360 --ticks 2 --screenshot "$WORK/empty.png" &&
    [ -s "$WORK/empty.png" ] && ! "$COMPARE" "$WORK/empty.png" "$WORK/tank.reference.png" $LIKE >"$WORK/out" && ! is_stored "$WORK/empty.png"
verdict "an empty picture is told apart"
! "$COMPARE" "$WORK/tank.png" "$WORK/sandbox.reference.png" $LIKE >"$WORK/out" && ! is_stored "$WORK/sandbox.png"
verdict "another game's picture is told apart"

# --- colours --------------------------------------------------------------------------------

# The backgrounds: what is decoded is encoded again without loss.
[ "$("$COMPARE" --pixel "$WORK/airhockey.png" 638 170)" = "$("$COMPARE" --pixel "$WORK/airhockey.reference.png" 638 170)" ]
verdict "plain colours are exact"
# In `gamma` the second patch below the wall is half of the light: the code 188 once the picture is encoded, else 128.
printf '5 0 0002\n6 0 0000\n' >"$WORK/encode.txt"
expect 0 "$CLIENT" -q --local gamma --view window --size 640x360 --tick-rate 120 --ticks 20 --script "$WORK/encode.txt" \
    --screenshot "$WORK/encoded.png"
[ "$("$COMPARE" --pixel "$WORK/encoded.png" 138 304)" = "188 188 188" ] &&
    [ "$("$COMPARE" --pixel "$WORK/gamma.png" 138 304)" = "128 128 128" ]
verdict "half of the light is 188 when it is encoded, 128 when it is not"

# --- recordings ------------------------------------------------------------------------------

# Without a display, and drawn as the picture writer draws it.
DISPLAY= expect 0 "$CLIENT" --replay "$WORK/tank.fsr" --render "$WORK/render.png" --tick $ticks --slot 0 --size 640x346 &&
    "$COMPARE" "$WORK/render.png" "$WORK/tank.reference.png" $LIKE >"$WORK/out"
verdict "a picture of a recording needs no display"
if command -v ffmpeg >/dev/null; then
    DISPLAY= expect 0 "$CLIENT" --replay "$WORK/tank.fsr" --render-video "$WORK/video.mp4" --size 161x91 --ticks 30 &&
        [ -s "$WORK/video.mp4" ] &&
        ffmpeg -loglevel error -i "$WORK/video.mp4" -frames:v 1 "$WORK/frame.png" && [ -s "$WORK/frame.png" ]
    verdict "a video of a recording"
fi
DISPLAY= expect 1 "$CLIENT" --replay "$WORK/tank.fsr" --render-video /nowhere/x.mp4 --ticks 2 && tells ffmpeg
verdict "a video that cannot be written is told"
if command -v ffmpeg >/dev/null; then
    # A limit of 1 KiB stands for a full disk: ffmpeg ends with status 0, and with a file that has no end.
    DISPLAY= expect 1 bash -c 'ulimit -f 1 && exec "$@"' sh "$CLIENT" --replay "$WORK/tank.fsr" --render-video "$WORK/cut.mp4" --ticks 8 &&
        tells 'ffmpeg could not write'
    verdict "a video that a full disk cuts is told"
fi
for ending in png ppm; do
    ln -s /dev/full "$WORK/full.$ending"
    expect 1 "$CLIENT" --replay "$WORK/tank.fsr" --render "$WORK/full.$ending" --size 64x64 && tells 'No space left on device'
    verdict "a picture (.$ending) that a full disk cuts is told"
done
for ending in png ppm; do
    expect 1 bash -c 'ulimit -f 0 && exec "$@"' sh "$CLIENT" --replay "$WORK/tank.fsr" --render "$WORK/gone.$ending" --size 64x64 2>/dev/null
    ! [ -e "$WORK/gone.$ending" ]
    verdict "a picture (.$ending) that cannot be written leaves no file"
done
expect 2 "$CLIENT" --replay "$WORK/tank.fsr" --render "$WORK/x.svg" && tells 'end in' &&
    expect 2 "$CLIENT" --local tank --view window --ticks 2 --screenshot "$WORK/x.jpg" && tells 'end in'
verdict "a picture of another kind is wrong usage, before a match begins"
expect 2 "$CLIENT" --render "$WORK/x.png" && tells 'render goes only with --replay'
verdict "an option without its mode names the mode"
expect 2 "$CLIENT" --replay "$WORK/tank.fsr" --view window --ticks 5 && tells 'ticks goes with --replay only for --render-video'
verdict "an option without effect is refused"
expect 2 "$CLIENT" --replay "$WORK/tank.fsr" --render "$WORK/x.png" --tick $((ticks + 1)) &&
    tells "no state after $((ticks + 1)) ticks; there are those after 0 to $ticks" && ! [ -e "$WORK/x.png" ]
verdict "a tick past the end of a recording is told"
head -c 3000 "$WORK/tank.fsr" >"$WORK/torn.fsr" && printf 'not a recording' >"$WORK/text.fsr"
expect 3 "$CLIENT" --replay "$WORK/text.fsr" --view window && ! [ -s "$WORK/out" ]
verdict "a file that is no recording is told"
: >"$WORK/void.fsr" && expect 6 "$CLIENT" --replay "$WORK/void.fsr" --render "$WORK/x.png" && tells 'ends before its header' &&
    "$CLIENT" --help | grep -q '^fixstep-replay: 3 malformed, 4 to 6 as there'
verdict "a file that cannot be shown gives the status that --help names"
head -c 1500 "$WORK/tank.fsr" >"$WORK/early.fsr" &&
    expect 6 "$CLIENT" --replay "$WORK/early.fsr" --view window && tells 'early.fsr: there is no state in it: the file ends inside a block (at byte'
verdict "a recording that is cut off before its first state is told"
expect 2 "$CLIENT" --replay "$WORK/nowhere.fsr" --view window
verdict "a recording that is not there is told"
DISPLAY= expect 2 "$CLIENT" --replay "$WORK/tank.fsr" && tells 'needs a view (there is neither a display nor a terminal)'
verdict "a recording needs a view"
expect 0 "$CLIENT" --replay "$WORK/torn.fsr" --render "$WORK/torn.png" && tells 'ends early' && [ -s "$WORK/torn.png" ]
verdict "a torn recording is shown as far as it goes"

# --- bad input -------------------------------------------------------------------------------

expect 0 "$CLIENT" --local tank --view window --tick-rate 120 --ticks 10 --size 1x1 --screenshot "$WORK/small.png" &&
    "$COMPARE" --pixel "$WORK/small.png" 0 0 >"$WORK/out" && ! "$COMPARE" --pixel "$WORK/small.png" 1 0 2>/dev/null
verdict "a window of one pixel"
expect 0 "$CLIENT" --local tank --view window --speed 64 --ticks $ticks --seed 1 --font /nowhere.ttf --screenshot "$WORK/font.png" --size 640x360 &&
    tells 'the font /nowhere.ttf cannot be used' && "$COMPARE" "$WORK/font.png" "$WORK/tank.reference.png" 0.9 >"$WORK/out"
verdict "without its font the window has a built-in one"
expect 1 "$CLIENT" --local tank --view window --tick-rate 120 --ticks 2 --screenshot /nowhere/x.png && tells 'cannot be written'
verdict "a screenshot that cannot be written is told"
expect 1 "$CLIENT" --local tank --view window --tick-rate 120 --ticks 2 --screenshot /nowhere/x.png --report /dev/full &&
    tells '/nowhere/x.png' && tells '/dev/full'
verdict "a screenshot and a report that both cannot be written are both told"
expect 2 "$CLIENT" --local tank --view window --ticks 2 --size 0x9 && tells 'is not WxH'
verdict "an impossible size is told"
expect 2 "$CLIENT" --local tank --view none --ticks 2 --screenshot "$WORK/x.png" && tells 'only with --view window'
verdict "a screenshot needs the window"
MESA_GL_VERSION_OVERRIDE=2.1 expect 1 "$CLIENT" --local tank --view window --ticks 2 && tells 'needs OpenGL 3.3'
verdict "a display without OpenGL 3.3 is told"
LIBGL_DRIVERS_PATH=/nowhere expect 1 "$CLIENT" --local tank --view window --ticks 2 && tells 'needs OpenGL 3.3'
verdict "a display without a graphics driver is told"
DISPLAY=:54321 expect 1 "$CLIENT" --local tank --view window --ticks 2 && tells 'there is no display'
verdict "a display that does not answer is told"

# A game that draws what no game should: the window, pictures and the terminal (terminal.sh) draw what fits and tell the rest.
draw_wild() { # PICTURE TICKS: leaves window.png
    expect 0 "$CLIENT" -q --local "$WILD" --set "picture=$1" --seed 1 --view window --size 320x180 --tick-rate 120 --ticks "$2" \
        --record "$WORK/wild.fsr" --screenshot "$WORK/window.png" && [ -s "$WORK/window.png" ]
}
render_wild() { # TICK ENDING SIZE: of the last draw_wild
    expect 0 "$REPLAY" render --game "$WILD" --tick "$1" --size $3 --out "$WORK/wild.$2" "$WORK/wild.fsr" && [ -s "$WORK/wild.$2" ]
}
for picture in 0 1; do
    draw_wild $picture 3 && "$COMPARE" --row-has "$WORK/window.png" 172 0 20 F0B030 && ! "$COMPARE" --row-has "$WORK/tank.png" 352 0 20 F0B030
    verdict "a game that draws a million shapes is drawn in the window, which tells what is missing (picture $picture)"
    render_wild 3 png 320x180 && tells '868928 shapes are left out' && render_wild 3 txt 80x24 && tells '868928 shapes are left out' &&
        expect 0 "$CLIENT" --replay "$WORK/wild.fsr" --game "$WILD" --tick 3 --render "$WORK/wild2.png" --size 320x180 &&
        tells '868928 shapes are left out'
    verdict "a picture of a million shapes tells what is missing (picture $picture)"
done
for picture in 2 3 4; do
    good=0
    draw_wild $picture 100 || good=1
    for tick in 3 43; do render_wild $tick png 320x180 && render_wild $tick txt 80x24 && render_wild $tick svg 320x180 || good=1; done
    [ $good -eq 0 ]
    verdict "extreme numbers are drawn in the window and in pictures (picture $picture)"
done

# A frame that never ends: the client does not wait for it, and loses nothing of the match. A client that waits ends by the limit of time
# alone.
STALLED=$BUILD/tests/window/.libs/stalled_frame.so
leave_stalled_frame() {
    local client
    rm -rf "$WORK/stall" && mkdir "$WORK/stall"
    FIXSTEP_STALL=$WORK/stall LD_PRELOAD=$STALLED $BESIDE "$CLIENT" --local tank --seed 1 --view window --size 640x360 \
        --record "$WORK/slow.fsr" --report "$WORK/slow.json" >"$WORK/out" 2>"$WORK/err" </dev/null &
    client=$!
    await "$WORK/err" 'tank, 4 players' && sleep 1 && : >"$WORK/stall/stall" && within test -e "$WORK/stall/stalled" && sleep 1
    kill $client
    exits 0 $client "$WORK/err" && [ -e "$WORK/stall/stalled" ] && ! tells error &&
        expect 0 "$REPLAY" verify "$WORK/slow.fsr" && [ "$(value_of "$WORK/slow.json" ticks)" -gt 20 ]
}
if grep -q __asan "$STALLED"; then
    echo "# not with a sanitizer: a preloaded library would bring it into every program"
else
    leave_stalled_frame
    verdict "SIGTERM ends a client whose frame never ends"
fi

# --- a match while the window is resized and toggled -------------------------------------------

command -v xdotool >/dev/null || skip "xdotool is not installed (Debian package xdotool)"

# The window of a match, or that with the title given, once it is there.
is_open() { window=$(xdotool search --onlyvisible --name "^$1\$" 2>/dev/null | head -n 1) && [ -n "$window" ]; }
find_window() { within is_open "${1:-fixstep}"; }
is_either_open() { is_open fixstep || is_open 'fixstep launcher'; }
# After the last key of a choice: whether it has begun a match. If not, the launcher is there for another try.
begins_match() { within is_either_open && is_open fixstep || { find_launcher && false; }; }
# A key that is struck while the window is still being made does not reach it.
find_launcher() { find_window 'fixstep launcher' && sleep 1; }
press() { xdotool key --window "$window" "$@" 2>/dev/null; }
# From any of its lists; on a busy machine its window may take the first keys only later.
leave_launcher() { while kill -0 $client 2>/dev/null; do press Escape; sleep 0.5; done; }
# The result of a match on a server stays until a key is pressed; strokes of its first second may belong to the match.
dismiss() { # CLIENT: its exit status
    while kill -0 "$1" 2>/dev/null; do press space; sleep 0.5; done
    wait "$1"
}

play_match() {
    start_server server --wait-players 2 --ticks 200 --seed 3 --report "$WORK/server.json" || return 1
    timeout $LIMIT "$CLIENT" -q "localhost:$port" --view window --name ada --report "$WORK/window.json" \
        --screenshot "$WORK/match.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local watched=$!
    find_window
    timeout $LIMIT "$CLIENT" -q "localhost:$port" --view none --bot chase --report "$WORK/headless.json" \
        >"$WORK/headless.log" 2>&1 </dev/null &
    local headless=$!
    for size in "300 200" "1000 700" "64 40" "800 600"; do
        # shellcheck disable=SC2086 # two numbers
        xdotool windowsize "$window" $size windowmove "$window" 40 30 2>/dev/null
        press F1 F2 F3 F7 F11
        xdotool keydown --window "$window" Up sleep 0.2 keyup --window "$window" Up 2>/dev/null
    done
    wait $server_pid && wait $headless && dismiss $watched
}
same_hashes() { # REPORT REPORT: of the last state
    [ -n "$(value_of "$1" state_hash)" ] && [ "$(value_of "$1" state_hash)" = "$(value_of "$2" state_hash)" ]
}
play_match && same_hashes "$WORK/window.json" "$WORK/headless.json" && same_hashes "$WORK/window.json" "$WORK/server.json"
verdict "a window that is resized and toggled agrees with a client without one"
[ "$(value_of "$WORK/window.json" desyncs)" = 0 ] && [ "$(value_of "$WORK/window.json" agreed_ticks)" -gt 150 ]
verdict "all ticks were agreed"
frame() { value_of "$WORK/window.json" "frames.$1"; } # FIGURE
[ "$(frame drawn)" -ge 1 ] && [ "$(frame p50_us)" -gt 0 ] && [ "$(frame p50_us)" -le "$(frame p99_us)" ] &&
    [ "$(frame p99_us)" -le "$(frame max_us)" ] && ! value_of "$WORK/headless.json" frames.drawn >"$WORK/out" 2>"$WORK/err"
verdict "the report has the frames of the window and their times"
# The disc before the status: green while states agree, red in a desync and without an answer, amber while the match waits.
# The window has one of its sizes at the end; letters are a 40th of its height and a 60th of its width at most, 9 pixels at least, and
# the disc stands 0.8 of them above the lower border.
side() { od -An -tu4 --endian=big -j$1 -N4 "$WORK/match.png" | tr -d ' '; } # OFFSET of the width or the height
letters=$(($(side 20) / 40 < $(side 16) / 60 ? $(side 20) / 40 : $(side 16) / 60))
row=$(($(side 20) - 8 * (letters > 9 ? letters : 9) / 10))
"$COMPARE" --row-has "$WORK/match.png" $row 6 20 40C860 && ! "$COMPARE" --row-has "$WORK/match.png" $row 6 20 F05040
verdict "agreement is shown in green"
wait_alone() {
    start_server server --wait-players 2 || return 1
    timeout $LIMIT "$CLIENT" -q "localhost:$port" --view window --size 640x360 --name ada --screenshot "$WORK/waiting.png" \
        >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && await "$WORK/server.log" 'ada' && sleep 0.5 && press q
    wait $client
    kill $server_pid && wait $server_pid
    [ -s "$WORK/waiting.png" ]
}
wait_alone && "$COMPARE" --row-has "$WORK/waiting.png" 352 4 14 F0B030 && ! "$COMPARE" --row-has "$WORK/waiting.png" 352 4 14 40C860
verdict "a match that waits for players is shown in amber"

# A desync stands in a red row above the status with tick, table, row and field; without one there is none.
play_desync() {
    start_server server --game airhockey --wait-players 1 --ticks 90 --seed 3 || return 1
    timeout $LIMIT "$CLIENT" -q "localhost:$port" --view window --size 640x360 --name ada --inject-fault 20:body2:0:pos.x:20 \
        --screenshot "$WORK/desync.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && { wait $server_pid; dismiss $client; }
    tells 'desync at tick 20'
}
play_desync && [ "$("$COMPARE" --pixel "$WORK/desync.png" 638 338)" = "176 24 24" ] &&
    [ "$("$COMPARE" --pixel "$WORK/airhockey.png" 638 338)" != "176 24 24" ]
verdict "a desync is shown in red"
# The match is over after a second: its result stands in amber above the middle until a key is pressed.
show_result() {
    start_server server --game airhockey --wait-players 1 --ticks 60 --seed 3 || return 1
    timeout $LIMIT "$CLIENT" -q "localhost:$port" --view window --size 640x360 --name ada --screenshot "$WORK/result.png" \
        >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && wait $server_pid && sleep 3 && kill -0 $client && dismiss $client
}
show_result && for row in 110 112 114 116; do
    "$COMPARE" --row-has "$WORK/result.png" $row 100 540 F0B030 && ! "$COMPARE" --row-has "$WORK/airhockey.png" $row 100 540 F0B030 && break
done
verdict "the result of a match stays until a key is pressed"
# The list of players: a disc of slot 0 in the colour of its team.
"$COMPARE" --row-has "$WORK/desync.png" 13 480 636 4C9BE8 && ! "$COMPARE" --row-has "$WORK/airhockey.png" 13 480 636 4C9BE8
verdict "a match of several machines lists its players in their colours"

# The middle mouse button on a body: its fields stand in a panel at the lower left. Again and again: the first strokes may
# come before the match draws.
inspect_at() { # GAME X Y
    timeout $LIMIT "$CLIENT" -q --local "$1" --bot idle --view window --seed 1 --size 640x360 --ticks 3000 \
        --screenshot "$WORK/inspect.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && xdotool mousemove --window "$window" "$2" "$3" && for _ in $(seq 15); do xdotool click 2 sleep 0.1; done && press q
    wait $client && [ "$("$COMPARE" --pixel "$WORK/inspect.png" 10 325)" = "16 20 24" ]
}
inspect_at pool 471 180 && [ "$("$COMPARE" --pixel "$WORK/pool.png" 10 325)" != "16 20 24" ]
verdict "the middle mouse button shows the fields of a body"
# With F8 the camera looks at that body: the picture is another one, and another key leaves it as it was.
cp "$WORK/inspect.png" "$WORK/unfollowed.png"
follow_at() { # GAME X Y KEY; the picture's difference is the exit status of COMPARE
    rm -f "$WORK/follow.png"
    timeout $LIMIT "$CLIENT" -q --local "$1" --bot idle --view window --seed 1 --size 640x360 --ticks 3000 \
        --screenshot "$WORK/follow.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && xdotool mousemove --window "$window" "$2" "$3" && for _ in $(seq 15); do xdotool click 2 sleep 0.1; done &&
        press "$4" && sleep 0.5 && press q
    wait $client && [ "$("$COMPARE" --pixel "$WORK/follow.png" 10 325)" = "16 20 24" ] || return 3
    "$COMPARE" "$WORK/follow.png" "$WORK/unfollowed.png" $LIKE >"$WORK/out"
}
follow_at pool 471 180 F9 && { follow_at pool 471 180 F8; [ $? -eq 1 ]; }
verdict "the camera follows the chosen body"
inspect_at pyramid3d 320 200 && [ "$("$COMPARE" --pixel "$WORK/pyramid3d.png" 10 325)" != "16 20 24" ]
verdict "the middle mouse button shows the fields of a body in space"
! inspect_at pyramid3d 40 60
verdict "a click beside all bodies shows no fields"

# A controller whose stick turns the ship of a match is pulled out while it is held: the ship stops turning.
heading_at() { "$REPLAY" dump --tick "$1" "$WORK/pad.fsr" | grep '^ship\[0\].heading'; } # TICK
unplug_controller() {
    mkdir "$WORK/pad"
    FIXSTEP_PAD=$WORK/pad SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS=1 LD_PRELOAD=$BUILD/tests/window/.libs/virtual_pad.so \
        timeout $LIMIT "$CLIENT" -q --local blackhole --bot idle --set start=100 --set drag=0 --set capture=3 --seed 1 --view window --record "$WORK/pad.fsr" \
        --report "$WORK/pad.json" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$! ticks
    find_window && : >"$WORK/pad/plug" && within test -e "$WORK/pad/held" && sleep 1 && : >"$WORK/pad/unplug" &&
        within test -e "$WORK/pad/unplugged" && sleep 2 && press q
    wait $client || return 1
    ticks=$(value_of "$WORK/pad.json" ticks)
    [ "$(heading_at 1)" != "$(heading_at "$ticks")" ] && [ "$(heading_at $((ticks - 20)))" = "$(heading_at "$ticks")" ]
}
leave_by_pad() {
    rm -rf "$WORK/pad" && mkdir "$WORK/pad" && : >"$WORK/pad/plug"
    FIXSTEP_PAD=$WORK/pad SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS=1 LD_PRELOAD=$BUILD/tests/window/.libs/virtual_pad.so \
        timeout $LIMIT "$CLIENT" -q --local blackhole --seed 1 --view window >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    within test -e "$WORK/pad/held" && kill -0 $client && : >"$WORK/pad/leave"
    wait $client
}
if grep -q __asan "$BUILD/tests/window/.libs/virtual_pad.so"; then
    echo "# not with a sanitizer: a preloaded library would bring it into every program"
else
    unplug_controller
    verdict "a controller that is pulled out in a match lets go of its keys"
    leave_by_pad
    verdict "back and start of a controller leave a match"
fi

# The viewer of a recording: pause, to the end, back by two ticks; then it shows that state.
timeout $LIMIT "$CLIENT" -q --replay "$WORK/tank.fsr" --tick 3 --slot 0 --view window --size 640x360 --screenshot "$WORK/viewer.png" \
    >"$WORK/out" 2>"$WORK/err" </dev/null &
client=$!
find_window && press End Left Right q
wait $client && "$REPLAY" render --tick $ticks --slot 0 --size 640x331 --out "$WORK/tank331.png" "$WORK/tank.fsr" &&
    "$COMPARE" "$WORK/viewer.png" "$WORK/tank331.png" $LIKE >"$WORK/out"
verdict "the viewer goes through a recording"

# Played fast, the end comes among ticks that nobody sees: the last one is shown all the same.
timeout $LIMIT "$CLIENT" -q --replay "$WORK/tank.fsr" --slot 0 --view window --size 640x360 --screenshot "$WORK/viewer.png" \
    >"$WORK/out" 2>"$WORK/err" </dev/null &
client=$!
find_window && sleep 0.5 && press Up Up Up Up Up Up && sleep 3 && press q
wait $client && "$COMPARE" "$WORK/viewer.png" "$WORK/tank331.png" $LIKE >"$WORK/out"
verdict "the viewer shows the last tick of a recording that is played fast"

# Without a terminal the display is enough for a recording and for a match without an end.
open_by_itself() { # ARGUMENT...
    timeout $LIMIT "$CLIENT" "$@" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && sleep 1 && press q
    wait $client
}
open_by_itself --replay "$WORK/tank.fsr" --tick 3 && open_by_itself --local tank
verdict "a recording and a match open their window without a terminal"

# A desync near the tick is told in the red row, and a recording that is cut off ends at a red wall.
record_desync() {
    start_server server --game airhockey --bots 2 --wait-players 1 --ticks 200 --seed 3 --record "$WORK/desync.fsr" || return 1
    timeout $LIMIT "$CLIENT" -q "localhost:$port" --view none --name ada --inject-fault 60:body2:0:pos.x:20 >"$WORK/out" 2>"$WORK/err" </dev/null
    wait $server_pid
    head -c $(($(stat -c %s "$WORK/desync.fsr") * 6 / 10)) "$WORK/desync.fsr" >"$WORK/cut.fsr"
}
view_at() { # FILE TICK KEY: leaves viewer.png
    timeout $LIMIT "$CLIENT" -q --replay "$1" --tick "$2" --view window --size 640x360 --screenshot "$WORK/viewer.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && press "$3" && sleep 0.5 && press q
    wait $client
}
is_alarmed() { [ "$("$COMPARE" --pixel "$WORK/viewer.png" 638 322)" = "176 24 24" ]; }
record_desync && view_at "$WORK/desync.fsr" 62 F9 && is_alarmed && view_at "$WORK/desync.fsr" 5 F9 && ! is_alarmed
verdict "the viewer tells a desync near the tick"
is_walled() { "$COMPARE" --row-has "$WORK/viewer.png" 345 628 634 F05040; }
view_at "$WORK/cut.fsr" 3 F9 && is_walled && view_at "$WORK/desync.fsr" 3 F9 && ! is_walled
verdict "the viewer tells where a recording is cut off"

# From the aircraft of slot 0 to that of slot 1: the camera follows it.
timeout $LIMIT "$CLIENT" -q --replay "$WORK/flightsim.fsr" --tick 3 --slot 0 --view window --size 640x360 \
    --screenshot "$WORK/follow.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
client=$!
find_window && press End f q
wait $client && for slot in 0 1; do
    "$REPLAY" render --tick $ticks --slot $slot --size 640x331 --out "$WORK/follow$slot.png" "$WORK/flightsim.fsr"
done && "$COMPARE" "$WORK/follow.png" "$WORK/follow1.png" $LIKE >"$WORK/out" && ! "$COMPARE" "$WORK/follow.png" "$WORK/follow0.png" $LIKE >"$WORK/out"
verdict "the viewer follows another player in space"

# --- the launcher --------------------------------------------------------------------------------

# The settings file of the programs that follow: the lines given, none without them. What a test leaves in it is not for the next.
SETTINGS=$XDG_CONFIG_HOME/fixstep/client.ini
settle() { # LINE...
    rm -rf "$XDG_CONFIG_HOME"
    [ $# -eq 0 ] || { mkdir -p "${SETTINGS%/*}" && printf '%s\n' "$@" >"$SETTINGS"; }
}

# Play alone, the first game, leave it, back to the first list, leave.
settle
timeout $LIMIT "$CLIENT" >"$WORK/out" 2>"$WORK/err" </dev/null &
client=$!
find_launcher && press Return Return && find_window && press q &&
    find_launcher && press Escape Escape
wait $client && grep -q '^game = airhockey$' "$SETTINGS"
verdict "the launcher starts a game, comes back and remembers it"

launch_by() { # ARGUMENT...
    settle
    timeout $LIMIT "$CLIENT" "$@" >"$WORK/out" 2>"$WORK/err" </dev/null &
    client=$!
    find_launcher && press Escape
    wait $client
}
launch_by --view window && launch_by --view=window --full-screen && DISPLAY= expect 2 "$CLIENT" --view window && tells 'HOST\[:PORT\] or --local GAME is missing'
verdict "the window alone is the launcher"

# --- lists of the launcher -----------------------------------------------------------------------

# Without an argument, in a folder without recordings, with the settings given; sets `client`.
begin_launcher() { # LINE...
    settle "$@" && rm -rf "$WORK/empty" && mkdir "$WORK/empty"
    (cd "$WORK/empty" && exec timeout $LIMIT "$CLIENT") >"$WORK/out" 2>"$WORK/err" </dev/null &
    client=$!
    find_launcher
}
strike() { local n=$1; shift; for _ in $(seq "$n"); do press "$@"; done; }   # TIMES KEY...

# The usual address goes, another one is typed.
type_address() {
    BESIDE='' start_server server --wait-players 1 || return 1
    begin_launcher && press Down Down Return && press 1 2 7 period 0 period 0 period 1 colon &&
        for digit in $(echo "$port" | sed 's/./& /g'); do press "$digit"; done && press Return &&
        find_window && await "$WORK/server.log" 'joined' && press q && find_launcher && press Escape Escape
    wait $client
    local code=$?
    kill $server_pid && wait $server_pid
    [ $code -eq 0 ] && grep -q "^address = 127.0.0.1:$port\$" "$SETTINGS"
}
type_address
verdict "an address that is typed in the launcher is joined and remembered"

# From each of the seven lists Escape goes back to the first one, from which it leaves.
escape_everywhere() {
    begin_launcher || return 1
    for list in 0 1 2 4 5; do strike $list Down && press Return Escape || return 1; done
    strike 3 Down && press Return Home Return Escape Escape || return 1
    strike 5 Down && press Return Return Escape && sleep 0.5 && kill -0 $client && press Escape && sleep 0.5 && kill -0 $client && press Escape
    wait $client && ! is_open 'fixstep launcher' && ! grep -q '^key-' "$SETTINGS" 2>/dev/null
}
escape_everywhere
verdict "Escape goes back from every list of the launcher"

# No address, no recording and no name: nothing is started, and the launcher stays.
choose_nothing() {
    begin_launcher && press Down Down Return && strike 9 BackSpace && press Return Escape Down Down Down Return Down Up Return Escape Escape &&
        press Down Down Down Down Return BackSpace Return && sleep 0.5 && ! is_open fixstep && kill -0 $client && press Escape
    wait $client && ! [ -s "$WORK/err" ] && ! grep -q '^address' "$SETTINGS"
}
choose_nothing
verdict "empty places in the lists of the launcher start nothing"

# --- the mouse, controllers and the clipboard in the launcher --------------------------------------

# The second click of a double one falls on the list that the first one has opened: it picks nothing from it.
double_click() {
    begin_launcher && xdotool mousemove --window "$window" 100 145 sleep 0.3 click --repeat 2 --delay 50 1 && sleep 2 &&
        ! is_open fixstep && find_launcher && press Escape && sleep 0.5 && kill -0 $client && press Escape
    wait $client && ! grep -q '^game' "$SETTINGS" 2>/dev/null
}
double_click
verdict "a double click on a list of the launcher picks once"

# A push of the stick goes from the first row up to the last one, which leaves.
push_stick() {
    settle && rm -rf "$WORK/push" && mkdir "$WORK/push" && : >"$WORK/push/push"
    FIXSTEP_PAD=$WORK/push SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS=1 LD_PRELOAD=$BUILD/tests/window/.libs/virtual_pad.so \
        timeout $LIMIT "$CLIENT" >"$WORK/out" 2>"$WORK/err" </dev/null &
    client=$!
    find_launcher && within test -e "$WORK/push/pushed" && sleep 0.5 && press Return && sleep 2 && ! kill -0 $client 2>/dev/null
    local left=$?
    [ $left -eq 0 ] || press Escape Escape
    wait $client
    return $left
}
if ! grep -q __asan "$BUILD/tests/window/.libs/virtual_pad.so"; then
    push_stick
    verdict "the stick of a controller moves through a list of the launcher"
fi

# A key with a modifier, as from a keyboard. One that is sent to a window holds nothing down: SDL, which compares its keys with those of
# the display up to 0.2 s after the window got the focus, lets go of the modifier before the key comes.
press_held() { xdotool windowfocus "$window" sleep 0.5 key "$@" 2>/dev/null; }
# An address with a line end and an escape is pasted into its field, and a line for the others into that of a match. Again and
# again: the owner of the clipboard may answer too late.
paste_address() { # KEY
    strike 30 BackSpace && press_held "$1" && sleep 1 && press Return && sleep 1 && begins_match
}
paste_line() { # KEY
    is_open fixstep && press Tab && press_held "$1" && sleep 1 && press Return && sleep 0.5 && grep -q "says: 127.0.0.1:$port\$" "$WORK/server.log"
}
paste() { # KEY that pastes
    BESIDE='' start_server server --wait-players 1 || return 1
    "$BUILD/tests/window/clipboard_owner" "127.0.0.1:$port"$'\n\033' >"$WORK/owner" 2>"$WORK/err" &
    local owner=$!
    await "$WORK/owner" ready && begin_launcher && press Down Down Return && within paste_address "$1" &&
        find_window && await "$WORK/server.log" 'joined' && within paste_line "$1" && press q && find_launcher && press Escape Escape
    wait $client
    local code=$?
    kill $owner $server_pid && wait $server_pid
    [ $code -eq 0 ] && grep -q "^address = 127.0.0.1:$port\$" "$SETTINGS"
}
paste ctrl+v
verdict "Ctrl-V pastes into the fields of the launcher and of a match"
paste shift+Insert
verdict "Shift-Insert pastes into the fields of the launcher and of a match"

# A sentence of the launcher stands in amber below its rows.
has_note() { # leaves note.png
    find_launcher && import -window "$window" "$WORK/note.png" || return 1
    local height row
    height=$(od -An -tu4 --endian=big -j20 -N4 "$WORK/note.png")
    for ((row = height / 4; row < height; row += 5)); do "$COMPARE" --row-has "$WORK/note.png" $row 0 400 F0B030 && return 0; done
    return 1
}
lacks_note() { ! has_note; }
can_shoot() { command -v import >/dev/null; }

# Without a keyboard: the mouse pastes the address, or the row below it does; the name is put together from letters.
paste_unkeyed() { # click, or pick
    strike 30 BackSpace || return 1
    if [ "$1" = click ]; then xdotool mousemove --window "$window" 100 145 sleep 0.2 click 2 2>/dev/null; else press Down Return; fi
    sleep 1 && press Return && sleep 1 && begins_match
}
write_unkeyed() { # click, or pick
    BESIDE='' start_server server --wait-players 1 || return 1
    "$BUILD/tests/window/clipboard_owner" "127.0.0.1:$port" >"$WORK/owner" 2>"$WORK/err" &
    local owner=$!
    await "$WORK/owner" ready && begin_launcher && press Down Down Return && within paste_unkeyed "$1" && find_window &&
        await "$WORK/server.log" 'joined' && press q && find_launcher && press Escape Escape
    wait $client
    local code=$?
    kill $owner $server_pid && wait $server_pid
    [ $code -eq 0 ] && grep -q "^address = 127.0.0.1:$port\$" "$SETTINGS"
}
write_unkeyed click && write_unkeyed pick
verdict "the middle mouse button and a row of the launcher paste"
choose_letters() { # a, b, erase, the layer of capitals, B, back, done
    begin_launcher && press Down Down Down Down Return Down Down Return && press Down Down Down Down Return Down Return Up Up Up Up Return &&
        press Down Return Down Down Down Return Up Up Up Return Up Up Return Return &&
        sleep 0.5 && press Escape
    wait $client && grep -q '^name = aB$' "$SETTINGS"
}
choose_letters
verdict "a name is chosen letter by letter in the launcher"

children_of() { grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status | cut -d / -f 3; }   # PID
arguments_of() { tr '\0' ' ' <"/proc/$1/cmdline"; }   # PID
# Waits until the launcher has so many children; sets `launcher` and `children`.
has_children() { # NUMBER
    launcher=$(children_of $client) && children=$(children_of "$launcher") && [ "$(printf '%s\n' "$children" | wc -w)" -eq "$1" ]
}

# The launcher closes its window before the match, a second at most: a driver that takes longer does not end the launcher. It stands
# still in what it does after the key that begins the match.
reads_keys() { [ "$(stat -c %s "$WORK/stall/keys" 2>/dev/null)" = "$1" ]; } # NUMBER
outlast_frame() {
    settle
    rm -rf "$WORK/stall" && mkdir "$WORK/stall"
    FIXSTEP_STALL=$WORK/stall LD_PRELOAD=$STALLED timeout $LIMIT "$CLIENT" >"$WORK/out" 2>"$WORK/err" </dev/null &
    client=$!
    find_launcher && press Return && within reads_keys 1 && : >"$WORK/stall/stall-at-key" && press Return &&
        within test -e "$WORK/stall/stalled" && within has_children 1 || return 1
    sleep 1 && rm "$WORK/stall/stall-at-key" && find_window && press q && find_launcher && leave_launcher
    wait $client && ! tells error
}
if ! grep -q __asan "$STALLED"; then
    outlast_frame
    verdict "the launcher comes back although its driver took long"
fi

# --- servers with a password in the launcher ---------------------------------------------------------

# The address is typed; the server asks for its password, a wrong one is told, and the right one joins. Neither stands on the command
# line of the match.
type_password() {
    echo 'Open 7!' >"$WORK/password"
    BESIDE='' start_server server --wait-players 1 --password-file "$WORK/password" || return 1
    begin_launcher && press Down Down Return && press 1 2 7 period 0 period 0 period 1 colon &&
        for digit in $(echo "$port" | sed 's/./& /g'); do press "$digit"; done && press Return && sleep 2 && find_launcher &&
        press x Return && sleep 2 && find_launcher && press w r o n g ctrl+u && press_held O && press p e n space 7 && press_held exclam && press Return &&
        find_window && await "$WORK/server.log" 'joined' && within has_children 1 && arguments_of "$children" >"$WORK/out" && ! prints Open &&
        press q && find_launcher && press Escape Escape
    wait $client
    local code=$?
    kill $server_pid && wait $server_pid
    [ $code -eq 0 ] && grep -q "^address = 127.0.0.1:$port\$" "$SETTINGS" && ! grep -q Open "$SETTINGS"
}
type_password
verdict "the launcher asks for the password of a server, and joins with it"

# Two things go wrong: a file stands where the folder of recordings should, and the server wants a password. Both are told, and the password is asked for.
refuse_unrecorded() {
    BESIDE='' start_server server --wait-players 1 --password-file "$WORK/password" || return 1
    mkdir -p "$WORK/blocked/fixstep" && : >"$WORK/blocked/fixstep/recordings"
    XDG_DATA_HOME=$WORK/blocked begin_launcher '[launcher]' 'record = 1' "address = 127.0.0.1:$port" &&
        press Down Down Return Down Down Down Down Return && await "$WORK/err" 'the password is missing or wrong' && find_launcher &&
        press x Return && await "$WORK/err" 'that is not the password' && find_launcher && press Escape Escape Escape
    wait $client
    local code=$?
    kill $server_pid && wait $server_pid
    [ $code -eq 0 ] && [ "$(grep -c 'the match is not recorded: ' "$WORK/err")" -eq 2 ]
}
refuse_unrecorded
verdict "the launcher tells that a match is not recorded, and why it was refused"

# --- what the launcher starts ------------------------------------------------------------------------

are_gone() { for child in $children; do ! kill -0 "$child" 2>/dev/null || return 1; done; }

# Whoever holds the usual port gets no visit of the player who hosts.
host_beside() {
    local other
    : >"$WORK/other.log"
    $SERVER --game tank --port 27960 >"$WORK/other.out" 2>"$WORK/other.log" </dev/null &
    other=$!
    within grep -q 'listening\|in use' "$WORK/other.log" && begin_launcher && press Down Return Return && find_window && within has_children 2 || return 1
    local good=1 all=''
    for child in $children; do all="$all $(arguments_of "$child");"; done
    echo "$all" >"$WORK/out"
    # In either order: the numbers of processes begin again.
    case "$all $all" in *--port\ 27960\ *) ;; *--game\ airhockey\ --port\ 2796[1-7]\ *localhost:2796[1-7]*) good=0 ;; esac
    sleep 1
    ! grep -q joined "$WORK/other.log" || good=1
    press q && find_launcher && press Escape Escape
    wait $client && are_gone || good=1
    kill $other 2>/dev/null
    wait $other
    return $good
}
host_beside
verdict "the launcher hosts on a port that is free, and joins its own match"

# A server of the launcher's that is killed under a match is told in the lists.
kill_hosted() {
    begin_launcher && press Down Return Return && find_window && within has_children 2 || return 1
    for child in $children; do case $(arguments_of "$child") in *--port*) kill -9 "$child" ;; esac; done
    sleep 2
    press q && find_launcher || return 1
    local told=0
    ! can_shoot || { within has_note && press Escape && within lacks_note; } || told=1
    can_shoot || press Escape
    press Escape
    wait $client && [ $told -eq 0 ]
}
kill_hosted
verdict "a server of the launcher that is killed is told"

# A launcher that is asked to end, or killed, in a match that it hosts leaves neither the match nor the server.
end_launcher() { # SIGNAL
    begin_launcher && press Down Return Return && find_window && within has_children 2 || return 1
    kill -s "$1" "$launcher"
    wait $client 2>/dev/null
    code=$?
    within are_gone && ! is_open fixstep
}
for signal in TERM INT KILL; do
    end_launcher $signal && { [ $signal = KILL ] || [ $code -eq 0 ]; }
    verdict "SIG$signal to the launcher ends its match and its server"
done

# Of 45 recordings, more than the list has rows at a time, the newest is selected first and the oldest is the last; the first row
# opens another folder.
make_recordings() { # FOLDER
    for number in $(seq 10 54); do cp "$WORK/tank.fsr" "$1/$number.fsr" && touch -d "2020-01-01 12:$number" "$1/$number.fsr"; done
}
# Leaves the arguments of the viewer in `out`.
watch_chosen() {
    press Return && find_window && within has_children 1 || return 1
    arguments_of "$children" >"$WORK/out"
    sleep 1 && press q && find_launcher && press Escape Escape
    wait $client
}
watch() { # NUMBER KEY...
    local wanted=$1
    shift
    begin_launcher && make_recordings "$WORK/empty" && press Down Down Down Return && sleep 1 && press "$@" && sleep 1 && watch_chosen &&
        prints "/$wanted.fsr"
}
watch 54 End Home Down && watch 10 End && watch 10 Up Up && watch 53 Down
verdict "the launcher lists all recordings, the newest first"

# A folder is typed, and the list of it remembered; one that is not there is told, and nothing is remembered.
open_folder() {
    begin_launcher && rm -rf /tmp/fxs && mkdir /tmp/fxs && cp "$WORK/tank.fsr" /tmp/fxs/other.fsr &&
        press Down Down Down Return && sleep 1 && press Home Return BackSpace BackSpace slash t m p slash f x s Return && sleep 1 &&
        watch_chosen && prints '/tmp/fxs/other.fsr' && grep -q '^folder = /tmp/fxs$' "$SETTINGS"
    local good=$?
    rm -rf /tmp/fxs
    return $good
}
open_folder
verdict "the launcher opens another folder of recordings and remembers it"
miss_folder() {
    begin_launcher && press Down Down Down Return && sleep 1 && press Home Return n o n e Return && sleep 0.5 && ! is_open fixstep && find_launcher && kill -0 $client || return 1
    local told=0
    ! can_shoot || { within has_note && press Escape && within lacks_note && press Return; } || told=1
    press Escape Escape Escape
    wait $client && ! grep -q '^folder' "$SETTINGS" 2>/dev/null && [ $told -eq 0 ]
}
miss_folder
verdict "a folder that is not there opens nothing, and is told until another list is shown"

# With the row of the first list the matches are recorded below XDG_DATA_HOME, where the list of recordings finds them.
record_match() {
    rm -rf "$XDG_DATA_HOME/fixstep/recordings"
    begin_launcher && press Up Up Return && sleep 0.5 && press Home Return Return && find_window && sleep 1 && press q && find_launcher &&
        press Escape Down Down Down Return && sleep 1 && watch_chosen && grep -q '^record = 1$' "$SETTINGS" &&
        prints "$XDG_DATA_HOME/fixstep/recordings/.*-airhockey.fsr" && expect 0 "$REPLAY" verify "$XDG_DATA_HOME"/fixstep/recordings/*.fsr
}
record_match
verdict "the launcher records matches where it lists recordings"

# The selected recording is played behind the list; one that cannot be played leaves the picture empty.
# A program that is slow to start takes its time: the first picture counts that passes the check.
preview_of() { # FILE CHECK: leaves preview.png
    begin_launcher && cp "$1" "$WORK/empty/a.fsr" && press Down Down Down Return || return 1
    for _ in $(seq 15); do
        sleep 1
        import -window "$window" "$WORK/preview.png" && "$2" && break
    done
    press Escape Escape
    wait $client
}
shows_table() { "$COMPARE" --row-has "$WORK/preview.png" 360 600 1280 1E6B4A; }
# Words in amber and white at the upper left of the picture.
has_words() { for row in $(seq 10 2 90); do "$COMPARE" --row-has "$WORK/preview.png" $row 540 1280 F0B030 && return 0; done; return 1; }
if command -v import >/dev/null; then
    preview_of "$WORK/pool.fsr" shows_table && shows_table
    verdict "the selected recording is shown behind the list"
    ! has_words && preview_of "$WORK/text.fsr" has_words && ! shows_table && has_words
    verdict "a file that is no recording is told where its picture would be"
fi

# The mouse alone: into a list and back with the right button, and out by the last row.
click_around() {
    begin_launcher && xdotool mousemove --window "$window" 100 145 sleep 0.3 click 1 sleep 0.5 click 3 sleep 0.5 click 3 2>/dev/null
    wait $client && ! grep -q '^game' "$SETTINGS" 2>/dev/null
}
click_around
verdict "the right mouse button goes back in the launcher"

# --- the full screen --------------------------------------------------------------------------------

shows() { [ "$(xdotool getwindowgeometry "$window" 2>/dev/null | sed -n 's/.*Geometry: //p')" = "$1" ]; } # SIZE
fill_screen() { # KEY SIZE: the display shows that size after the key; leaves the height of the picture in `height`
    timeout $LIMIT "$CLIENT" -q --local tank --seed 1 --view window --screenshot "$WORK/filled.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && sleep 1 && press "$1" && within shows "$2" && sleep 1 && press q
    wait $client && height=$(od -An -tu4 --endian=big -j20 -N4 "$WORK/filled.png")
}
settle && fill_screen F11 1280x800 && [ $height -eq 800 ] && fill_screen F9 1280x800 && [ $height -eq 800 ] && grep -q '^full-screen = 1$' "$SETTINGS" &&
    fill_screen F11 1280x720 && [ $height -eq 720 ] && fill_screen F9 1280x720 && [ $height -eq 720 ]
verdict "the full screen is kept from one match to the next"
begin_launcher && press F11 && sleep 1 && press Escape
wait $client && grep -q '^full-screen = 1$' "$SETTINGS"
verdict "the full screen of the launcher is kept"

# A key that is held when the window fills the screen stays held: the ship turns for a second before that and two seconds after it, which
# is most of the match from its first turn on, however many ticks a busy machine makes of it.
hold_through() {
    settle
    timeout $LIMIT "$CLIENT" -q --local blackhole --bot idle --set start=100 --set drag=0 --set capture=3 --seed 1 --view window --record "$WORK/hold.fsr" \
        --report "$WORK/hold.json" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$! tick before='' now turned=0 since=0
    find_window && sleep 1 && xdotool windowfocus "$window" sleep 0.5 keydown Left sleep 1 key F11 sleep 2 keyup Left sleep 0.3 2>/dev/null
    press q
    wait $client || return 1
    for tick in $(seq 1 20 "$(value_of "$WORK/hold.json" ticks)"); do
        now=$("$REPLAY" dump --tick "$tick" "$WORK/hold.fsr" | grep '^ship\[0\].heading')
        [ "$now" = "$before" ] || [ -z "$before" ] || turned=$((turned + 20))
        [ $turned -eq 0 ] || since=$((since + 20))
        before=$now
    done
    [ $turned -ge 60 ] && [ $((turned * 5)) -ge $((since * 3)) ] || { echo "# turned for $turned of $since ticks"; return 1; }
}
hold_through
verdict "a held key stays held when the window fills the screen"

# --- keys of the user's own ---------------------------------------------------------------------

# The launcher's list of keys: J becomes the first key for fire; F1 stays what it is.
settle
timeout $LIMIT "$CLIENT" >"$WORK/out" 2>"$WORK/err" </dev/null &
client=$!
find_launcher && press Down Down Down Down Down Return Down Down Down Down Return j Return F1 Escape Escape
wait $client && grep -q '^key-fire = J, Space$' "$SETTINGS"
verdict "the launcher gives an action another key"

# Holds a key again and again until a match of airhockey ends: the first times may come before it draws. The display
# keeps a key down whose window goes before it is let go, and the next window would see it.
hold_key() { # KEY NAME: leaves the state hash of the end in NAME.hash
    timeout $LIMIT "$CLIENT" -q --local airhockey --bot idle --seed 5 --view window --ticks 240 --report "$WORK/$2.json" \
        >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && while kill -0 $client 2>/dev/null; do
        xdotool keydown --window "$window" "$1" sleep 0.1 keyup --window "$window" "$1" 2>/dev/null
    done
    xdotool keyup "$1"
    wait $client && value_of "$WORK/$2.json" state_hash >"$WORK/$2.hash"
}
settle '[launcher]' 'key-up = J' && hold_key j own && hold_key k other &&
    hold_key Up unbound && ! cmp -s "$WORK/own.hash" "$WORK/other.hash" && cmp -s "$WORK/unbound.hash" "$WORK/other.hash"
verdict "the key of the settings file counts in a match, the usual one in its place does not"
settle '[launcher]' 'key-fire = Nonsense'
expect 0 "$CLIENT" --local airhockey --view window --tick-rate 120 --ticks 5 && tells "the keys 'Nonsense' for fire cannot be used"
verdict "a key that does not exist is told, and the usual one counts"
settle nonsense
expect 0 "$CLIENT" --local airhockey --view window --tick-rate 120 --ticks 5 && tells 'client.ini'
verdict "a settings file that cannot be read is told, and the match goes on"
settle
XDG_CONFIG_HOME=/dev/null/x expect 0 "$CLIENT" -q --local airhockey --view window --tick-rate 120 --ticks 5
verdict "a settings folder that cannot exist does not matter to a match"

# --- a tool that drags, pause and single step -----------------------------------------------------

# With the mouse on a body of the sandbox: the recording holds the drag as inputs of its ticks, so it verifies.
# Again and again: the first press may come before the match draws.
timeout $LIMIT "$CLIENT" -q --local sandbox --players 1 --seed 1 --set gravity=0 --set drag=1 --ticks 300 --size 1000x600 \
    --view window --record "$WORK/drag.fsr" >"$WORK/out" 2>"$WORK/err" </dev/null &
client=$!
find_window && while kill -0 $client 2>/dev/null; do
    xdotool mousemove --window "$window" 174 107 sleep 0.1 mousedown 1 2>/dev/null
    for x in 220 300 380 460; do xdotool mousemove --window "$window" $x 107 sleep 0.1; done 2>/dev/null
    xdotool mouseup 1
done
wait $client && expect 0 "$CLIENT" -q --local sandbox --players 1 --seed 1 --set gravity=0 --set drag=1 --ticks 300 --view none \
    --bot idle --record "$WORK/still.fsr" &&
    expect 0 "$REPLAY" verify "$WORK/drag.fsr" && ! "$REPLAY" diff "$WORK/drag.fsr" "$WORK/still.fsr" >"$WORK/out" 2>"$WORK/err"
verdict "the mouse drags a body, and the recording of it verifies"

# Paused, then single steps: of the 60 ticks a second those of the pause are missing. The first strokes may come before the
# match draws; F6 pauses too.
timeout $LIMIT "$CLIENT" -q --local tank --seed 1 --view window --report "$WORK/paused.json" >"$WORK/out" 2>"$WORK/err" </dev/null &
client=$!
begun=$(date +%s%3N)
find_window && press F5 && for _ in $(seq 12); do sleep 0.5 && press F6; done && press q
wait $client && at=$(value_of "$WORK/paused.json" ticks) && [ "$at" -ge 4 ] && [ "$at" -lt $((($(date +%s%3N) - begun - 4000) * 60 / 1000)) ]
verdict "a match that is played alone pauses and steps"

# --- two recordings -----------------------------------------------------------------------------------

"$CLIENT" -q --local tank --view none --seed 1 --ticks $ticks --bot random --record "$WORK/other.fsr" 2>/dev/null
# Other hills: the left half is told from the right one.
"$CLIENT" -q --local tank --view none --seed 2 --ticks $ticks --record "$WORK/hills.fsr" 2>/dev/null
expect 0 "$CLIENT" -q --replay "$WORK/tank.fsr" --compare "$WORK/hills.fsr" --tick $ticks --render "$WORK/pair.png" --size 1280x662 &&
    grep -q "what differs after tick $ticks: left | right" "$WORK/out" &&
    "$REPLAY" render --tick $ticks --size 640x662 --out "$WORK/left.png" "$WORK/tank.fsr" &&
    "$REPLAY" render --tick $ticks --size 640x662 --out "$WORK/right.png" "$WORK/hills.fsr" &&
    "$COMPARE" "$WORK/pair.png" "$WORK/left.png" $LIKE >"$WORK/out" && ! "$COMPARE" "$WORK/pair.png" "$WORK/right.png" $LIKE >"$WORK/out"
verdict "two recordings stand side by side"
timeout $LIMIT "$CLIENT" -q --replay "$WORK/tank.fsr" --compare "$WORK/other.fsr" --view window --size 640x360 \
    --screenshot "$WORK/compare.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
client=$!
find_window && press Right f f 1 0 Return Left space q
wait $client && [ "$("$COMPARE" --pixel "$WORK/compare.png" 10 300)" = "16 20 24" ]
verdict "the viewer shows where two recordings differ"
# The middle mouse button on a ball of either picture: its fields stand over the left one.
click_pair() { # X
    timeout $LIMIT "$CLIENT" -q --replay "$WORK/pool.fsr" --compare "$WORK/pool.fsr" --tick 1 --view window --size 1280x360 \
        --screenshot "$WORK/pair.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && xdotool mousemove --window "$window" "$1" 129 && for _ in $(seq 15); do xdotool click 2 sleep 0.1; done && press q
    wait $client && "$COMPARE" --row-has "$WORK/pair.png" 225 4 40 101418
}
click_pair 237 && click_pair 877 && ! click_pair 20
verdict "the middle mouse button shows fields in two recordings side by side"
expect 2 "$CLIENT" --replay "$WORK/tank.fsr" --compare "$WORK/pool.fsr" --render "$WORK/x.png" && tells 'two games'
verdict "recordings of two games are not compared"
expect 3 "$CLIENT" --replay "$WORK/tank.fsr" --compare "$WORK/text.fsr" --render "$WORK/x.png"
verdict "a second file that is no recording is told"
# A byte in the middle: the signature of that segment or the structure does not hold.
size=$(wc -c <"$WORK/tank.fsr") && cp "$WORK/tank.fsr" "$WORK/bent.fsr" &&
    printf '\125\252\125' | dd of="$WORK/bent.fsr" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
timeout $LIMIT "$CLIENT" --replay "$WORK/bent.fsr" --view window >"$WORK/out" 2>"$WORK/err" </dev/null
[ $? -ge 3 ] && tells 'at byte'
verdict "a bent recording is told"

# --- a lost server ----------------------------------------------------------------------------------------

lose_server() {
    BESIDE='' start_server server --wait-players 1 || return 1
    timeout $LIMIT "$CLIENT" "localhost:$port" --view window --size 640x360 --name ada --screenshot "$WORK/lost.png" \
        >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && await "$WORK/server.log" 'ada' && kill -9 $server_pid && { wait $server_pid 2>/dev/null; await "$WORK/err" 'lost'; } && press q
    wait $client
    [ $? -lt 124 ] && [ -s "$WORK/lost.png" ]
}
lose_server && "$COMPARE" --row-has "$WORK/lost.png" 352 4 14 F05040
verdict "a server that is gone leaves a window that can be closed"

# A disc at the right end of the status, away again with the second stroke.
mute() { # STROKES: leaves muted.png
    timeout $LIMIT "$CLIENT" -q --local tank --seed 1 --view window --size 640x360 --screenshot "$WORK/muted.png" \
        >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && sleep 1.5 && strike "$1" F4 && press q
    wait $client
}
mute 1 && "$COMPARE" --row-has "$WORK/muted.png" 352 440 600 F0B030 && mute 2 && ! "$COMPARE" --row-has "$WORK/muted.png" 352 440 600 F0B030
verdict "F4 switches the sound off, which the status tells"

# Closing the window ends the client as q does.
timeout $LIMIT "$CLIENT" -q --local airhockey --view window --ticks 3000 --report "$WORK/closed.json" >"$WORK/out" 2>"$WORK/err" </dev/null &
client=$!
find_window && press q
wait $client && [ "$(value_of "$WORK/closed.json" ticks)" -lt 3000 ]
verdict "q leaves the match cleanly"

# --- a display that goes away -------------------------------------------------------------------------

# The X server is killed while a match is shown and recorded: the match ends as if the player had left.
begin_display() { # sets own_display and its process
    Xvfb -noreset -displayfd 3 -screen 0 800x600x24 3>"$WORK/own_display" >/dev/null 2>&1 &
    own_pid=$!
    within test -s "$WORK/own_display" && own_display=:$(cat "$WORK/own_display")
}
# Kills the display of a client that plays; sets `code`. The client must end within five seconds, with sanitizers within twenty.
DEATH_MS=5000
grep -q __asan "$BUILD/tests/window/.libs/virtual_pad.so" && DEATH_MS=20000
kill_display() { # CLIENT
    local begun shown=false
    DISPLAY=$own_display find_window && sleep 1.5 && shown=true
    begun=$(date +%s%3N)
    kill -9 $own_pid
    wait $own_pid 2>/dev/null
    wait $1
    code=$?
    rm "$WORK/own_display"
    $shown && [ $(($(date +%s%3N) - begun)) -lt $DEATH_MS ]
}
die_alone() {
    begin_display || return 1
    DISPLAY=$own_display timeout 30 "$CLIENT" -q --local tank --seed 1 --view window --record "$WORK/dead.fsr" \
        --report "$WORK/dead.json" >"$WORK/out" 2>"$WORK/err" </dev/null &
    kill_display $! && [ $code -eq 1 ] && says 'the display of the window is gone' &&
        "$REPLAY" verify "$WORK/dead.fsr" >"$WORK/out" && [ "$(value_of "$WORK/dead.json" ticks)" -gt 20 ]
}
die_alone
verdict "a display that is killed leaves a whole recording and a report"
die_online() {
    begin_display && start_server server --wait-players 1 || return 1
    DISPLAY=$own_display timeout 30 "$CLIENT" -q "localhost:$port" --view window --name ada --record "$WORK/gone.fsr" \
        --report "$WORK/gone.json" >"$WORK/out" 2>"$WORK/err" </dev/null &
    kill_display $! && [ $code -eq 1 ] && says 'the display of the window is gone' && await "$WORK/server.log" "'ada' left" &&
        "$REPLAY" verify "$WORK/gone.fsr" >"$WORK/out" &&
        [ "$(value_of "$WORK/gone.json" failure)" = 'the display of the window is gone' ]
    local good=$?
    kill $server_pid && wait $server_pid
    return $good
}
die_online
verdict "a display that is killed in a match of a server tells the server"
die_in_launcher() {
    begin_display || return 1
    DISPLAY=$own_display timeout 30 "$CLIENT" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$! shown=false code
    DISPLAY=$own_display find_window 'fixstep launcher' && shown=true
    kill -9 $own_pid
    wait $own_pid 2>/dev/null
    wait $client
    code=$?
    $shown && [ $code -eq 1 ] && tells 'the display of the window is gone'
}
die_in_launcher
verdict "a display that is killed under the launcher is told"
finish
