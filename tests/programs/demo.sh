#!/bin/sh
# demo.sh: a match hosted, played over UDP, recorded and verified before your
# eyes, then a second one with a fault that must be named. Usage:
#
#     tests/programs/demo.sh BUILD-FOLDER [SECONDS]
#
# Ends with status 0 only if everything it shows held.
set -eu

bin=$(CDPATH='' cd -- "$1" && pwd)
seconds=${2:-20}
hz=60
ticks=$((seconds * hz))
fault_tick=150
work=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-demo.XXXXXX")
failures=0
ending=.txt
[ ! -t 1 ] || ending=.ansi
# Player and bot, a line each.
players='anna chase
bert chase
cleo random
dora idle'

stop_all() {
    # shellcheck disable=SC2046 # one word per process
    kill $(cat "$work"/*.pid 2>/dev/null) 2>/dev/null || true
    rm -rf "$work"
}
trap stop_all EXIT
trap 'exit 130' INT TERM

head_line() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || head_line() { printf '\n%s\n' "$*"; }

must() {   # must SENTENCE COMMAND...: a promise that is checked aloud
    sentence=$1
    shift
    if "$@"; then
        printf '  ok      %s\n' "$sentence"
    else
        printf '  FAILED  %s\n' "$sentence"
        failures=$((failures + 1))
    fi
}

program() { printf '%s' "$bin/$1"; }

# host NAME ARGUMENT...: a server in the background; sets $port.
host() {
    name=$1
    shift
    (
        cd "$work"
        exec "$(program fixstep-server)" --port 0 --report "$name.json" --record "$name.fsr" "$@" 2>"$name.log"
    ) &
    echo $! >"$work/$name.pid"
    port=
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
        port=$(sed -n 's/.*listening on port \([0-9]*\).*/\1/p' "$work/$name.log" 2>/dev/null | head -n 1)
        [ -z "$port" ] || return 0
        sleep 0.2
    done
    cat "$work/$name.log" >&2
    echo "demo: the server did not start" >&2
    exit 1
}

# join MATCH NAME BOT ARGUMENT...: a client in the background.
join() {
    match=$1 name=$2 bot=$3
    shift 3
    "$(program fixstep-client)" "127.0.0.1:$port" --view none --name "$name" --bot "$bot" \
        --report "$work/$match-$name.json" --record "$work/$match-$name.fsr" "$@" 2>"$work/$match-$name.log" &
    echo $! >"$work/$match-$name.pid"
}

# ended NAME: the exit status of a program, waited for.
ended() {
    status=0
    wait "$(cat "$work/$1.pid")" || status=$?
    rm -f "$work/$1.pid"
    return "$status"
}

# value FILE KEY: a top-level member of a report.
value() { sed -n "s/^  \"$2\": \"\{0,1\}\([^\",]*\).*/\1/p" "$work/$1.json" | head -n 1; }

same_state_hashes() {
    for who in $(echo "$players" | cut -d' ' -f1); do
        [ "$(value "match-$who" state_hash)" = "$hash" ] || return 1
        [ "$(value "match-$who" ticks)" = "$ticks" ] || return 1
    done
    [ -n "$hash" ]
}

# One line per client out of the server's report.
client_table() {
    awk -v hz="$hz" -v ticks="$ticks" '
        /^  "clients"/ { inside = 1 }
        !inside { next }
        /^    \{/ { delete v }
        /^      "/ { key = $1; gsub(/[":]/, "", key); text = $2; gsub(/[",]/, "", text); v[key] = text }
        /^    \}/ {
            printf "  %-8s %5d %8.2f ms %6d %12d %10.0f %10.0f %9d %6d\n", v["name"], ticks, v["rtt_us"] / 1000,
                v["delay_ticks"], v["substituted"], v["bytes_up"] * hz / ticks, v["bytes_down"] * hz / ticks,
                v["hashes_compared"], v["hashes_different"]
        }
        /^  \]/ { inside = 0 }' "$work/match.json"
}

