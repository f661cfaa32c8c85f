#!/bin/bash
# real_net.sh [SECONDS [BOTS [LINE [WAY]]]]: lines of bench-net, or LINE alone, with the real programs on real sockets, encrypted:
# a server, a line, and bots (8 unless given) for so many seconds (30). WAY proxy: netproxy on loopback is the line; WAY netem: two
# network namespaces, a pair of veth between them and tc netem at both ends, which root may have where the kernel knows netem. A
# row a line: time from the sampling of an input to the simulation of its tick, the mean over the clients of p50, of p99 and of the
# input delay; between two simulated ticks, the mean of p99 and the longest; substituted inputs; pauses of a client of more than
# 100 ms beyond a tick; bytes of a client on the wire; processor time of the server. Netem has one line more, "late join": one who
# comes to a match with a state above 1 MiB over 10 Mbit/s and 80 ms of round trip. Exit status 1 when a program fails, a state
# differs, or the way is none here. Run by make bench-net-real and make bench-netem in the build directory.
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" realnet
seconds=${1:-30} bots=${2:-8} line=${3:-} way=${4:-proxy}
PROXY=$BUILD/tests/network/netproxy
LIMIT=$((seconds + 120))
BESIDE="timeout --foreground $LIMIT"
NEAR=fixstep$$s FAR=fixstep$$p LATE=fixstep$$l # namespaces: of the server, of the players, and of one who comes late
cd "$WORK" || exit 1

# --- namespaces --------------------------------------------------------------

# Both ways; netem spreads a delay evenly to both sides, and later datagrams overtake.
shape() {   # NAMESPACE DELAY_US JITTER_US LOSS_PERMILLE [WORD...]
    local at of=$1 delay=$(($2 + $3 / 2))us jitter=$(($3 / 2))us loss=$(($4 / 10)).$(($4 % 10))%
    shift 4
    for at in "$of" "$NEAR"; do
        tc -n "$at" qdisc replace dev "$of" root netem limit 100000 delay $delay $jitter loss $loss "$@" || return 1
    done
}
close_nets() {
    local net
    for net in $NEAR $FAR $LATE; do ip netns del "$net" 2>/dev/null; done
}
join_net() {   # NAMESPACE NUMBER: with the server's, by a pair of interfaces of its name; the server has 10.213.NUMBER.1 there
    ip netns add "$1" && ip link add "$1" netns "$NEAR" type veth peer name "$1" netns "$1" || return 1
    ip -n "$NEAR" address add "10.213.$2.1/24" dev "$1" && ip -n "$1" address add "10.213.$2.2/24" dev "$1" || return 1
    ip -n "$NEAR" link set "$1" up && ip -n "$1" link set "$1" up && shape "$1" 0 0 0
}
open_nets() {
    trap 'kill $(jobs -p) 2>/dev/null; close_nets; rm -rf "$WORK"' EXIT
    ip netns add "$NEAR" && join_net "$FAR" 0 && join_net "$LATE" 1
}
none_here() { echo "bench-netem: $1; make bench-net-real measures the same lines through a proxy"; exit 1; }   # WHY
if [ "$way" = netem ]; then
    [ "$(id -u)" = 0 ] || none_here "network namespaces need root"
    command -v ip >/dev/null && command -v tc >/dev/null || none_here "ip and tc (iproute2) are not installed"
    open_nets 2>nets.log || none_here "this kernel has no namespaces with veth and netem ($(tail -n 1 nets.log))"
    inside() { local net=$1; shift; $BESIDE ip netns exec "$net" "$@"; }
else
    inside() { shift; $BESIDE "$@"; }
fi

