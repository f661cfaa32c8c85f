#!/bin/bash
# operator.sh: a server that is looked after: console, reload, metrics and the log file. Run by make
# check in the build directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"

# --- the console ----------------------------------------------------------------------

ctl() {   # STATUS COMMAND...: output in out, errors in err
    local wanted=$1
    shift
    expect "$wanted" "$SERVER" ctl --console ./socket "$@"
}
shows() { ctl 0 "$2" && grep -q "$1" out; }   # PATTERN COMMAND
ticks_on() { ctl 0 status && ! grep -q "tick $1," out; }   # from TICK
console_commands() {
    start_server console --config live.ini --console ./socket --ban-file console.bans --record k.fsr --report k.json || return 1
    [ "$(stat -c %a socket)" = 600 ] || return 1
    start_client ann --bot chase
    local ann=$client_pid
    await console.log "the match starts" || return 1
    ctl 0 status && grep -q '^running, round 0 (airhockey), tick [0-9]*, 1 of 4 players' out || return 1
    ctl 0 --json status && grep -q '"players":1' out || return 1
    ctl 0 players && grep -q '^0 *ann *127.0.0.1:' out && within shows 'chase+2 *(bot)' players || return 1   # bots come with the first tick
    ctl 0 say "hello 100% %n" && await ann.log "server: hello 100% %n" && grep -q "the operator says: hello 100% %n" console.log || return 1
    ctl 0 set bots 4 && within shows 'chase+4 *(bot)' players || return 1
    ctl 1 set bots 65 && ctl 1 set bots x && ctl 1 set nosuch 1 && ctl 1 kick && ctl 1 kick nobody && ctl 1 record || return 1
    ctl 1 unban 192.0.2.1 && ctl 1 ban 300.1.1.1 && ctl 1 nosuch && ctl 0 help kick && grep -q '^kick *NAME' out || return 1
    ctl 0 ban 192.0.2.0/24 spam && grep -q '^192.0.2.0/24 spam' console.bans && ctl 0 bans && grep -q '^192.0.2.0/24 spam' out || return 1
    ctl 0 unban 192.0.2.0/24 && ! grep -q spam console.bans || return 1
    ctl 0 record off && ctl 1 record off && grep -q "nothing is recorded" err && ctl 0 status && grep -q '^no recording' out || return 1
    ctl 0 record on && ctl 1 record on && grep -q "recorded already" err && ctl 0 status && grep -q '^recording to k.fsr, [1-9][0-9]* bytes' out || return 1
    ctl 0 next && await console.log "round 1: tank" && await ann.log "next: tank" || return 1
    await console.log "'ann' joined" 2 || return 1
    ctl 0 kick ann too loud && exits 1 $ann ann.log && grep -q "too loud" ann.log
}
console_paused() {   # the tick stands still, and the players are told
    local before
    start_client bob --bot random
    await console.log "'bob' joined" && within ticks_on 0 && ctl 0 pause && within shows '^paused' status || return 1
    before=$(sed -n 's/.*tick \([0-9]*\).*/\1/p' out)
    sleep 0.5
    ctl 0 status && grep -q "tick $before," out && ctl 0 resume && within ticks_on "$before" &&
        await bob.log "server: the operator has paused the match; chat waits" && await bob.log "server: the operator has let the match go on"
}
goes_on() { ctl 0 --json status && [ "$(sed -n 's/.*"tick":\([0-9]*\).*/\1/p' out)" -gt "$1" ]; }   # TICK
hostile_lines() {   # nothing of this harms the match
    local before
    before=$(ctl 0 --json status >/dev/null; sed -n 's/.*"tick":\([0-9]*\).*/\1/p' out)
    timeout $LIMIT python3 - <<'END' || return 1
import socket, os, json
def talk(data, limit=4096):
    s = socket.socket(socket.AF_UNIX); s.connect("./socket"); s.settimeout(60)   # with a time limit a full backlog is EAGAIN
    try:
        s.sendall(data); s.shutdown(socket.SHUT_WR)
        got = b""
        while True:
            part = s.recv(65536)
            if not part: break
            got += part
    except (BrokenPipeError, ConnectionResetError): got = b""
    s.close()
    return got
assert json.loads(talk(b"nonsense\n"))["ok"] is False
assert json.loads(talk(b'{"command": 5}\n'))["ok"] is False
assert json.loads(talk(b'[]\n'))["ok"] is False
assert json.loads(talk(b'{"command": "' + b"k" * 900 + b'"}\n'))["ok"] is False
for size in 6207, 6208, 100000: assert "bytes" in json.loads(talk(b"x" * size + b"\n"))["text"] or size < 6208
lines = talk(b"y" * 100000 + b'\n{"command": "say on"}\n').splitlines()
assert [json.loads(line)["ok"] for line in lines] == [False, True]
assert json.loads(talk(b'{"command": "say ' + b"\\u00fc" * 400 + b'"}\n'))["text"].startswith("the text has 800 bytes")
assert "1023 bytes" in json.loads(talk(b'{"command": "say ' + b"s" * 1100 + b'"}\n'))["text"]
assert json.loads(talk(b'{"command": "say \\u0007\\u001b[2J"}\n'))["ok"] is True
assert len(talk(b'{"command": "bans"}\n' * 50).splitlines()) == 50
for i in range(200): talk(os.urandom(300) + b"\n")
idle = [socket.socket(socket.AF_UNIX) for i in range(30)]
for s in idle: s.connect("./socket")
for i in range(20): assert json.loads(talk(b'{"command": "bans"}\n'))["ok"] is True   # beside those that say nothing
END
    within goes_on "$before"
}
reloaded() {
    printf '[server]\nbots = 2\nmotd = new words\nban-file = console.bans\n[rotation]\nround = pool\nround-pause = 0\n' >live.ini
    kill -HUP $server_pid
    await console.log "the configuration is read again" && sleep 0.3 || return 1
    ctl 0 rounds && prints "^  pool" && prints "^\* [a-z]*, no longer in the rotation" || return 1
    ctl 0 next && await console.log "round 2: pool" && ctl 0 rounds && prints "^\* pool$" || return 1
    echo 'bots = many' >live.ini
    ctl 1 reload && says "stays as it was: live.ini: line 1: bots: 'many'" && await console.log "stays as it was: live.ini: line 1: bots: 'many'" || return 1
    : >live.ini
    ctl 1 reload && says "stays as it was: live.ini has no keys any more" || return 1
    printf 'motd = new words\npassword-file = live.password\n' >live.ini && echo secret >live.password && chmod 600 live.password
    ctl 0 reload && prints "need a new start: round, round-pause, password-file$" && await console.log "need a new start: round, round-pause, password-file$" || return 1
    rm live.ini && mkfifo live.ini && ctl 1 reload && says "live.ini is no regular file" || return 1
    rm live.ini && echo 'motd = new words' >live.ini
    ctl 0 ban 192.0.2.9 stays && mv console.bans kept.bans && mkdir console.bans && ctl 1 reload && says "cannot read console.bans" \
        && await console.log "stays as it was: cannot read console.bans: Is a directory" && rmdir console.bans || return 1
    printf '192.0.2.1 new\nnobody\n' >console.bans && ctl 1 reload && says "stays as it was: console.bans: line 2" && await console.log "stays as it was: console.bans: line 2: 'nobody' is no address" \
        && ctl 0 bans && [ "$(cat out)" = "192.0.2.9 stays" ] && mv kept.bans console.bans || return 1
}
printf '[server]\nbots = 3\n[rotation]\nround = airhockey\nround = tank\nround-pause = 0\n' >live.ini
console_commands; verdict "the console's commands"
expect 1 "$SERVER" --port 0 --console ./socket && says "another server answers there"; verdict "two servers and one socket"
expect 1 "$SERVER" --port 0 --console live.ini && says "is no socket"; verdict "a console where a file is"
servers_race() {   # over a socket that was left: one gets it, the others end
    local round i pids alive
    for round in 1 2 3; do
        python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("race")' || return 1
        pids=
        for i in 1 2 3 4 5 6; do timeout 20 "$SERVER" --port 0 --console ./race 2>"race$i.log" </dev/null & pids="$pids $!"; done
        for i in 1 2 3 4 5 6; do await "race$i.log" "listening on port\|another server answers there" || return 1; done
        alive=$(cat race?.log | grep -c "listening on port")
        "$SERVER" ctl --console ./race quit >out 2>err || return 1
        # shellcheck disable=SC2086
        [ "$alive" -eq 1 ] && { wait $pids; [ ! -e race ]; } || { echo "# $alive have it"; kill $pids 2>/dev/null; return 1; }
    done
}
if command -v python3 >/dev/null; then servers_race; verdict "of servers that start together one has the socket"; fi
console_paused; verdict "the console pauses and resumes"
if command -v python3 >/dev/null; then hostile_lines; verdict "hostile lines do not harm the match"; fi
reloaded; verdict "SIGHUP and reload read the configuration again; a bad one changes nothing"
console_ends() {
    ctl 0 quit && exits 0 $server_pid console.log && exits 0 $client_pid bob.log && [ ! -e socket ] || return 1
    expect 0 "$REPLAY" verify k.fsr* && ctl 1 status && grep -q "no server answers at ./socket" err
}
console_ends; verdict "quit ends the server and removes its socket"
stale() {   # a socket that a killed server has left is replaced
    "$SERVER" --port 0 --console ./stale 2>stale.log </dev/null &
    server_pid=$!
    await stale.log "listening" && kill -KILL $server_pid
    wait $server_pid 2>/dev/null
    [ -S stale ] && start_server fresh --console ./stale && expect 0 "$SERVER" ctl --console ./stale quit \
        && exits 0 $server_pid fresh.log
}
stale; verdict "the socket of a killed server is replaced"
expect 2 "$SERVER" ctl && says "a command is missing"; verdict "ctl without a command"

