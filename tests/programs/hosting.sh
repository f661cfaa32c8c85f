#!/bin/bash
# hosting.sh: a server that hosts for long: configuration file, rotation, bots, limits and bans. Run by make
# check in the build directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"

# --- configuration file ---------------------------------------------------------

printf 'game = pool\nseed = 0x7\nplayers = 2\nset = power=60\n' >good.ini
contradictions_are_placed() {   # also those of keys that are no texts
    printf 'port = 0\nwait-players = 9\n' >placed.ini
    expect 2 "$SERVER" --config placed.ini && says "placed.ini: line 2: --wait-players 9: the match has only" || return 1
    printf 'port = 0\nquiet = yes\nverbose = yes\n' >placed.ini
    expect 2 "$SERVER" --config placed.ini && says "placed.ini: line 2: --quiet and --verbose" || return 1
    expect 2 "$SERVER" --config placed.ini --quiet && says "placed.ini: line 3: --quiet and --verbose" || return 1
    printf 'record = same\nreport = same\n' >placed.ini
    expect 2 "$SERVER" --config placed.ini && says "placed.ini: line 1: --record and --report" || return 1
    printf '[rotation]\nround = airhockey\n[server]\nrecord = -\n' >placed.ini
    expect 2 "$SERVER" --config placed.ini && says "placed.ini: line 4: --record - and --round contradict" && mkfifo stream || return 1
    expect 2 "$SERVER" --round airhockey --record stream && says "^fixstep-server: --record stream and --round contradict"
}
contradictions_are_placed; verdict "a contradiction of keys names file and line; a rotation is recorded to no stream"
every_key_is_an_option() {   # the printed file is accepted, and has all options that are keys
    local option
    expect 0 "$SERVER" --write-config && cp out all.ini && expect 0 "$SERVER" --config all.ini --write-config || return 1
    "$SERVER" --help | sed -n 's/^ .*--\([a-z-]*\).*/\1/p' >options
    for option in $(cat options); do
        case $option in config | instance | write-config | completion | list-games | help | version) continue ;; esac
        grep -q "^#$option = " all.ini || { echo "# no key $option"; return 1; }
    done
    sed -i '/^\[/!s/^#\([a-z]\)/\1/' all.ini
    grep -q '^port = 27960' all.ini
}
every_key_is_an_option; verdict "--write-config prints every option as a key"
expect 2 "$SERVER" --config none.ini && says "cannot read none.ini: No such file"; verdict "a configuration file that is not there"
printf '# a\nport = many\n' >bad.ini
expect 2 "$SERVER" --config bad.ini && says "bad.ini: line 2: port: 'many' is not a number from 0 to 65535"
verdict "a bad value names file and line"
printf 'nosuch = 1\n' >bad.ini
expect 2 "$SERVER" --config bad.ini && says "bad.ini: line 1: unknown key 'nosuch'"; verdict "an unknown key names file and line"
every_bad_value_has_its_place() {   # also those that are refused after the file was read
    local key line
    for key in $(sed -n 's/^#\{0,1\}\([a-z-]*\) = .*/\1/p' all.ini); do
        case $key in server-name | motd | ban-file | console | log-file | identity | record | report) continue ;; esac   # any text
        line=2
        printf '[server]\n%s = \001rub bish\n' "$key" >bad.ini
        case $key in round | rounds | round-pause | vote-share) sed -i '1s/.*/[rotation]/' bad.ini ;; esac
        expect 2 "$SERVER" --config bad.ini && says "^fixstep-server: bad.ini: line $line: " || { echo "# key $key"; return 1; }
    done
    printf '[rotation]\nround = airhockey goals=2\nround = tank nosuch=1\n' >bad.ini
    expect 2 "$SERVER" --config bad.ini && says "bad.ini: line 3: round 'tank nosuch=1'" || return 1
    printf 'set = goals=1\nset = pucks=99\n' >bad.ini
    expect 2 "$SERVER" --config bad.ini && says "bad.ini: line 2: .*pucks" || return 1
    printf 'port = 1\n\nport = 2\n' >bad.ini
    expect 2 "$SERVER" --config bad.ini && says "bad.ini: line 3: key 'port' is set twice" || return 1
    printf 'game = tank\n' >bad.ini   # a value of the command line has no line of the file
    expect 2 "$SERVER" --config bad.ini --game nosuch && ! tells "bad.ini"
}
every_bad_value_has_its_place; verdict "every key refuses a wrong value with file and line"
printf '[server]\ngame = nosuchgame\n' >bad.ini
expect 2 "$SERVER" --config bad.ini && says "bad.ini: line 2: .*nosuchgame"; verdict "a game of the file that does not exist"
expect 0 "$SERVER" --config good.ini --players 3 --set power=50 --write-config && grep -q '^players = 3$' out && grep -q '^seed = 7$' out \
    && grep -q '^set = power=50$' out && ! grep -q 'power=60' out && grep -q '^#tick-rate = ' out
