#!/bin/bash
# window_pace.sh [SECONDS [GAME [OPTION]...]]: a match on the loopback of a client with a window and one without, for so many seconds
# (10), of GAME (airhockey) with options KEY=VALUE. Prints a line of JSON: of each client the time between two ticks, p50 and p99 in
# microseconds, and the pauses of more than 100 ms; of the one with a window also its frames and their times; null where there is no virtual display. Run by make bench PARTS=view in the
# build directory.
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" pace
seconds=${1:-10} game=${2:-airhockey}
shift $(($# < 2 ? $# : 2))
options=()
for option in "$@"; do options+=(--set "$option"); done
give_up() { echo null; exit 0; }
pace_of() { # REPORT
    tr -d '\n' <"$1" | sed -nE 's/.*("tick_interval": *\{[^}]*\}).*("stalls": *[0-9]+).*/{\1, \2}/p'
}

command -v Xvfb >/dev/null || give_up
Xvfb -noreset -displayfd 3 -screen 0 1280x800x24 3>"$WORK/display" >/dev/null 2>&1 &
within test -s "$WORK/display" || give_up
export DISPLAY=:$(cat "$WORK/display") LIBGL_ALWAYS_SOFTWARE=1 SDL_AUDIODRIVER=dummy
unset WAYLAND_DISPLAY SDL_VIDEODRIVER
start_server server --game "$game" "${options[@]}" --players 2 --wait-players 2 --seed 1 --ticks $((seconds * 60)) >&2 || give_up
start_client headless --bot random --report "$WORK/headless.json"
$BESIDE "$CLIENT" "127.0.0.1:$port" --name window --view window --bot random --report "$WORK/window.json" 2>"$WORK/window.log" </dev/null &
window_pid=$!
wait $client_pid && wait $window_pid || { cat "$WORK/window.log" "$WORK/headless.log" >&2; give_up; }
frames=$(tr -d '\n' <"$WORK/window.json" | sed -nE 's/.*"frames": *(\{[^}]*\}).*/\1/p')
echo "{\"window\": $(pace_of "$WORK/window.json"), \"frames\": $frames, \"headless\": $(pace_of "$WORK/headless.json")}"
