#!/bin/bash
# soak.sh: a server for as long as FS_SOAK_SECONDS says (default 12; with FIXSTEP_LONG=1: 600): six games in turn, players who
# come and go, reloads, a drain. Memory and descriptors stay flat, and every recording verifies. Run by make check in the
# build directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"
if [ "${FIXSTEP_LONG:-}" = 1 ]; then SECONDS_TO_RUN=${FS_SOAK_SECONDS:-600}; else SECONDS_TO_RUN=${FS_SOAK_SECONDS:-12}; fi
LIMIT=$((SECONDS_TO_RUN + 60))
BESIDE="timeout --foreground -k 30 $LIMIT"

cat >soak.ini <<END
[server]
bots = 3
idle-limit = 60
console = ./socket
record = soak.fsr
drain-timeout = 30
[rotation]
round = airhockey goals=2 players=4 ticks=90
round = tank players=4 ticks=90
round = dogfight players=4 ticks=90
round = missile players=4 ticks=90
round = chain players=4 ticks=90
round = polygonball players=4 ticks=90
round-pause = 0
END

resident_kib() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status"; }
descriptors() { ls "/proc/$1/fd" | wc -l; }

# The server itself: timeout runs it as its child.
server_process() {
    local child
    child=$(pgrep -P "$1" | head -n 1)
    echo "${child:-$1}"
}

players_come_and_go() {   # for SECONDS_TO_RUN; clients' exit statuses other than 0 and "full" count
    local end=$((SECONDS + SECONDS_TO_RUN)) n=0 reloads=0 at
    while [ $SECONDS -lt $end ]; do
        n=$((n + 1))
        $INTERRUPT $((2 + n % 5)) "$CLIENT" "127.0.0.1:$port" --bot random --view none 2>>clients.log </dev/null &
        sleep 0.7
        at=$((end - SECONDS))
        if [ $reloads -lt 2 ] && [ $at -lt $((SECONDS_TO_RUN - SECONDS_TO_RUN * (reloads + 1) / 3)) ]; then
            kill -HUP "$server"
            reloads=$((reloads + 1))
        fi
        echo "$(resident_kib "$server") $(descriptors "$server")" >>figures
    done
    [ $reloads -eq 2 ]
}

flat() {   # the second half uses no more than the first, but for what one match holds more than another
    local half
    if grep -q __asan_init "$(find "$BUILD" -maxdepth 2 -name fixstep-server -size +64k | head -n 1)"; then
        echo "# instrumented build: freed memory is kept on purpose"
        return 0
    fi
    half=$(($(wc -l <figures) / 2))
    awk -v half=$half '{ part = NR > half; if ($1 > memory[part]) memory[part] = $1; if ($2 > files[part]) files[part] = $2 }
        END { printf "# memory %d and %d KiB, descriptors %d and %d\n", memory[0], memory[1], files[0], files[1]
              exit !(memory[1] <= memory[0] + 8192 && files[1] <= files[0] + 2) }' figures
}

recordings_verify() {
    local f count=0
    for f in soak.fsr soak.fsr.*; do
        expect 0 "$REPLAY" verify "$f" || return 1
        count=$((count + 1))
    done
    echo "# $count recordings"
    [ $count -ge $((SECONDS_TO_RUN / 4)) ]
}

drain() {
    kill -TERM $server_pid
    exits 0 $server_pid soak.log && [ ! -e socket ]
}

start_server soak --config soak.ini || exit 1
server=$(server_process $server_pid)
players_come_and_go; verdict "players come and go for $SECONDS_TO_RUN s with two reloads"
ctl_status=$("$SERVER" ctl --console ./socket status | head -n 1)
[ -n "$ctl_status" ]; verdict "the console answers at the end"
drain; verdict "SIGTERM drains"
wait
flat; verdict "memory and descriptors are flat"
[ "$(grep -c 'read again' soak.log)" -eq 2 ] && ! grep -q ' error ' soak.log; verdict "no error in the log"
! grep -v ' info ' clients.log | grep -v 'no place is free\|shutting down\|no other one follows\|is taken' | sed 's/^/# /' | grep .; verdict "no player lost the match"
recordings_verify; verdict "every recording verifies"

finish
