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

list_libraries() { # FILE: what it needs, into $WORK/out
    local file=$BUILD/.libs/$1
    [ -e "$file" ] || file=$BUILD/$1
    ldd "$file" >"$WORK/out" 2>"$WORK/err"
}
has_window() { grep -qE 'libSDL|libepoxy|libGL|libEGL' "$WORK/out"; }

DOC=${srcdir:-.}/lib/doc
shown_pictures() { grep -o 'games/[a-z0-9]*-[0-9]*\.png' "$DOC/GAMES.md" | sed 's/.*\///; s/\.png//' | sort; }
made_pictures() { grep -v '^#' "$DOC/games/pictures.txt" | cut -d ' ' -f 1 | sort; }

# Without -noreset a display refuses clients for a moment after its last one went.
Xvfb -noreset -displayfd 3 -screen 0 1280x800x24 3>"$WORK/display" >/dev/null 2>&1 &
within test -s "$WORK/display" || skip "Xvfb does not start"
export DISPLAY=:$(cat "$WORK/display")
expect 0 "$CLIENT" -q --local airhockey --view window --tick-rate 120 --ticks 2 ||
    { tells 'OpenGL 3.3' && skip "the display has no OpenGL 3.3 (Debian package libgl1-mesa-dri)"; }
verdict "a window opens and closes"

ticks=300

play_game() {
    local at=$WORK/$1
    timeout $LIMIT "$CLIENT" -q --local "$1" --view window --size 640x360 --seed 1 --speed 64 --ticks $ticks \
        --record "$at.fsr" --screenshot "$at.png" >"$at.log" 2>&1 </dev/null &&
        "$REPLAY" verify "$at.fsr" >>"$at.log" 2>&1 &&
        "$REPLAY" render --tick $ticks --slot 0 --size 640x346 --out "$at.reference.png" "$at.fsr" >>"$at.log" 2>&1
    echo $? >"$at.status"
}
play_game tank; play_game pool; cp $WORK/tank.fsr $WORK/other.fsr; printf no >$WORK/text.fsr
is_stored() { "$COMPARE" --stored "$REFERENCES" $number "$1" $STORED >"$WORK/out" 2>&1; } # PICTURE: as that of game `number`

DISPLAY= expect 0 "$CLIENT" --replay "$WORK/tank.fsr" --render "$WORK/render.png" --tick $ticks --slot 0 --size 640x346 &&
DISPLAY= expect 1 "$CLIENT" --replay "$WORK/tank.fsr" --render-video /nowhere/x.mp4 --ticks 2 && tells ffmpeg
DISPLAY= expect 2 "$CLIENT" --replay "$WORK/tank.fsr" && tells 'needs a view (there is neither a display nor a terminal)'

MESA_GL_VERSION_OVERRIDE=2.1 expect 1 "$CLIENT" --local tank --view window --ticks 2 && tells 'needs OpenGL 3.3'
LIBGL_DRIVERS_PATH=/nowhere expect 1 "$CLIENT" --local tank --view window --ticks 2 && tells 'needs OpenGL 3.3'
DISPLAY=:54321 expect 1 "$CLIENT" --local tank --view window --ticks 2 && tells 'there is no display'

draw_wild() { # PICTURE TICKS: leaves window.png
    expect 0 "$CLIENT" -q --local "$WILD" --set "picture=$1" --seed 1 --view window --size 320x180 --tick-rate 120 --ticks "$2" \
        --record "$WORK/wild.fsr" --screenshot "$WORK/window.png" && [ -s "$WORK/window.png" ]
}
render_wild() { # TICK ENDING SIZE: of the last draw_wild
    expect 0 "$REPLAY" render --game "$WILD" --tick "$1" --size $3 --out "$WORK/wild.$2" "$WORK/wild.fsr" && [ -s "$WORK/wild.$2" ]
}

is_open() { window=$(xdotool search --onlyvisible --name "^$1\$" 2>/dev/null | head -n 1) && [ -n "$window" ]; }
find_window() { within is_open "${1:-fixstep}"; }
find_launcher() { find_window 'fixstep launcher' && sleep 1; }
press() { xdotool key --window "$window" "$@" 2>/dev/null; }
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
frame() { value_of "$WORK/window.json" "frames.$1"; } # FIGURE
side() { od -An -tu4 --endian=big -j$1 -N4 "$WORK/match.png" | tr -d ' '; } # OFFSET of the width or the height
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

