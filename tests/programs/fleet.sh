#!/bin/bash
# fleet.sh: a server of an Agones fleet, against a stub of the documented interface of the SDK's sidecar: health, ready,
# allocate and shutdown; a sidecar that is away, refuses or hangs. The last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"
STUB=$BUILD/tests/programs/agonesstub

start_sidecar() {   # NAME [STATUS]: sets sidecar_pid and AGONES_SDK_HTTP_PORT; its requests are in NAME
    $BESIDE "$STUB" ${2:+"$2"} >"$1" 2>"$1.err" &
    sidecar_pid=$!
    await "$1" "^port " || return 1
    AGONES_SDK_HTTP_PORT=$(sed -n 's/^port //p' "$1")
    export AGONES_SDK_HTTP_PORT
}

tells_its_life() {
    start_sidecar calls || return 1
    start_server told --agones || return 1
    await calls "^POST /health application/json {}$" && await calls "^POST /ready application/json {}$" || return 1
    start_client ann --bot chase
    await calls "^POST /allocate application/json {}$" && kill -INT $client_pid && exits 0 $client_pid ann.log || return 1
    await calls "^POST /ready" 2 && await calls "^POST /health" 2 || return 1
    kill -TERM $server_pid
    exits 0 $server_pid told.log && [ "$(tail -n 1 calls)" = "POST /shutdown application/json {}" ] && grep -q "took 'shutdown'" told.log \
        && [ "$(grep -c "POST /allocate" calls)" -eq 1 ] || { show calls told.log; return 1; }
}
tells_its_life; verdict "health, ready, allocate and shutdown are told"
kill "$sidecar_pid" 2>/dev/null

unharmed() {   # LOG: a match beside a sidecar that is of no use
    start_server "$1" --agones --ticks 180 && start_client ann --bot chase && exits 0 $client_pid ann.log && exits 0 $server_pid "$1.log" \
        && [ "$(grep -c "does not take 'health'" "$1.log")" -eq 1 ] || { show "$1.log"; return 1; }
}
unharmed away && grep -q "Connection refused" away.log; verdict "a sidecar that is away"
start_sidecar refusals 500 && unharmed refused && grep -q "the answer is 'HTTP/1.1 500'" refused.log; verdict "a sidecar that refuses"
kill "$sidecar_pid" 2>/dev/null
start_sidecar silence 0 && unharmed hung && grep -q "no answer" hung.log; verdict "a sidecar that never answers"
kill "$sidecar_pid" 2>/dev/null
expect 1 env AGONES_SDK_HTTP_PORT=many "$SERVER" --port 0 --agones && says "AGONES_SDK_HTTP_PORT is 'many', which is no port"
verdict "a port that is none"
expect 2 "$SERVER" --agones --supervise 2 && says "one match"; verdict "--agones and --supervise"

finish
