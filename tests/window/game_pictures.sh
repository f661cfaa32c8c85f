#!/bin/sh
# game_pictures.sh BUILD [FOLDER [PATTERN]]: the pictures of lib/doc/games/pictures.txt whose names match PATTERN, 1280 x 720 as
# in the window, into FOLDER (default lib/doc/games). Run by make game-pictures and
# make screenshots.
set -eu
build=$(cd "$1" && pwd)
games=$(cd "$(dirname "$0")/../../lib/doc/games" && pwd)
folder=$(cd "${2:-$games}" && pwd)
client=$build/fixstep-client
work=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-pictures.XXXXXX")
trap 'rm -rf "$work"' EXIT
grep -v '^#' "$games/pictures.txt" | grep -- "${3:-.}" | while read -r picture game tick slot options; do
    # shellcheck disable=SC2086 # several options
    "$client" -q --local "$game" --view none --seed 1 --ticks "$tick" $options --record "$work/match.fsr" </dev/null
    "$client" -q --replay "$work/match.fsr" --tick "$tick" --slot "$slot" --size 1280x720 --render "$folder/$picture.png" </dev/null
    rm "$work/match.fsr"
done