play_desync() {
    start_server server --game airhockey --wait-players 1 --ticks 90 --seed 3 || return 1
    timeout $LIMIT "$CLIENT" -q "localhost:$port" --view window --size 640x360 --name ada --inject-fault 20:body2:0:pos.x:20 \
        --screenshot "$WORK/desync.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && { wait $server_pid; dismiss $client; }
    tells 'desync at tick 20'
}
show_result() {
    start_server server --game airhockey --wait-players 1 --ticks 60 --seed 3 || return 1
    timeout $LIMIT "$CLIENT" -q "localhost:$port" --view window --size 640x360 --name ada --screenshot "$WORK/result.png" \
        >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && wait $server_pid && sleep 3 && kill -0 $client && dismiss $client
}

inspect_at() { # GAME X Y
    timeout $LIMIT "$CLIENT" -q --local "$1" --bot idle --view window --seed 1 --size 640x360 --ticks 3000 \
        --screenshot "$WORK/inspect.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && xdotool mousemove --window "$window" "$2" "$3" && for _ in $(seq 15); do xdotool click 2 sleep 0.1; done && press q
    wait $client && [ "$("$COMPARE" --pixel "$WORK/inspect.png" 10 325)" = "16 20 24" ]
}
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

open_by_itself() { # ARGUMENT...
    timeout $LIMIT "$CLIENT" "$@" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && sleep 1 && press q
    wait $client
}