verdict "the command line wins over the file"
comes_back_or_is_refused() {   # TEXT...: what is printed is read as the same
    local text
    for text in "$@"; do
        if "$SERVER" --motd "$text" --write-config >back.ini 2>err; then
            expect 0 "$SERVER" --config back.ini --write-config && cmp out back.ini && grep -qxF "motd = $text" out || return 1
        else
            says "cannot hold this value" && [ ! -s back.ini ] || return 1
        fi
    done
}
comes_back_or_is_refused 'a ; b' ' a' 'a;b' '"a"' '#a' '[a]' 'a = b' "$(printf 'a\nport = 1')" "$(head -c 190 /dev/zero | tr '\0' x)" "$(head -c 191 /dev/zero | tr '\0' x)"
verdict "--write-config prints what is read as the same, or refuses it"
file_hosts_a_match() {
    start_server file --config good.ini --ticks 30 --wait-players 1 --report file.json || return 1
    start_client ann --bot random
    exits 0 $server_pid file.log && exits 0 $client_pid ann.log && grep -q '"game": "pool"' file.json \
        && grep -q '"seed": "7"' file.json && grep -q '"players": 2' file.json
}
file_hosts_a_match; verdict "a match is hosted from a file"

# --- address ---------------------------------------------------------------------

bound() {   # on one address: a client of another does not reach it
    start_server bound --bind 127.0.0.2 --ticks 20 || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none --timeout 1 || return 1
    expect 0 "$CLIENT" "127.0.0.2:$port" --bot chase && exits 0 $server_pid bound.log
}
bound; verdict "--bind listens on one address"
six_listed() { expect 0 "$CLIENT" --list --favourites six.favourites --list-port 9 && grep -q "^\[::1\]:$port  *Home  *airhockey " out; }
over_ipv6() {   # joined, listed, recorded, known by its key; the origin has its limit
    if ! grep -qs "^0*1 " /proc/net/if_inet6; then
        echo "skipped: over_ipv6 (this machine has no ::1)"
        return
    fi
    start_server six --bind ::1 --wait-players 1 --max-per-address 1 --ticks 120 --server-name Six --record six.fsr || return 1
    printf '[::1]:%s Home\n' "$port" >six.favourites
    within six_listed || return 1
    $BESIDE "$CLIENT" "[::1]:$port" --name ann --bot chase >ann.log 2>&1 </dev/null &
    client_pid=$!
    await six.log "joined from \[::1\]:" || return 1
    expect 1 "$CLIENT" "[::1]:$port" --name eve --bot chase && grep -q "has 1 connections already" err || return 1
    exits 0 $server_pid six.log && exits 0 $client_pid ann.log && expect 0 "$REPLAY" verify six.fsr || return 1
    grep -q "^\[::1\]:$port " "$XDG_DATA_HOME/fixstep/known_hosts"
}
over_ipv6; verdict "a match over IPv6"
for text in localhost "[::1" ::1%nosuch 127.1; do
    expect 2 "$SERVER" --bind "$text" && says "no numeric address"; verdict "--bind '$text'"
done
expect 2 "$SERVER" --bind fe80::1 && says "needs an interface"; verdict "--bind and a link-local address without its interface"
expect 2 "$CLIENT" "[::1" --view none && says "is no IPv6 address"; verdict "a client and half a bracket"
expect 1 "$SERVER" --bind 192.0.2.7 --port 0 && grep -q "does not have the address 192.0.2.7" err; verdict "--bind and an address of another machine"

# --- rounds ------------------------------------------------------------------------

