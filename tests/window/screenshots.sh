#!/bin/sh
# screenshots.sh BUILD [FOLDER]: pictures of every game, drawn as in the window without a display, into FOLDER (default
# BUILD/screenshots): GAME-1.png to GAME-3.png after 1, 5 and 15 seconds of a match of the game's bots with seed 1.
# Run by make screenshots.
set -eu
build=$1
folder=${2:-$build/screenshots}
mkdir -p "$folder"
work=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-screenshots.XXXXXX")
trap 'rm -rf "$work"' EXIT
games=$("$build/fixstep-client" --list-games | sed -nE 's/^([a-z0-9]+): .*/\1/p')
for game in $games; do
    "$build/fixstep-client" -q --local "$game" --view none --seed 1 --ticks 900 --record "$work/$game.fsr"
    number=1
    for tick in 60 300 900; do
        "$build/fixstep-client" -q --replay "$work/$game.fsr" --tick $tick --slot 0 --size 1280x720 \
            --render "$folder/$game-$number.png"
        number=$((number + 1))
    done
done
echo "$folder"
