#!/bin/bash
# supervise.sh: several matches below one supervisor: crashes, hangs, reloads, the console that passes commands on, the end.
# Run by make check in the build directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"

ctl() {   # STATUS COMMAND...: output in out, errors in err
    local wanted=$1
    shift
    expect "$wanted" "$SERVER" ctl --console ./socket "$@"
}
pid_of() {   # MATCH: its present process
    "$SERVER" ctl --console ./socket --json status | sed -n "s/.*\"match\":$1,\"state\":\"[a-z]*\",\"pid\":\([0-9]*\).*/\1/p"
}
ready_again() { await super.log "match $1 is ready" "$2"; }   # MATCH TIMES

three_matches() {
    $BESIDE "$SERVER" --config super.ini 2>super.log </dev/null &
    server_pid=$!
    ready_again 1 1 && ready_again 2 1 && ready_again 3 1 && [ "$(grep -c 'listening on port' super.log)" -eq 3 ] || return 1
    grep -q '\[2\] listening on port' super.log || return 1
    [ -S socket ] && [ -S socket-1 ] && [ -S socket-3 ] && [ "$(stat -c %a socket)" = 600 ] || return 1
    ctl 0 status && grep -q '^3 matches' out && [ "$(grep -c ' running ' out)" -eq 3 ]
}
join_match() {   # NAME MATCH ARGUMENT...
    local name=$1 match=$2
    shift 2
    port=$(sed -n "s/.*\[$match\] listening on port \([0-9]*\).*/\1/p" super.log | tail -n 1)
    start_client "$name" --bot chase "$@"
}
printf '[server]\nsupervise = 3\nport = 0\nhang-timeout = 5\nconsole = ./socket\nrecord = s.fsr\nmetrics = 0\ndrain-timeout = 3\n' >super.ini
if timeout 1 "$SERVER" --port 0 --metrics 0 2>&1 | grep -q "no HTTP server"; then sed -i '/metrics/d' super.ini; fi
three_matches; verdict "three matches start on ports of their own"

crashed() {   # one match crashes; the player of another does not notice
    local before
    join_match ann 2
    ann=$client_pid
    await super.log "\[2\] .*'ann' joined" || return 1
    before=$(pid_of 1)
    kill -SEGV "$before" && await super.log "match 1 is over: Segmentation fault" && ready_again 1 2 || return 1
    [ "$(pid_of 1)" != "$before" ] && ctl 0 --json status && grep -q '"match":1,[^}]*"starts":2,"failures":1' out \
        && grep -q '"match":2,[^}]*"starts":1,"failures":0' out && kill -0 $ann && ! grep -q "lost" ann.log
}
crashed; verdict "a crashed match starts again, the others go on"
hung() {   # a stopped process gives no sign of life, and questions to it do not hide that
    kill -STOP "$(pid_of 3)" || return 1
    for _ in 1 2 3 4 5; do
        ctl 1 match 3 status || return 1
        grep -q 'no sign of life for' err && break
    done
    grep -q 'no sign of life for' err && await super.log "match 3 gave no sign of life" && await super.log "match 3 is over: " \
        && ready_again 3 2 && ctl 0 status && grep -q '^3  *running .* 1$' out
}
hung; verdict "a match that hangs is found and starts again"
passed_on() {
    ctl 0 match 2 players && grep -q 'ann' out && ctl 0 match 2 say hello && await ann.log "server: hello" || return 1
    ctl 0 all status && [ "$(grep -c '^match [123]: ' out)" -eq 3 ] || return 1
    ctl 1 match 4 status && ctl 1 match && ctl 1 match 2 && ctl 1 match 2 nosuch && ctl 1 nosuch && ctl 0 help || return 1
    ctl 0 --json match 2 status && grep -q '"data":\[{"match":2,"ok":true,"data":{' out
}
passed_on; verdict "commands reach one match or all"
restarted() {
    ctl 0 restart 3 && await super.log "match 3 is over: exit status 0" && ready_again 3 3
}
restarted; verdict "restart ends a match cleanly and starts another"
if grep -q metrics super.ini; then
    metrics=$(sed -n 's/.* info  *metrics on port \([0-9]*\).*/\1/p' super.log | head -n 1)
    scraped() {
        exec 3<>"/dev/tcp/127.0.0.1/$metrics" && printf 'GET /metrics HTTP/1.0\r\n\r\n' >&3 && timeout $LIMIT cat <&3 >out
        exec 3<&-
        grep -q '^fixstep_match_failures_total{match="1"} 1' out && grep -q '^fixstep_match_hangs_total{match="3"} 1' out \
            && grep -q '^fixstep_match_up{match="2"} 1' out && grep -q '^fixstep_supervisor_matches 3' out || { show out; return 1; }
        sed -n 's/^# HELP \([a-z_]*\) .*/\1/p' out | sort >served
        sed -n '/^## Several matches/,/^## /s/^| `\(fixstep_[a-z_]*\)` .*/\1/p' "$SOURCES/lib/doc/HOSTING.md" | sort >listed
        cmp served listed
    }
    scraped; verdict "the supervisor's metrics are those that are documented"
