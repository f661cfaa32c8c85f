#!/bin/sh
# screenshots.sh BUILD [FOLDER]: the pictures of GAMES.md, drawn as in the window without a display, into FOLDER (default
# BUILD/screenshots): those of lib/doc/games/pictures.txt by game_pictures.sh, and compare.png, two recordings side by side. Where Xvfb, xdotool and ImageMagick's import are there, also window-STATE.png: the
# launcher and its lists, the viewer of recordings, the displays of the window, and as window-STATE-SIZE.png those of a match with
# a server: waiting, agreed, figures, players, chat, news, help, lost server, desync, paused. Run by make screenshots.
set -eu
build=$(cd "$1" && pwd)
mkdir -p "${2:-$build/screenshots}"
folder=$(cd "${2:-$build/screenshots}" && pwd)
client=$build/fixstep-client
work=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-screenshots.XXXXXX")
display=
trap 'if [ -n "$display" ]; then kill "$display"; fi; rm -rf "$work"' EXIT
sh "$(dirname "$0")/game_pictures.sh" "$build" "$folder"
"$client" -q --local tank --view none --seed 1 --ticks 900 --record "$work/tank.fsr"
"$client" -q --local tank --view none --seed 1 --ticks 900 --bot random --record "$work/other.fsr"
"$client" -q --replay "$work/tank.fsr" --compare "$work/other.fsr" --tick 400 --size 1280x720 --render "$folder/compare.png"

# --- with a display ---------------------------------------------------------------------------

for program in Xvfb xdotool import; do
    command -v $program >/dev/null || { echo "$folder (without the window: $program is not there)"; exit 0; }
done
Xvfb -noreset -displayfd 3 -screen 0 1280x800x24 3>"$work/display" >/dev/null 2>&1 &
display=$!
until [ -s "$work/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$work/display")
export DISPLAY LIBGL_ALWAYS_SOFTWARE=1 SDL_AUDIODRIVER=dummy XDG_CONFIG_HOME="$work/config"
unset WAYLAND_DISPLAY SDL_VIDEODRIVER

# What is awaited comes within a minute, also on a busy machine.
within() {   # COMMAND...
    for _ in $(seq 600); do
        if "$@"; then return 0; fi
        sleep 0.1
    done
    echo "screenshots.sh: never so: $*" >&2
    return 1
}
look() { import -window "$window" "ppm:$work/$1.ppm"; }   # NAME
has_drawn() { look seen && [ "$(convert "$work/seen.ppm" -format %k info:)" -gt 1 ]; }
is_open() { window=$(xdotool search --onlyvisible --name "^$1\$" 2>/dev/null | head -n 1) && [ -n "$window" ]; }
find_window() {   # TITLE: it is there, and what it shows
    within is_open "$1"
    within has_drawn
    rm -f "$work/before.ppm"
}
# A window that leaves because of a key is gone before the key comes up, which xdotool tells.
press() {
    look before
    xdotool key --window "$window" "$@" 2>/dev/null || true
}
differs() { look seen && ! cmp -s "$work/seen.ppm" "$work/before.ppm"; }
# A match takes keys such as that for a pause once it runs.
await_motion() {
    look before
    within differs
}
# The picture of the window, once it is another one than before the last keys and stands still. A match does not, and has a second.
shoot() {
    if [ -e "$work/before.ppm" ]; then within differs; fi
    for _ in $(seq 5); do
        look still
        sleep 0.2
        look seen
        if cmp -s "$work/seen.ppm" "$work/still.ppm"; then break; fi
    done
    rm -f "$work/before.ppm"
    import -window "$window" "$folder/window-$1.png"
}

cd "$work"
"$client" >/dev/null 2>&1 &
started=$!
find_window 'fixstep launcher'
shoot launcher
press Return Down Down; shoot play
press Escape Down Down Return; shoot join
press Down Down Down Return s e c r e t; shoot password
press Down Down Return Down Down Down Return; shoot letters
press Escape Escape
press Escape Down Down Down Return; shoot watch
press Escape Down Down Down Down Down Return; shoot keys
press Escape Escape
wait $started