# --- metrics and the log ----------------------------------------------------------------

get() {   # PATH: the answer of the metrics' port, in out
    exec 3<>"/dev/tcp/127.0.0.1/$metrics" || return 1
    printf 'GET %s HTTP/1.0\r\n\r\n' "$1" >&3
    timeout $LIMIT cat <&3 >out
    exec 3<&-
}
measured() {   # the first ticks
    get /metrics && grep -q '^fixstep_step_seconds_bucket{le="+Inf"} [1-9]' out && grep -q '^fixstep_recording_bytes_total [1-9]' out
}
unready() { get /readyz && grep -q ' 503 ' out; }
documented() {   # out has the answer of /metrics: HOSTING.md lists exactly these metrics, the dashboard no others
    local docs
    docs=$(cd "$SOURCES" && pwd)/lib/doc/HOSTING.md
    sed -n 's/^# HELP \([a-z_]*\) .*/\1/p' out | sort >served
    sed -n '/^## Metrics/,/^## The JSON/s/^| `\(fixstep_[a-z_]*\)` .*/\1/p' "$docs" | sort >listed
    cmp served listed || { diff served listed; return 1; }
    grep -o 'fixstep_[a-z_]*' "$SOURCES/server/metrics/fixstep-dashboard.json" | sed 's/_bucket$//' | sort -u >used
    [ "$(comm -13 served used)" = "" ]
}
scraped() {
    start_server metrics --metrics 0 --when-empty end --record m.fsr --bots 2 --drain-timeout 100 || return 1
    await metrics.log "metrics on port" || return 1
    metrics=$(sed -n 's/.*metrics on port \([0-9]*\).*/\1/p' metrics.log)
    start_client ann --bot chase
    await metrics.log "the match starts" || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none --name ann
    within measured && grep -q '^HTTP/1.* 200' out && grep -q '^fixstep_players 1' out && grep -q '^fixstep_bots 1' out \
        && grep -q '^fixstep_refusals_total{reason="E_NAME"} 1' out && grep -q '^fixstep_desyncs_total 0' out || { show out; return 1; }
    documented || return 1
    get /healthz && grep -q '^ok' out && get /readyz && grep -q '^ready' out && get /nosuch && grep -q ' 404 ' out || return 1
    printf 'rubbish\r\n\r\n' >"/dev/tcp/127.0.0.1/$metrics"
    expect 1 "$SERVER" --port 0 --metrics "$metrics" && grep -q -- "--metrics $metrics: Address already in use" err || return 1
    kill -TERM $server_pid && within unready && kill -INT $client_pid || return 1
    exits 0 $server_pid metrics.log && exits 0 $client_pid ann.log
}
sampled() { promtool query instant "http://127.0.0.1:$web" 'fixstep_players' >out 2>err && grep -q '=> 1 @' out; }   # it looks for targets every 5 s
by_prometheus() {   # Debian's: the text has no fault, samples arrive, and the expressions of the dashboard are valid
    local prometheus expression web
    start_server watched --metrics 0 --bots 2 || return 1
    await watched.log "metrics on port" || return 1
    metrics=$(sed -n 's/.*metrics on port \([0-9]*\).*/\1/p' watched.log)
    start_client ann --bot chase
    await watched.log "the match starts" || return 1
    get /metrics && sed '1,/^\r*$/d' out | promtool check metrics || return 1
    printf 'global: { scrape_interval: 1s }\nscrape_configs:\n- { job_name: fixstep, static_configs: [ { targets: [ "127.0.0.1:%s" ] } ] }\n' "$metrics" >prometheus.yml
    prometheus --config.file=prometheus.yml --storage.tsdb.path=./samples --web.listen-address=127.0.0.1:0 --log.format=json >watcher.log 2>&1 &
    prometheus=$!
    await watcher.log '"Server is ready to receive' || return 1
    web=$(ss -ltnp 2>/dev/null | sed -n "s/.*127.0.0.1:\([0-9]*\) .*pid=$prometheus,.*/\1/p" | head -n 1)
    within sampled || { show out err watcher.log; return 1; }
    grep -o '"expr": "[^"]*"' "$SOURCES/server/metrics/fixstep-dashboard.json" | sed 's/^"expr": "//; s/"$//; s/\$__rate_interval/5s/g' >expressions
    [ -s expressions ] || return 1
    while read -r expression; do
        promtool query instant "http://127.0.0.1:$web" "$expression" >out 2>err || { echo "# $expression"; show err; return 1; }
    done <expressions
    kill -TERM $prometheus $server_pid
    wait $prometheus
    exits 0 $server_pid watched.log && exits 0 $client_pid ann.log
}
# A relay of datagrams that loses all for 2 s, which no redundancy closes, and seven OPEN messages without a
# valid cookie: both are counted by name in the reports, and nothing else is.
counted() {
    start_server counted --ticks 300 --report counted.json || return 1
    python3 - "$port" >relay.log 2>&1 <<'END' &
import select, socket, struct, sys, time
server, front, back = ("127.0.0.1", int(sys.argv[1])), socket.socket(type=socket.SOCK_DGRAM), socket.socket(type=socket.SOCK_DGRAM)
for i in range(7): back.sendto(b"FixstepO" + struct.pack("<IIHBB", i, 0, 0, 0, 0) + bytes(172), server)
front.bind(("127.0.0.1", 0))
print(front.getsockname()[1], flush=True)
who, began = None, None
while True:
    for s in select.select([front, back], [], [])[0]:
        data, sender = s.recvfrom(2048)
        if s is front:
            who, began = sender, began or time.monotonic()
        if 1 < time.monotonic() - began < 3: continue
        if s is front: back.sendto(data, server)
        else: front.sendto(data, who)
END
    local relay=$!
    await relay.log "^[0-9]" || return 1
    expect 0 "$CLIENT" "127.0.0.1:$(cat relay.log)" --bot chase --name ann --report ann.json && exits 0 $server_pid counted.log || return 1
    kill $relay
    tr -d '\n' <counted.json >line && "$JSONPATH" wire.refused_connects <line >refused && "$JSONPATH" clients.0.repairs <line >granted || return 1
    tr -d '\n' <ann.json | "$JSONPATH" repairs >asked || return 1
    tr -d '\n' <ann.json >line && [ "$("$JSONPATH" stalls <line)" -ge 1 ] && [ "$("$JSONPATH" key_to_screen.p50_us <line)" -ge 1000 ] && [ "$("$JSONPATH" tick_interval.p50_us <line)" -ge 5000 ] || return 1
    [ "$(cat refused)" = 7 ] && [ "$(cat granted)" -ge 1 ] && [ "$(cat asked)" -ge "$(cat granted)" ] || { show refused granted asked; return 1; }
}
if command -v python3 >/dev/null; then counted; verdict "the reports count repairs and refused connections"; fi
timeout 1 "$SERVER" --port 0 --metrics 0 2>err
if grep -q "this build has no HTTP server" err; then
    echo "# no metrics in this build"