rounds_follow() {
    local f
    start_server rounds --round "airhockey ticks=60" --round "tank players=3 ticks=50" --round-pause 0 --rounds 3 \
        --bots 3 --record r.fsr --report r.json --motd "be kind" || return 1
    start_client ann --bot chase --record c.fsr --timeout 60
    exits 0 $server_pid rounds.log && exits 0 $client_pid ann.log || return 1
    [ "$(grep -c '"game": "airhockey"' r.json)" -ge 2 ] && [ "$(grep -c 'is over after' rounds.log)" -eq 3 ] \
        && [ "$(grep -c "'ann' joined" rounds.log)" -eq 3 ] && [ "$(grep -c 'server: be kind' ann.log)" -eq 1 ] \
        && [ "$(grep -c 'next: ' ann.log)" -eq 2 ] || { show rounds.log ann.log; return 1; }
    for f in r.fsr r.fsr.1 r.fsr.2 c.fsr c.fsr.1 c.fsr.2; do expect 0 "$REPLAY" verify $f || return 1; done
    expect 0 "$REPLAY" info r.fsr.2 && grep -q '^game  *tank' out && grep -q '^standings .*ann 0 gunner+2 0 gunner+3 0' out
}
rounds_follow; verdict "rounds follow each other with the players kept, each with its recording"
expect 0 "$REPLAY" info --json r.fsr && grep -q '"standings": *{"finished"' out && grep -q '"slot": *0, *"name": *"ann", *"score"' out
verdict "info names the scores as JSON"
game_ends_a_round() {   # one goal of two bots ends it; the person waits far from the puck
    start_server goals --round "airhockey goals=1 pucks=6 speed=120" --rounds 1 --bots 4 --report goals.json --seed 4 || return 1
    start_client ann --bot chase
    exits 0 $server_pid goals.log && exits 0 $client_pid ann.log && grep -q "is over after [0-9]* ticks: .* won: " goals.log \
        && grep -q '"finished": true' goals.json && ! grep -q "nobody won" goals.log || { show goals.log; return 1; }
}
game_ends_a_round; verdict "the rules of a game end a round"
expect 2 "$SERVER" --round "nosuch a=1" && says "round 'nosuch a=1': .*nosuch"; verdict "a round of an unknown game"
expect 2 "$SERVER" --round "airhockey pucks=99" && says "pucks"; verdict "a round with a value out of range"
expect 2 "$SERVER" --round "airhockey ticks=0" && says "'ticks=0' is out of range"; verdict "a round without ticks"
expect 2 "$SERVER" --round airhockey --game tank && says "contradict"; verdict "a rotation and a game"
printf '[rotation]\nround = airhockey\nround = tank ticks=5 nosuch=1\n' >bad.ini
expect 2 "$SERVER" --config bad.ini && says "nosuch"; verdict "a round of the file with an unknown option"
without_rounds() {   # what a rotation needs is of no use without one
    local option
    for option in rounds round-pause vote-share; do
        expect 2 "$SERVER" --$option 2 && says "^fixstep-server: --$option needs --round" || return 1
    done
    printf '[rotation]\nrounds = 2\nround-pause = 1\n' >alone.ini
    expect 2 "$SERVER" --config alone.ini --vote-share 9 && says -- "--vote-share needs --round" || return 1
    start_server alone --config alone.ini && kill -TERM $server_pid && exits 0 $server_pid alone.log || return 1
    grep -q "alone.ini: without a round of \[rotation\] these keys have no effect: rounds, round-pause$" alone.log || return 1
    start_server turns --config alone.ini --round airhockey && kill -TERM $server_pid && exits 0 $server_pid turns.log && ! grep -q "no effect" turns.log
}
without_rounds; verdict "options of a rotation without rounds are refused, or named when they are those of a file"

# --- who may be there ------------------------------------------------------------------