SETTINGS=$XDG_CONFIG_HOME/fixstep/client.ini
settle() { # LINE...
    rm -rf "$XDG_CONFIG_HOME"
    [ $# -eq 0 ] || { mkdir -p "${SETTINGS%/*}" && printf '%s\n' "$@" >"$SETTINGS"; }
}

begin_launcher() {
    settle && rm -rf "$WORK/empty" && mkdir "$WORK/empty"
    (cd "$WORK/empty" && exec timeout $LIMIT "$CLIENT") >"$WORK/out" 2>"$WORK/err" </dev/null &
    client=$!
    find_launcher
}
strike() { local n=$1; shift; for _ in $(seq "$n"); do press "$@"; done; }   # TIMES KEY...

type_address() {
    BESIDE='' start_server server --wait-players 1 || return 1
    begin_launcher && press Down Down Return && strike 9 BackSpace && press 1 2 7 period 0 period 0 period 1 colon &&
        for digit in $(echo "$port" | sed 's/./& /g'); do press "$digit"; done && press Return &&
        find_window && await "$WORK/server.log" 'joined' && press q && find_launcher && press Escape Escape
    wait $client
    local code=$?
    kill $server_pid && wait $server_pid
    [ $code -eq 0 ] && grep -q "^address = 127.0.0.1:$port\$" "$SETTINGS"
}

escape_everywhere() {
    begin_launcher || return 1
    for list in 0 1 2 4 5; do strike $list Down && press Return Escape || return 1; done
    strike 3 Down && press Return Home Return Escape Escape || return 1
    strike 5 Down && press Return Return Escape && sleep 0.5 && kill -0 $client && press Escape && sleep 0.5 && kill -0 $client && press Escape
    wait $client && ! is_open 'fixstep launcher' && ! grep -q '^key-' "$SETTINGS" 2>/dev/null
}

choose_nothing() {
    begin_launcher && press Down Down Return && strike 9 BackSpace && press Return Escape Down Down Down Return Down Up Return Escape Escape &&
        press Down Down Down Down Return BackSpace Return && sleep 0.5 && ! is_open fixstep && kill -0 $client && press Escape
    wait $client && ! [ -s "$WORK/err" ] && ! grep -q '^address' "$SETTINGS"
}

double_click() {
    begin_launcher && xdotool mousemove --window "$window" 100 145 sleep 0.3 click --repeat 2 --delay 50 1 && sleep 2 &&
        ! is_open fixstep && find_launcher && press Escape && sleep 0.5 && kill -0 $client && press Escape
    wait $client && ! grep -q '^game' "$SETTINGS" 2>/dev/null
}

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

# A key with a modifier, as from a keyboard. One that is sent to a window holds nothing down: SDL, which compares its keys with those of
# the display up to 0.2 s after the window got the focus, lets go of the modifier before the key comes.
press_held() { xdotool windowfocus "$window" sleep 0.5 key "$@" 2>/dev/null; }
# An address with a line end and an escape is pasted into its field, and a line for the others into that of a match. Again and
# again: the owner of the clipboard may answer too late.
paste_address() { # KEY
    strike 30 BackSpace && press_held "$1" && sleep 1 && press Return && sleep 1 && { is_open fixstep || ! find_launcher; }
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

has_note() { # leaves note.png
    import -window "$window" "$WORK/note.png" || return 1
    local height row
    height=$(od -An -tu4 --endian=big -j20 -N4 "$WORK/note.png")
    for ((row = height / 4; row < height; row += 2)); do "$COMPARE" --row-has "$WORK/note.png" $row 0 400 F0B030 && return 0; done
    return 1
}
can_shoot() { command -v import >/dev/null; }

# Without a keyboard: the mouse pastes the address, or the row below it does; the name is put together from letters.
write_unkeyed() { # click, or pick
    BESIDE='' start_server server --wait-players 1 || return 1
    "$BUILD/tests/window/clipboard_owner" "$port" >"$WORK/owner" 2>"$WORK/err" &
    local owner=$!
    await "$WORK/owner" ready && begin_launcher && press Down Down Return && press colon || return 1
    if [ "$1" = click ]; then xdotool mousemove --window "$window" 100 145 click 2 2>/dev/null; else press Down Return; fi
    sleep 1 && press Return && find_window && await "$WORK/server.log" 'joined' && press q && find_launcher && press Escape Escape
    wait $client
    local code=$?
    kill $owner $server_pid && wait $server_pid
    [ $code -eq 0 ] && grep -q "^address = localhost:$port\$" "$SETTINGS"
}
write_unkeyed click && write_unkeyed pick
verdict "the middle mouse button and a row of the launcher paste"
choose_letters() {
    begin_launcher && press Down Down Down Down Return Down Down Return && press Down Down Return Down Return Up Up Return Return && sleep 0.3 &&
        press Up Up && press Home Return Return && sleep 0.5 && press Escape
    wait $client && grep -q '^name = a' "$SETTINGS"
}
choose_letters
verdict "a name is chosen letter by letter in the launcher"

children_of() { grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status | cut -d / -f 3; }   # PID
arguments_of() { tr '\0' ' ' <"/proc/$1/cmdline"; }   # PID
has_children() { # NUMBER
    launcher=$(children_of $client) && children=$(children_of "$launcher") && [ "$(printf '%s\n' "$children" | wc -w)" -eq "$1" ]
}
are_gone() { for child in $children; do ! kill -0 "$child" 2>/dev/null || return 1; done; }

host_beside() {
    local other
    : >"$WORK/other.log"
    $SERVER --game tank --port 27960 >"$WORK/other.out" 2>"$WORK/other.log" </dev/null &
    other=$!
    within grep -q 'listening\|in use' "$WORK/other.log" && begin_launcher && press Down Return Return && find_window && within has_children 2 || return 1
    local good=1 all=''
    for child in $children; do all="$all $(arguments_of "$child");"; done
    echo "$all" >"$WORK/out"
    case $all in *--port\ 27960\ *) ;; *--game\ airhockey\ --port\ 2796[1-7]\ *localhost:2796[1-7]*) good=0 ;; esac
    sleep 1
    ! grep -q joined "$WORK/other.log" || good=1
    press q && find_launcher && press Escape Escape
    wait $client && are_gone || good=1
    kill $other 2>/dev/null
    wait $other
    return $good
}

# A server of the launcher's that is killed under a match is told in the lists.
kill_hosted() {
    begin_launcher && press Down Return Return && find_window && within has_children 2 || return 1
    for child in $children; do case $(arguments_of "$child") in *--port*) kill -9 "$child" ;; esac; done
    sleep 2
    press q && find_launcher || return 1
    local told=0
    ! can_shoot || has_note || told=1
    press Escape && sleep 0.5
    ! can_shoot || ! has_note || told=1
    press Escape
    wait $client && [ $told -eq 0 ]
}
kill_hosted
verdict "a server of the launcher that is killed is told"

end_launcher() { # SIGNAL
    begin_launcher && press Down Return Return && find_window && within has_children 2 || return 1
    kill -s "$1" "$launcher"
    wait $client 2>/dev/null
    code=$?
    within are_gone && ! is_open fixstep
}