else
    scraped; verdict "metrics, health and readiness over HTTP"
    if command -v prometheus >/dev/null && command -v promtool >/dev/null && command -v ss >/dev/null; then by_prometheus; verdict "a Prometheus scrapes the metrics"; fi
fi
expect 2 "$SERVER" --port 0 --metrics nonsense && says "is not \[ADDRESS:\]PORT"; verdict "an address of metrics that is none"
logged_to_a_file() {   # moved away and opened again by SIGUSR1
    : >file.log
    "$SERVER" --port 0 --log-file file.log --log-format json 2>empty.err </dev/null &
    server_pid=$!
    await file.log '"event":"listening"' && mv file.log file.log.1 && kill -USR1 $server_pid && within test -e file.log && kill -TERM $server_pid
    wait $server_pid || return 1
    [ ! -s empty.err ] && grep -q '"event":"finished"' file.log && ! grep -q '"event":"finished"' file.log.1
}
logged_to_a_file; verdict "the log file is opened again by SIGUSR1"
expect 1 "$SERVER" --port 0 --log-file none/x.log && says "cannot write the log none/x.log: No such file"; verdict "a log file that cannot be written"
events_are_documented() {   # the table of HOSTING.md has every event of the server's log, and no other
    sed -n '/^## The JSON log/,$s/^| \(`[^|]*`\) |.*/\1/p' "$SOURCES/lib/doc/HOSTING.md" | tr -d '` ' | tr , '\n' | sort -u >listed
    grep -rhoE 'app_log\([^"]*"[a-z-]+"' "$SOURCES/server" "$SOURCES/lib/app" | sed 's/.*"\(.*\)"/\1/' | sort -u >written
    comm -13 listed written >missing
    grep -v -x -f written listed | while read -r event; do grep -rqF "\"$event\"" "$SOURCES/server" "$SOURCES/lib/app" || echo "$event"; done >gone
    [ -s written ] && [ ! -s missing ] && [ ! -s gone ] || { show missing gone; return 1; }
}
events_are_documented; verdict "the events of the log are those that are documented"
if [ -w /dev/full ]; then
    full_log() {
        "$SERVER" --port 0 --log-file /dev/full --ticks 1 --console ./full.socket </dev/null 2>full.err &
        server_pid=$!
        within test -S full.socket
        expect 0 "$SERVER" ctl --console ./full.socket status && kill -TERM $server_pid && wait $server_pid &&
            [ "$(grep -c "cannot write the log /dev/full: No space left on device" full.err)" -eq 1 ] && [ "$(wc -l <full.err)" -eq 1 ]
    }
    full_log; verdict "a full disk for the log is told once and does not harm the match"