fi
three_run() { ctl 0 status && grep -q '^3 matches' out && [ "$(grep -c ' running ' out)" -eq 3 ]; }
reloaded() {   # two matches more, then back; a bad file changes nothing
    sed -i 's/supervise = 3/supervise = 4/' super.ini && kill -HUP "$supervisor" && ready_again 4 1 || return 1
    [ "$(grep -c '\[[0-9]\] the configuration is read again' super.log)" -ge 3 ] || return 1
    sed -i 's/supervise = 4/supervise = many/' super.ini && ctl 1 reload && says "stays as it was: super.ini: line 2: supervise: 'many'" && await super.log "stays as it was: super.ini: line 2" || return 1
    sed -i 's/supervise = many/supervise = 3/' super.ini && ctl 0 reload && await super.log "match 4 is over: exit status 0" \
        && within three_run && kill -0 $ann && [ "$(grep -c "stays as it was" super.log)" -eq 1 ]
}
supervisor=$(pgrep -P $server_pid | head -n 1)
supervisor=${supervisor:-$server_pid}
reloaded; verdict "SIGHUP reloads: more matches, fewer matches, and a bad file"
expect 1 "$SERVER" --supervise 2 --port 0 --console ./socket && says "another server answers there" && [ -S socket-2 ] && ctl 0 status
verdict "two supervisors and one socket"
drained() {   # the running match goes on for the drain time; then everything is over
    kill -TERM "$supervisor" && await super.log "no new matches" && sleep 0.5 && kill -0 "$supervisor" && kill -0 $ann || return 1
    exits 0 $server_pid super.log && exits 0 $ann ann.log && [ ! -e socket ] && [ ! -e socket-2 ] || return 1
    expect 0 "$REPLAY" verify s-2.fsr
}
drained; verdict "SIGTERM drains the matches, whose recordings verify"

orphans() {   # matches that have lost their supervisor end by themselves
    : >orphan.log
    $BESIDE "$SERVER" --supervise 2 --port 0 2>orphan.log </dev/null &
    server_pid=$!
    await orphan.log "match 2 is ready" && await orphan.log "match 1 is ready" || return 1
    supervisor=$(pgrep -P $server_pid | head -n 1)
    kill -KILL "${supervisor:-$server_pid}"
    await orphan.log "the supervisor is gone" 2 && await orphan.log "match over" 2
    wait $server_pid 2>/dev/null
    [ "$(grep -c 'match over' orphan.log)" -eq 2 ]
}
orphans; verdict "matches without their supervisor end cleanly"
nohup_works() {
    : >nohup.log
    (trap '' HUP; exec "$SERVER" --supervise 1 --port 0 2>nohup.log </dev/null) &
    server_pid=$!
    await nohup.log "match 1 is ready" && kill -HUP $server_pid && sleep 0.5 && kill -0 $server_pid && kill -TERM $server_pid
    wait $server_pid
}
nohup_works; verdict "a supervisor under nohup ignores SIGHUP"
expect 2 "$SERVER" --supervise 3 --port 65534 && says "end at 65536"; verdict "ports that do not fit"
expect 2 "$SERVER" --supervise 3 --record - && says "cannot share standard output"; verdict "one standard output for several matches"
expect 2 "$SERVER" --supervise 65 && says "not a number from 0 to 64"; verdict "too many matches"
expect 2 "$SERVER" --instance 1 && says "without as many matches"; verdict "an instance without a supervisor"
expect 2 "$SERVER" --supervise 2 --game nosuch && says "nosuch"; verdict "a game that does not exist starts no match"

finish