"$client" -q --replay tank.fsr --view window --size 1280x720 --tick 300 &
started=$!
find_window fixstep
shoot replay
press F1; shoot replay-help
press F1 q
wait $started
"$client" -q --replay tank.fsr --compare other.fsr --view window --size 1280x720 --tick 300 &
started=$!
find_window fixstep
shoot compare
xdotool mousemove --window "$window" 200 300 click 2; shoot compare-fields
press q
wait $started

"$client" -q --local pool --seed 1 --view window --size 1280x720 &
started=$!
find_window fixstep; await_motion
press F5 F1; shoot help
press F1 F2; shoot graphs
press F2 F3; shoot layers
press F3 F3; xdotool mousemove --window "$window" 900 360 click 2; shoot fields
press q
wait $started

# --- states of a match with a server, in three sizes ---------------------------------------------

server=$build/fixstep-server
start_server() {   # ARGUMENT...: on a free port; sets serving and port
    : >"$work/server.log"
    "$server" --port 0 --game airhockey --seed 1 "$@" >/dev/null 2>"$work/server.log" </dev/null &
    serving=$!
    until grep -q 'listening on port' "$work/server.log"; do sleep 0.1; done
    port=$(sed -n 's/.*listening on port \([0-9]*\).*/\1/p' "$work/server.log" | head -n 1)
}
join() {   # SIZE ARGUMENT...: sets started and window
    size=$1
    shift
    "$client" "localhost:$port" --view window --size "$size" --name ada "$@" >/dev/null 2>"$work/client.log" </dev/null &
    started=$!
    find_window fixstep
}
leave() { press q; wait $started || true; kill $serving 2>/dev/null || true; wait $serving 2>/dev/null || true; }
fill() { "$client" -q "localhost:$port" --view none --name "$1" --bot chase >/dev/null 2>&1 </dev/null & }

# A recording with a desync, whole and cut off, with the mouse on its mark.
start_server --wait-players 1 --bots 4 --ticks 300 --record "$work/desync.fsr"
"$client" -q "localhost:$port" --view none --name ada --inject-fault 100:body2:0:pos.x:20 >/dev/null 2>&1 </dev/null || true
wait $serving || true
head -c 9000 desync.fsr >cut.fsr
"$client" -q --replay desync.fsr --view window --size 1280x720 --tick 110 >/dev/null 2>&1 </dev/null &
started=$!
find_window fixstep
xdotool mousemove --window "$window" 434 677; shoot replay-desync
press q
wait $started
"$client" -q --replay cut.fsr --view window --size 1280x720 --tick 3 >/dev/null 2>&1 </dev/null &
started=$!
find_window fixstep
press End; shoot replay-cut
press q
wait $started

for size in 1280x720 640x360 64x40; do
    start_server --wait-players 2 --motd 'Have fun'
    join $size; shoot waiting-$size; leave
    start_server --wait-players 2 --bots 4
    fill bob
    join $size; within grep -q "joined as" "$work/client.log"; sleep 2 # until ticks are agreed
    shoot agreed-$size
    press F2; shoot figures-$size; press F2
    press F7; shoot listed-$size; press F7; shoot unlisted-$size; press F7
    press Tab h e l l o; shoot chat-$size; press Return
    within grep -q 'says: hello' "$work/server.log"; shoot news-$size
    press F1; shoot online-help-$size; press F1
    kill -9 $serving; within grep -q lost "$work/client.log"
    shoot lost-$size; leave
    start_server --wait-players 1 --ticks 100000
    join $size --inject-fault 60:body2:0:pos.x:20
    until grep -q 'desync at tick' "$work/client.log"; do sleep 0.1; done
    shoot desync-$size; leave
    "$client" -q --local tank --seed 1 --view window --size $size >/dev/null 2>&1 </dev/null &
    started=$!
    find_window fixstep; await_motion
    press F5; shoot paused-$size; press q
    wait $started
    "$client" -q --replay tank.fsr --view window --size $size --tick 300 >/dev/null 2>&1 </dev/null &
    started=$!
    find_window fixstep; shoot replay-$size; press q
    wait $started
done
echo "$folder"