stands_still() {   # FILE: nothing is written in a second
    local before
    before=$(stat -c %s "$1") && sleep 1 && [ "$before" = "$(stat -c %s "$1")" ]
}
empty_pauses() {   # a match without players closes no tick and writes nothing
    local left
    start_server empty --when-empty pause --record empty.fsr --report empty.json || return 1
    start_client ann --bot chase
    await empty.log "the match starts" && sleep 0.5 && kill -INT $client_pid && exits 0 $client_pid ann.log || return 1
    await empty.log "'ann' left" && within stands_still empty.fsr || return 1
    kill -TERM $server_pid
    exits 0 $server_pid empty.log && expect 0 "$REPLAY" verify empty.fsr || return 1
    left=$(sed -n "s/.*'ann' left (slot 0, tick \([0-9]*\)).*/\1/p" empty.log)
    [ "$(sed -n 's/^  "ticks": \([0-9]*\),/\1/p' empty.json)" -le $((left + 10)) ]   # the LEAVE is in one of them
}
empty_pauses; verdict "a match without players pauses"
deserted() {
    start_server deserted --when-empty end || return 1
    start_client ann --bot chase
    await deserted.log "the match starts" && sleep 0.3 && kill -INT $client_pid && exits 0 $client_pid ann.log \
        && exits 0 $server_pid deserted.log
}
deserted; verdict "a match ends when its last player leaves"
idle_is_removed() {
    start_server idle --idle-limit 1 --players 2 --ticks 400 || return 1
    start_client lazy --bot idle
    local lazy=$client_pid
    start_client busy --bot chase
    exits 1 $lazy lazy.log && grep -q "no input changed for 1 s" lazy.log && ! grep -q "'busy' left" idle.log || return 1
    kill -TERM $server_pid
    exits 0 $server_pid idle.log && exits 0 $client_pid busy.log
}
# Rounds that are shorter than the limit: who does nothing in several of them is idle, who acts in each is not.
idle_across_rounds() {
    start_server short --idle-limit 3 --players 2 --round "airhockey ticks=90" --round "tank ticks=90" --rounds 6 --round-pause 0 || return 1
    start_client lounger --bot idle
    local lounger=$client_pid
    start_client doer --bot random
    exits 1 $lounger lounger.log && grep -q "no input changed for 3 s" lounger.log && exits 0 $server_pid short.log && exits 0 $client_pid doer.log
}
idle_is_removed; verdict "an idle player is removed, a busy one stays"
idle_across_rounds; verdict "idle time counts across rounds"
banned() {
    printf '# ours\n127.0.0.0/8 no loopback\n' >bans
    start_server banned --ban-file bans || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none && grep -q "this address is banned: no loopback" err || return 1
    kill -TERM $server_pid
    exits 0 $server_pid banned.log
}
banned; verdict "a banned address is refused with the reason"
printf '192.0.2.1\n300.1.1.1 x\n' >bans
expect 1 "$SERVER" --port 0 --ban-file bans && grep -q "bans: line 2: '300.1.1.1 x' is no address" err; verdict "a bad line of the ban file"
for path in . /dev/zero; do
    expect 1 "$SERVER" --port 0 --ban-file $path && grep -q "cannot read \.: Is a directory\|/dev/zero: line 1: a zero byte" err && expect 2 "$SERVER" --port 0 --tickets $path
    verdict "a ban file and a file of keys that cannot be read: $path"
done
as_other=
[ "$(id -u)" -ne 0 ] || as_other="setpriv --reuid=65534 --clear-groups"
printf '192.0.2.1\n' >secret.bans && chmod 000 secret.bans && chmod 755 "$WORK"
# shellcheck disable=SC2086 # words
if $as_other test -x "$SERVER" 2>err; then   # another user may not reach the folder of the build
    expect 1 $as_other "$SERVER" --port 0 --insecure --ban-file "$WORK/secret.bans" && grep -q "cannot read .*secret.bans: Permission denied" err; verdict "a ban file without permission"
fi
crowded() {
    start_server crowded --max-per-address 1 --wait-players 2 || return 1
    start_client ann --bot chase
    await crowded.log "'ann' joined" || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none && grep -q "1 connections already" err || return 1
    kill -TERM $server_pid
    exits 0 $server_pid crowded.log && wait $client_pid
}
crowded; verdict "an address has a maximum of connections"
drained() {   # the running match ends, new players are refused
    start_server drained --tick-rate 20 --ticks 150 --drain-timeout 60 --report drained.json || return 1
    start_client ann --bot chase
    await drained.log "the match starts" && kill -TERM $server_pid && sleep 0.2 || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none && grep -q "shutting down" err || return 1
    exits 0 $server_pid drained.log && exits 0 $client_pid ann.log && grep -q '"ticks": 150' drained.json
}
drained; verdict "SIGTERM lets the match end within the drain time"

finish