fi

# --- service manager and shell -----------------------------------------------------------

notified() {   # the datagrams of sd_notify: ready, alive, stopping
    python3 - ./notify >notified <<'END' &
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind(sys.argv[1]); s.settimeout(10)
while True:
    text = s.recv(4096).decode(); print(text, flush=True)
    if "STOPPING=1" in text: break
END
    local listener=$!
    within test -S notify
    NOTIFY_SOCKET=$PWD/notify WATCHDOG_USEC=400000 "$SERVER" --port 0 2>notify.log </dev/null &
    server_pid=$!
    await notified WATCHDOG=1 3 && kill -TERM $server_pid && wait $server_pid && wait $listener || return 1
    [ "$(head -n 1 notified)" = READY=1 ] && grep -q '^STOPPING=1' notified
}
if command -v python3 >/dev/null; then notified; verdict "the service manager hears of start, life and end"; fi
completed() {   # WORD...: what bash offers for the last word, in out
    "$SERVER" --completion bash >completion.bash && bash -c '
        . ./completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fixstep_server; printf "%s\n" "${COMPREPLY[@]}"' - "$@" >out
}
completes() {
    completed fixstep-server --log && grep -q '^--log-format$' out && grep -q '^--log-file$' out || return 1
    completed fixstep-server --log-format "" && [ "$(cat out)" = "$(printf 'text\njson')" ] || return 1
    completed fixstep-server ct && [ "$(cat out)" = ctl ] || return 1
    completed fixstep-server ctl st && [ "$(cat out)" = status ] || return 1
    completed fixstep-server tick && [ "$(cat out)" = ticket ] && completed fixstep-server ticket --op && [ "$(cat out)" = --operator ] || return 1
    completed fixstep-server ctl --json --con && [ "$(cat out)" = --console ] || return 1
    : >server.ini
    completed fixstep-server --config server. && [ "$(cat out)" = server.ini ] || return 1
    "$SERVER" --help | sed -n 's/^ .*\(--[a-z-]*\).*/\1/p' | sort -u >options
    completed fixstep-server -- && sort out | comm -23 options - >missing && [ ! -s missing ]
}
completes; verdict "bash completes every option, the words of choices, files and ctl"
"$SERVER" --completion zsh >completion.zsh && grep -q "^#compdef fixstep-server" completion.zsh && grep -q "'--when-empty=\[.*\]:value:(run pause end)'" completion.zsh \
    && { ! command -v zsh >/dev/null || zsh -n completion.zsh; }
verdict "completion for zsh"
units() {   # systemd itself finds nothing wrong, where it is installed
    grep -q '^ExecStart=/.*/fixstep-server --config' "$BUILD/server/packaging/fixstep-server.service" && ! grep -q '@bindir' "$BUILD"/server/packaging/*.service
}
units; verdict "the units name the installed program"

finish