printf 'Fixstep demo: air hockey, %d s at %d Hz, one server, four clients over UDP\n' "$seconds" "$hz"

head_line "1. A match"
host match --wait-players 4 --ticks "$ticks" --seed 2026
echo "$players" >"$work/players"
while read -r who bot; do
    printf '  %s joins with the bot "%s"\n' "$who" "$bot"
    join match "$who" "$bot"
done <"$work/players"
n=0
while kill -0 "$(cat "$work/match.pid")" 2>/dev/null && [ "$n" -le $((seconds + 15)) ]; do
    [ ! -t 1 ] || printf '\r  playing: %d s ' "$n"
    n=$((n + 1))
    sleep 1
done
[ ! -t 1 ] || printf '\r                    \r'
must "the server ended with status 0" ended match
while read -r who bot; do
    must "$who ended with status 0" ended "match-$who"
done <"$work/players"
hash=$(value match state_hash)

head_line "2. What happened"
printf '  player   ticks       RTT    delay  substituted   up B/s   down B/s    hashes differing\n'
client_table
must "$ticks ticks were played and agreed" [ "$(value match ticks) $(value match agreed_ticks)" = "$ticks $ticks" ]
must "the final state hash $hash is the same on the server and all four clients" same_state_hashes
must "no state hash differed" [ "$(value match desync_count)" = 0 ]

head_line "3. The middle of the match, from the recording"
must "the recording shows the table" "$(program fixstep-replay)" render "$work/match.fsr" --tick $((ticks / 2)) \
    --out "$work/table$ending" --size 76x20
cat "$work/table$ending" 2>/dev/null || true

head_line "4. Verification"
printf '  %s: %s bytes\n' match.fsr "$(wc -c <"$work/match.fsr")"
must "the server's recording verifies" "$(program fixstep-replay)" verify "$work/match.fsr"
must "the players' recordings verify" "$(program fixstep-replay)" verify "$work"/match-*.fsr

head_line "5. A fault: bert's memory flips one bit of the puck's position after tick $fault_tick"
host fault --wait-players 2 --ticks 360 --seed 7
join fault anna chase
join fault bert chase --inject-fault "$fault_tick:body2:0:pos.x:20"
must "anna ended with status 0" ended fault-anna
ended fault-bert || true
server_status=0
ended fault || server_status=$?
must "the server ended with status 1: a desync was seen" [ "$server_status" = 1 ]
sed -n '/desync at tick/,/client build/s/^/  | /p' "$work/fault.log"
must "the report names tick $fault_tick" grep -q "desync at tick $fault_tick: the state of player 'bert'" "$work/fault.log"
must "the report names body2[0].pos.x and nothing else" [ "$(grep -c 'server .*, client .* m ' "$work/fault.log")" = 1 ]
must "the field is body2[0].pos.x" grep -q 'body2\[0\]\.pos\.x: server' "$work/fault.log"
must "bert was given the right state and ended in agreement" \
    [ "$(value fault-bert state_hash)" = "$(value fault state_hash)" ]
must "the evidence was kept as a small recording" [ -s "$work/desync-$fault_tick-bert.fsr" ]
"$(program fixstep-replay)" repro "$work/desync-$fault_tick-bert.fsr" >"$work/repro.txt" && reproduced=0 || reproduced=$?
sed 's/^/  | /' "$work/repro.txt"
must "simulated again, it gives the server's state" [ "$reproduced" = 0 ]
must "the report tells all that differed" grep -q "nothing else differed" "$work/repro.txt"
must "bert's memory was changed outside the step" grep -q "outside the step" "$work/repro.txt"
must "the recording went on and verifies" "$(program fixstep-replay)" verify "$work/fault.fsr"

if [ "$failures" -gt 0 ]; then
    head_line "$failures promises did not hold"
    exit 1
fi
head_line "All of it held."
