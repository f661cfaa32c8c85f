#!/bin/sh
# screenshots.sh BUILD [FOLDER]: pictures of every game, drawn as in the window without a display, into FOLDER (default
# BUILD/screenshots): GAME-1.png to GAME-3.png after 1, 5 and 15 seconds of a match of the game's bots with seed 1, and
# compare.png, two recordings side by side. Where Xvfb, xdotool and ImageMagick's import are there, also window-STATE.png: the
# launcher and its lists, the viewer of recordings, and the displays of the window. Run by make screenshots.
set -eu
build=$(cd "$1" && pwd)
mkdir -p "${2:-$build/screenshots}"
folder=$(cd "${2:-$build/screenshots}" && pwd)
client=$build/fixstep-client
work=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-screenshots.XXXXXX")
display=
trap 'if [ -n "$display" ]; then kill "$display"; fi; rm -rf "$work"' EXIT
games=$("$client" --list-games | sed -nE 's/^([a-z0-9]+): .*/\1/p')
for game in $games; do
    "$client" -q --local "$game" --view none --seed 1 --ticks 900 --record "$work/$game.fsr"
    number=1
    for tick in 60 300 900; do
        "$client" -q --replay "$work/$game.fsr" --tick $tick --slot 0 --size 1280x720 \
            --render "$folder/$game-$number.png"
        number=$((number + 1))
    done
done
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

find_window() {   # TITLE
    until window=$(xdotool search --onlyvisible --name "^$1\$" 2>/dev/null | head -n 1) && [ -n "$window" ]; do sleep 0.1; done
    sleep 1
}
press() { xdotool key --window "$window" "$@"; }
shoot() { sleep 1; import -window "$window" "$folder/window-$1.png"; }

cd "$work"
"$client" >/dev/null 2>&1 &
started=$!
find_window 'fixstep launcher'
shoot launcher
press Return Down Down; shoot play
press Escape Down Down Return; shoot join
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
press q
wait $started

"$client" -q --local pool --seed 1 --view window --size 1280x720 &
started=$!
find_window fixstep
press F5 F1; shoot help
press F1 F2; shoot graphs
press F2 F3; shoot layers
press F3 F3; xdotool mousemove --window "$window" 900 360 click 2; shoot fields
press q
wait $started
echo "$folder"