make_recordings() { # FOLDER
    for number in $(seq 10 54); do cp "$WORK/tank.fsr" "$1/$number.fsr" && touch -d "2020-01-01 12:$number" "$1/$number.fsr"; done
}
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
    begin_launcher && press Down Down Down Return && sleep 1 && press Home Return n o n e Return && sleep 0.5 && ! is_open fixstep && kill -0 $client || return 1
    local told=0
    ! can_shoot || { has_note && press Escape && sleep 0.5 && ! has_note && press Return; } || told=1
    press Escape Escape Escape
    wait $client && ! grep -q '^folder' "$SETTINGS" 2>/dev/null && [ $told -eq 0 ]
}
miss_folder
verdict "a folder that is not there opens nothing, and is told until another list is shown"

record_match() {
    rm -rf "$XDG_DATA_HOME/fixstep/recordings"
    begin_launcher && press Up Up Return && sleep 0.5 && press Home Return Return && find_window && sleep 1 && press q && find_launcher &&
        press Escape Down Down Down Return && sleep 1 && watch_chosen && grep -q '^record = 1$' "$SETTINGS" &&
        prints "$XDG_DATA_HOME/fixstep/recordings/.*-airhockey.fsr" && expect 0 "$REPLAY" verify "$XDG_DATA_HOME"/fixstep/recordings/*.fsr
}

# The selected recording is played behind the list; one that cannot be played leaves the picture empty.
preview_of() { # FILE: leaves preview.png
    begin_launcher && cp "$1" "$WORK/empty/a.fsr" && press Down Down Down Return && sleep 3 &&
        import -window "$window" "$WORK/preview.png" && press Escape Escape
    wait $client
}
if command -v import >/dev/null; then
    preview_of "$WORK/pool.fsr" && "$COMPARE" --row-has "$WORK/preview.png" 360 600 1280 1E6B4A
    verdict "the selected recording is shown behind the list"
    # Words in amber and white at the upper left of the picture.
    has_words() { for row in $(seq 10 2 90); do "$COMPARE" --row-has "$WORK/preview.png" $row 540 1280 F0B030 && return 0; done; return 1; }
    ! has_words && preview_of "$WORK/text.fsr" && ! "$COMPARE" --row-has "$WORK/preview.png" 360 600 1280 1E6B4A && has_words
    verdict "a file that is no recording is told where its picture would be"
fi

click_around() {
    begin_launcher && xdotool mousemove --window "$window" 100 145 sleep 0.3 click 1 sleep 0.5 click 3 sleep 0.5 click 3 2>/dev/null
    wait $client && ! grep -q '^game' "$SETTINGS" 2>/dev/null
}

shows() { [ "$(xdotool getwindowgeometry "$window" 2>/dev/null | sed -n 's/.*Geometry: //p')" = "$1" ]; } # SIZE
fill_screen() { # KEY SIZE: the display shows that size after the key; leaves the height of the picture in `height`
    timeout $LIMIT "$CLIENT" -q --local tank --seed 1 --view window --screenshot "$WORK/filled.png" >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && sleep 1 && press "$1" && within shows "$2" && sleep 1 && press q
    wait $client && height=$(od -An -tu4 --endian=big -j20 -N4 "$WORK/filled.png")
}

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
XDG_CONFIG_HOME=/dev/null/x expect 0 "$CLIENT" -q --local airhockey --view window --tick-rate 120 --ticks 5

lose_server() {
    BESIDE='' start_server server --wait-players 1 || return 1
    timeout $LIMIT "$CLIENT" "localhost:$port" --view window --size 640x360 --name ada --screenshot "$WORK/lost.png" \
        >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && await "$WORK/server.log" 'ada' && kill -9 $server_pid && { wait $server_pid 2>/dev/null; await "$WORK/err" 'lost'; } && press q
    wait $client
    [ $? -lt 124 ] && [ -s "$WORK/lost.png" ]
}

mute() { # STROKES: leaves muted.png
    timeout $LIMIT "$CLIENT" -q --local tank --seed 1 --view window --size 640x360 --screenshot "$WORK/muted.png" \
        >"$WORK/out" 2>"$WORK/err" </dev/null &
    local client=$!
    find_window && sleep 1.5 && strike "$1" F4 && press q
    wait $client
}

begin_display() { # sets own_display and its process
    Xvfb -noreset -displayfd 3 -screen 0 800x600x24 3>"$WORK/own_display" >/dev/null 2>&1 &
    own_pid=$!
    within test -s "$WORK/own_display" && own_display=:$(cat "$WORK/own_display")
}
DEATH_MS=5000
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
finish
