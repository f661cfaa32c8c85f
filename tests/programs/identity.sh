#!/bin/bash
# identity.sh: a server proves its lasting key, clients remember it and refuse another one. Run by make check in the build
# directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"

fingerprint() { sed -n 's/.*the key of this server is \([0-9a-f-]*\)$/\1/p' "$1" | head -n 1; }
mode() { stat -c %a "$1" 2>/dev/null || stat -f %Lp "$1"; }
ends() { kill -TERM $server_pid; wait $server_pid 2>/dev/null; }
plays() {   # STATUS ARGUMENT...: a client, a few ticks long; its log is in $WORK/err
    local wanted=$1
    shift
    expect "$wanted" "$CLIENT" "127.0.0.1:$port" --view none --bot chase --timeout 60 "$@"
}

remembered() {
    start_server first --ticks 60 --report first.json && key=$(fingerprint first.log) && [ "${#key}" -eq 39 ] || return 1
    [ "$(mode state/fixstep/identity)" = 600 ] || return 1
    plays 0 && tells "127.0.0.1:$port is new; its key is $key, noted in $WORK/data/fixstep/known_hosts" || return 1
    wait $server_pid
    [ "$(mode data/fixstep/known_hosts)" = 600 ] && grep -q "\"identity\": \"$key\"" first.json
}
remembered; verdict "a server has a key, and a client notes it"

again() {
    start_server second --port "$port" --ticks 60 && [ "$(fingerprint second.log)" = "$key" ] && plays 0 && ! tells "is new" || return 1
    wait $server_pid
}
again; verdict "a server that is started again has the same key, and is known"

changed() {
    start_server third --port "$port" --identity other/key --ticks 60 && [ "$(fingerprint third.log)" != "$key" ] || return 1
    plays 1 && once "THE KEY OF 127.0.0.1:$port HAS CHANGED" && tells "known_hosts line 1" || { ends; return 1; }
    plays 0 --known-hosts elsewhere/known && tells "is new"
    local status=$?
    ends
    return $status
}
changed; verdict "a server with another key is refused, with the line of the known one"

plain() {
    start_server plain --insecure --ticks 60 && await plain.log "nothing is encrypted (--insecure)" || return 1
    plays 1 && tells "one side encrypts and the other does not (--insecure)" || { ends; return 1; }
    plays 0 --insecure
    local status=$?
    ends
    return $status
}
plain; verdict "--insecure needs both sides"

unusable() {
    echo x >file
    expect 1 "$SERVER" --port 0 --identity file/key && tells "file/key\|folder file" || return 1
    touch open && chmod 644 open
    expect 1 "$SERVER" --port 0 --identity open && tells "identity file open: others may use it" || return 1
    XDG_STATE_HOME=$WORK/file start_server unkept --ticks 5 && await unkept.log "clients will not know this server again"
    local status=$?
    ends
    return $status
}
unusable; verdict "a key file that cannot be used"
finish
