#!/bin/bash
# path_mtu.sh: a match across a path that passes packets of 1280 or 576 bytes, in networks of this machine's own. Behind a bridge
# larger packets vanish without a notice; a router tells. Run by make check in the build directory; the last line is
# "TOTAL passed failed". Skipped where networks cannot be made.
if [ "${1:-}" != inside ]; then
    unshare -rnm bash -c 'mount -t tmpfs none /run && ip netns add try && ip -n try link add name join type bridge' 2>/dev/null \
        || { echo "no networks of one's own on this machine"; exit 77; }
    exec unshare -rnm bash "$0" inside
fi
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"
mount -t tmpfs none /run

# near has the server, far the late client, and all goes through middle.
lay_cables() {
    local name
    for name in near middle far; do ip netns del $name 2>/dev/null; ip netns add $name && ip -n $name link set lo up || return 1; done
    ip link add left netns near type veth peer name left netns middle && ip link add right netns far type veth peer name right netns middle
}
set_up() { # NAMESPACE LINK ADDRESS ...
    local name=$1 link=$2
    shift 2
    for address; do ip -n "$name" addr add "$address" dev "$link" $(case $address in *::*) echo nodad ;; esac) || return 1; done
    ip -n "$name" link set "$link" up
}
# MTU: the bridge drops what is larger, and nobody is told.
bridged() {
    lay_cables && ip -n middle link set right mtu "$1" && ip -n middle link add name join type bridge || return 1
    ip -n middle link set left master join && ip -n middle link set right master join && set_up middle left && set_up middle right && set_up middle join || return 1
    set_up near left 10.7.1.1/24 fd07:1::1/64 && set_up far right 10.7.1.2/24 fd07:1::2/64
}
routed() {
    lay_cables && ip -n middle link set right mtu "$1" && ip -n far link set right mtu "$1" || return 1
    set_up middle left 10.7.1.2/24 && set_up middle right 10.7.2.2/24 && ip netns exec middle sysctl -qw net.ipv4.ip_forward=1 || return 1
    set_up near left 10.7.1.1/24 && set_up far right 10.7.2.1/24 || return 1
    ip -n near route add default via 10.7.1.2 && ip -n far route add default via 10.7.2.2
}
# NAMESPACE PROGRAM ...: its log is the standard error.
run_in() { local name=$1; shift; ip netns exec "$name" timeout 60 "$@"; }
# ADDRESS: one plays from tick 0, another joins by the narrow path and gets a state of many datagrams.
played() {
    local server near far
    run_in near "$SERVER" --port 27960 --game particles --set count=2000 --players 64 --bots 60 --ticks 300 --report server.json --identity key 2>server.log &
    server=$!
    await server.log "listening on port" || return 1
    run_in near "$CLIENT" 127.0.0.1:27960 --bot random --view none --known-hosts near.hosts 2>near.log &
    near=$!
    await server.log "the match starts" || return 1
    run_in far "$CLIENT" "$1:27960" --bot random --view none --known-hosts far.hosts --report far.json 2>far.log
    far=$?
    wait "$near" && wait "$server" || return 1
    rm -f far.hosts near.hosts
    [ "$far" -eq 0 ] && [ "$(field far.json ticks)" = 300 ] && [ "$(field server.json desync_count)" = 0 ]
}
bridged 1280 && played 10.7.1.1; verdict "1280 bytes and no notice, IPv4"
bridged 1280 && played "[fd07:1::1]"; verdict "1280 bytes and no notice, IPv6"
routed 576 && played 10.7.1.1; verdict "576 bytes behind a router"

finish
