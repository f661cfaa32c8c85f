#!/bin/bash
# conformance.sh: a second implementation of the protocol, in Python and written from PROTOCOL.md, has the bytes of the
# first one, and plays a match with it. Run by make check in the build directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/../programs/hosting_helpers.sh"
HERE=$SOURCES/tests/conformance
export PYTHONDONTWRITEBYTECODE=1

if ! command -v python3 >/dev/null; then
    echo "# no python3"
    finish
fi

# --- bytes ------------------------------------------------------------------------

# Every value that handshake.py prints is in check_cipher.c or check_ticket.c, whose lines may break it.
same_bytes() {
    python3 "$HERE/handshake.py" >"$WORK/out" 2>"$WORK/err" && [ "$(wc -l <"$WORK/out")" -eq 11 ] || return 1
    cat "$SOURCES/tests/net/check_cipher.c" "$SOURCES/tests/identity/check_ticket.c" | tr -d '" \n' >joined
    while read -r line; do
        grep -q "${line##* }" joined || { echo "# in neither: $line"; return 1; }
    done <"$WORK/out"
}
same_bytes; verdict "the handshake and the encryption have the same bytes in both"

# --- a match ----------------------------------------------------------------------

value() { sed -n "s/.*\"$2\": \"\{0,1\}\([^,\"}]*\).*/\1/p" "$1"; }   # FILE KEY
is() {   # FILE KEY VALUE
    [ "$(value "$1" "$2")" = "$3" ] && return 0
    echo "# $2 is $(value "$1" "$2"), not $3"
    return 1
}

# The Python client plays beside one of ours, is lost without a word after 100 ticks, and returns.
plays() {
    local numbers python_pid
    numbers=$("$CLIENT" --version | sed -n 's/.*numbers \([0-9a-f]*\).*/\1/p') && [ "${#numbers}" -eq 16 ] || return 1
    start_server match --game airhockey --players 2 --wait-players 2 --ticks 400 --report match.json --record match.fsr || return 1
    $BESIDE python3 "$HERE/client.py" "$port" "$numbers" 4 100 >"$WORK/out" 2>"$WORK/err" &
    python_pid=$!
    start_client bot --bot chase
    exits 0 $python_pid "$WORK/err" && exits 0 $client_pid bot.log && exits 0 $server_pid match.log
}
plays; verdict "a client written from the document plays a match to its end"

saw() {
    is "$WORK/out" ticks 400 && is "$WORK/out" end_ticks 400 && is "$WORK/out" wrong 0 && is "$WORK/out" malformed 0 || return 1
    is "$WORK/out" game airhockey && is "$WORK/out" same_slot true && is "$WORK/out" same_identity true || return 1
    [ "$(value "$WORK/out" own)" -ge 100 ] && prints '"python"' && prints '"bot"' && prints '"modes": \[0, 2\]'
}
saw; verdict "it decodes every bundle, finds its own inputs in them, and returns with the server's chain"

agrees() {
    is match.json state_hash "$(value "$WORK/out" state_hash)" || return 1
    tr -d - <match.json | grep -q "\"key\": \"$(value "$WORK/out" key)\"" || return 1
    [ "$(value match.json identity | tr -d -)" = "$(value "$WORK/out" fingerprint)" ] && expect 0 "$REPLAY" verify match.fsr
}
agrees; verdict "the state, the identity that it was told and the key that it proved are those of the report, and the recording verifies"

# --- a spectator, at the server and behind a relay ---------------------------------------

watches() {   # FILE RELAYED
    is "$1" relayed "$2" && is "$1" cause 1 && is "$1" continues 0 && is "$1" delay_s 0 && is "$1" malformed 0 || return 1
    is "$1" wrong_signatures 0 && is "$1" wrong_chains 0 && is "$1" gaps 0 && is "$1" end_ticks 300 && is "$1" newest_head 300 || return 1
    [ "$(value "$1" heads)" -ge 3 ] && [ "$(value "$1" checked_bundles)" -ge 150 ] && is "$1" head_hash "$(value "$1" state_hash)" || return 1
    [ "$(value seen.json identity | tr -d -)" = "$(value "$1" origin)" ] && is seen.json state_hash "$(value "$1" state_hash)"
}
spectates() {
    local numbers server server_pid_of near
    numbers=$("$CLIENT" --version | sed -n 's/.*numbers \([0-9a-f]*\).*/\1/p') || return 1
    start_server seen --game airhockey --ticks 300 --report seen.json || return 1
    server=$port server_pid_of=$server_pid
    start_server relay --relay "127.0.0.1:$server" --identity ./relay.key || return 1
    $BESIDE python3 "$HERE/spectator.py" "$server" "$numbers" >near.out 2>near.err &
    near=$!
    $BESIDE python3 "$HERE/spectator.py" "$port" "$numbers" >far.out 2>far.err &
    local far=$! relay=$server_pid
    await seen.log "spectator 'python'" || return 1
    port=$server
    start_client bot --bot chase
    exits 0 $near near.err && exits 0 $far far.err && exits 0 $client_pid bot.log && exits 0 $server_pid_of seen.log && exits 0 $relay relay.log || return 1
    watches near.out 0 && watches far.out 1
}
spectates; verdict "a spectator written from the document checks every head and the chain, also behind a relay"
finish
