#!/bin/bash
# real_net.sh [SECONDS [BOTS [LINE]]]: lines of bench-net, or LINE alone, with the real programs on real sockets, encrypted:
# a server, netproxy as the line, and bots (8 unless given) for so many seconds (30). A row a line: time from the sampling of
# an input to the simulation of its tick, the mean over the clients of p50, of p99 and of the input delay; substituted inputs;
# pauses of a client of more than 100 ms beyond a tick; bytes of a client on the wire; processor time of the server. Exit
# status 1 when a program fails or a state differs. Run by make bench-net-real in the build directory.
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" realnet
seconds=${1:-30} bots=${2:-8} line=${3:-}
PROXY=$BUILD/tests/network/netproxy
LIMIT=$((seconds + 120))
BESIDE="timeout --foreground $LIMIT"
cd "$WORK" || exit 1

port_of() {   # LOG
    await "$1" "listening on port " >&2 && sed -n 's/.*listening on port \([0-9]*\).*/\1/p' "$1" | head -n 1
}
value() { tr -d '\n' <"$2" | "$JSONPATH" "$1"; }   # PATH FILE
figures() {   # PATH...: a line of them for each client
    local i path
    for i in $(seq "$bots"); do
        for path in "$@"; do printf '%s ' "$(value "$path" "client$i.json")"; done
        echo
    done
}
measure() {   # NAME DELAY_US JITTER_US LOSS_PERMILLE
    local name=$1 port i pids= server proxy
    shift
    [ -z "$line" ] || [ "$line" = "$name" ] || return 0
    rm -f ./*.json ./*.log
    $BESIDE "$SERVER" --port 0 --game particles --set count=100 --players "$bots" --wait-players "$bots" --max-per-address 64 --ticks $((seconds * 60)) --seed 1 --report server.json 2>server.log </dev/null &
    server=$!
    port=$(port_of server.log) || return 1
    $BESIDE "$PROXY" "$port" "$@" >proxy.log &
    proxy=$!
    port=$(port_of proxy.log) || return 1
    for i in $(seq "$bots"); do
        $BESIDE "$CLIENT" "127.0.0.1:$port" --view none --bot random --anonymous --timeout 60 --report "client$i.json" 2>"client$i.log" </dev/null &
        pids="$pids $!"
    done
    for i in $pids $server; do wait "$i" || { tail -n 3 server.log client*.log; return 1; }; done
    kill "$proxy"
    [ "$(value desync_count server.json)" = 0 ] || { echo "# a state differs"; return 1; }
    figures key_to_screen.p50_us key_to_screen.p99_us delay_ticks substituted ticks stalls wire.bytes_sent wire.bytes_received wall_seconds >figures
    awk -v name="$name" -v cpu="$(value cpu_seconds server.json)" -v wall="$(value wall_seconds server.json)" '
        { p50 += $1; p99 += $2; delay += $3; lost += $4; ticks += $5; stalls += $6; up += $7 / $9; down += $8 / $9 }
        END { printf "%-22s| %6.1f %6.1f | %5.1f | %6.2f | %5d | %6.2f %6.2f | %5.1f\n", name, p50 / NR / 1e3, p99 / NR / 1e3, delay / NR,
              100 * lost / ticks, stalls, up / NR / 1e3, down / NR / 1e3, 100 * cpu / wall }' figures
}
printf '%-22s| %-13s | %5s | %6s | %-5s | %-13s | %5s\n' "$bots bots, ${seconds} s" "key, ms" delay subst. "" "kB/s" CPU
printf '%-22s| %6s %6s | %5s | %6s | %5s | %6s %6s | %5s\n' line p50 p99 ticks % stalls up down %
failed=0
measure "loopback" 0 0 0 || failed=1
measure "RTT 80+-20 ms, 2 %" 30000 20000 20 || failed=1
measure "50+-20 ms, 5 %" 30000 40000 50 || failed=1
exit $failed