# --- a match -------------------------------------------------------------------

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
open_line() {   # PORT DELAY_US JITTER_US LOSS_PERMILLE: between the server at that port and $address
    address=10.213.0.1:$1
    if [ "$way" = netem ]; then shift; shape "$FAR" "$@"; return; fi
    $BESIDE "$PROXY" "$@" >proxy.log &
    proxy=$!
    address=127.0.0.1:$(port_of proxy.log)
}
row() {   # NAME
    figures key_to_screen.p50_us key_to_screen.p99_us delay_ticks substituted ticks stalls wire.bytes_sent wire.bytes_received wall_seconds tick_interval.p99_us tick_interval.max_us >figures
    awk -v name="$1" -v cpu="$(value cpu_seconds server.json)" -v wall="$(value wall_seconds server.json)" '
        { p50 += $1; p99 += $2; delay += $3; lost += $4; ticks += $5; stalls += $6; up += $7 / $9; down += $8 / $9; pace += $10
          longest = longest > $11 ? longest : $11 }
        END { printf "%-22s| %6.1f %6.1f | %6.1f %6.1f | %5.1f | %6.2f | %6d | %6.2f %6.2f | %5.1f\n", name, p50 / NR / 1e3, p99 / NR / 1e3, pace / NR / 1e3,
              longest / 1e3, delay / NR, 100 * lost / ticks, stalls, up / NR / 1e3, down / NR / 1e3, 100 * cpu / wall }' figures
}
is_wanted() { [ -z "$line" ] || [ "$line" = "$1" ]; }   # NAME
host() {   # PARTICLES PLAYERS HZ TICKS: a server in a folder without the files of the match before, which waits for $bots players
    rm -f ./*.json ./*.log
    inside "$NEAR" "$SERVER" --port 0 --game particles --set count="$1" --players "$2" --wait-players "$bots" --max-per-address 64 --tick-rate "$3" --ticks "$4" --seed 1 --report server.json 2>server.log </dev/null &
    pids=$!
}
play() {   # NAMESPACE NAME: a bot at $address
    inside "$1" "$CLIENT" "$address" --view none --bot random --anonymous --timeout 60 --log-format json --report "client$2.json" 2>"client$2.log" </dev/null &
    pids="$pids $!"
}
end_match() {   # $pids have ended well, and all had the same states
    local i
    for i in $pids; do wait "$i" || { tail -n 3 server.log client*.log; return 1; }; done
    [ "$(value desync_count server.json)" = 0 ] || { echo "# a state differs"; return 1; }
}
measure() {   # NAME DELAY_US JITTER_US LOSS_PERMILLE
    local name=$1 i pids="" proxy="" address
    shift
    is_wanted "$name" || return 0
    host 100 "$bots" 60 $((seconds * 60))
    open_line "$(port_of server.log)" "$@" || return 1
    for i in $(seq "$bots"); do play "$FAR" "$i"; done
    end_match || return 1
    [ -z "$proxy" ] || kill "$proxy"
    row "$name"
}
# The three others have no trouble and have played for a while; the queue of the late player's line holds 100 ms.
late_join() {
    local bots=3 i pids="" address began joined
    [ "$way" = netem ] && is_wanted "late join" || return 0
    host 50000 $((bots + 1)) 20 300
    open_line "$(port_of server.log)" 0 0 0 && shape "$LATE" 39000 2000 0 rate 10mbit limit 150 || return 1
    for i in $(seq "$bots"); do play "$FAR" "$i"; done
    await client1.log '"joined"' && sleep 5
    address=10.213.1.1:${address#*:} began=$(date +%s%3N)
    play "$LATE" late
    end_match || return 1
    joined=$(sed -n 's/.*"time":"\([^"]*\)".*"event":"joined".*/\1/p' clientlate.log)
    [ -n "$joined" ] || { tail -n 3 clientlate.log; return 1; }
    figures stalls substituted ticks tick_interval.max_us >figures
    echo "late join: $(value state_bytes clientlate.json) bytes of state, $(value wire.bytes_received clientlate.json) bytes down in all; active after $(($(date -d "$joined" +%s%3N) - began)) ms"
    awk '{ stalls += $1; lost += $2; ticks += $3; longest = longest > $4 ? longest : $4 }
        END { printf "  the others: %d stalls, %.2f %% substituted, longest tick to tick %.1f ms\n", stalls, 100 * lost / ticks, longest / 1e3 }' figures
}
printf '%-22s| %-13s | %-13s | %5s | %6s | %-6s | %-13s | %5s\n' "$bots bots, ${seconds} s" "key, ms" "tick to tick" delay subst. "" "kB/s" CPU
printf '%-22s| %6s %6s | %6s %6s | %5s | %6s | %6s | %6s %6s | %5s\n' "line ($way)" p50 p99 p99 max ticks % stalls up down %
failed=0
measure "no trouble" 0 0 0 || failed=1
measure "RTT 80+-20 ms, 2 %" 30000 20000 20 || failed=1
measure "50+-20 ms, 5 %" 30000 40000 50 || failed=1
late_join || failed=1
exit $failed
