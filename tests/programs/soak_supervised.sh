#!/bin/bash
# soak_supervised.sh: three supervised matches for as long as FS_SOAK_SECONDS says (default 10; with FIXSTEP_LONG=1: 600): six
# games in turn, 24 computer players who come and go, five crashes, two reloads, a drain. Memory and descriptors of the
# supervisor and of a match that never crashes stay flat, its players notice nothing, every recording verifies. Run by make
# check in the build directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"
if [ "${FIXSTEP_LONG:-}" = 1 ]; then SECONDS_TO_RUN=${FS_SOAK_SECONDS:-600}; else SECONDS_TO_RUN=${FS_SOAK_SECONDS:-10}; fi
if [ "$SECONDS_TO_RUN" -lt 60 ]; then PLAYERS=6; else PLAYERS=24; fi
TICKS=$((SECONDS_TO_RUN < 36 ? 90 : SECONDS_TO_RUN * 60 / 24))   # two rotations or more in each half of a long run
LIMIT=$((SECONDS_TO_RUN + 120))
BESIDE="timeout --foreground -k 30 $LIMIT"
CRASHES=5

cat >soak.ini <<END
[server]
supervise = 3
port = 0
bots = 2
console = ./socket
record = soak.fsr
drain-timeout = 20
[rotation]
round = airhockey players=8 ticks=$TICKS
round = tank players=8 ticks=$TICKS
round = dogfight players=8 ticks=$TICKS
round = missile players=8 ticks=$TICKS
round = chain players=8 ticks=$TICKS
round = polygonball players=8 ticks=$TICKS
round-pause = 0
END

resident_kib() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status"; }
descriptors() { ls "/proc/$1/fd" | wc -l; }
pid_of() { "$SERVER" ctl --console ./socket --json status | sed -n "s/.*\"match\":$1,\"state\":\"[a-z]*\",\"pid\":\([0-9]*\).*/\1/p"; }
port_of() { sed -n "s/.*\[$1\] listening on port \([0-9]*\).*/\1/p" soak.log | tail -n 1; }

keep_playing() {   # NUMBER END: joins a match, plays for some seconds, leaves, joins another; the first only match 1
    local n=$1 end=$2 match status
    while [ $SECONDS -lt "$end" ]; do
        match=$((n % 4 == 0 ? 1 : 2 + RANDOM % 2))
        $INTERRUPT $((2 + RANDOM % 6)) "$CLIENT" "127.0.0.1:$(port_of $match)" --bot random --view none --timeout 20 2>player.$n.log </dev/null
        status=$?
        [ $match -ne 1 ] || [ $status -eq 0 ] || [ $status -eq 124 ] || cat player.$n.log >>noticed
        sleep 0.2
    done
}
crash() {   # one of the matches 2 and 3, once it runs
    local pid
    pid=$(pid_of $((2 + $1 % 2)))
    [ "${pid:-0}" -gt 0 ] && kill -SEGV "$pid"
}
soaked() {
    local end=$((SECONDS + SECONDS_TO_RUN)) step=$((SECONDS_TO_RUN / (CRASHES + 1))) crashes=0 reloads=0 n next
    for n in $(seq 0 $((PLAYERS - 1))); do keep_playing "$n" $end & done
    next=$((SECONDS + (step > 0 ? step : 1)))
    while [ $SECONDS -lt $end ]; do
        if [ $crashes -lt $CRASHES ] && [ $SECONDS -ge $next ] && crash $crashes; then
            crashes=$((crashes + 1))
            next=$((SECONDS + (step > 0 ? step : 1)))
            if [ $reloads -lt 2 ]; then kill -HUP "$supervisor" && reloads=$((reloads + 1)); fi
        fi
        echo "$(resident_kib "$supervisor") $(descriptors "$supervisor") $(resident_kib "$steady") $(descriptors "$steady")" >>figures
        sleep 0.7
    done
    echo "# $crashes crashes, $reloads reloads, $PLAYERS players"
    [ $crashes -eq $CRASHES ] && [ $reloads -eq 2 ]
}
flat() {
    local half
    if grep -q __asan_init "$(find "$BUILD" -maxdepth 2 -name fixstep-server -size +64k | head -n 1)"; then
        echo "# instrumented build: freed memory is kept on purpose"
        return 0
    fi
    half=$(($(wc -l <figures) / 2))
    awk -v half=$half '{ part = NR > half; for (i = 1; i <= 4; i++) if ($i > top[part, i]) top[part, i] = $i }
        END { printf "# supervisor %d and %d KiB, %d and %d descriptors; match %d and %d KiB, %d and %d descriptors\n", top[0, 1], top[1, 1],
                     top[0, 2], top[1, 2], top[0, 3], top[1, 3], top[0, 4], top[1, 4]
              exit !(top[1, 1] <= top[0, 1] + 1024 && top[1, 2] <= top[0, 2] + 8 && top[1, 3] <= top[0, 3] + 8192 && top[1, 4] <= top[0, 4] + 2) }' figures
}
recordings_verify() {   # those of crashed matches end early and are valid up to there
    local f status count=0 cut=0
    for f in soak-*.fsr*; do
        timeout $LIMIT "$REPLAY" verify "$f" >out 2>err
        status=$?
        case $status in 0) ;; 6) cut=$((cut + 1)) ;; *) echo "# $f: $status"; show out err; return 1 ;; esac
        count=$((count + 1))
    done
    echo "# $count recordings, $cut of them of crashed matches"
    [ $count -ge 3 ] && [ $cut -le $CRASHES ]
}

$BESIDE "$SERVER" --config soak.ini 2>soak.log </dev/null &
server_pid=$!
await soak.log "match 1 is ready" && await soak.log "match 2 is ready" && await soak.log "match 3 is ready" || exit 1
supervisor=$(pgrep -P $server_pid | head -n 1)
supervisor=${supervisor:-$server_pid}
steady=$(pid_of 1)
soaked; verdict "three matches for $SECONDS_TO_RUN s with crashes and reloads"
unnoticed() { [ "$(pid_of 1)" = "$steady" ] && { [ ! -s noticed ] || { show noticed; return 1; }; }; }
unnoticed; verdict "no player of another match notices a crash"
kill -TERM "$supervisor"
exits 0 $server_pid soak.log; verdict "SIGTERM drains all matches"
wait
flat; verdict "memory and descriptors are flat"
[ "$(grep -c 'is over: Segmentation fault' soak.log)" -eq $CRASHES ] && ! grep -q ' error ' soak.log; verdict "the log names the crashes, and no error"
recordings_verify; verdict "every recording verifies"

finish
