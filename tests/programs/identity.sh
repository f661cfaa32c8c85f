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

# --- keys of players ------------------------------------------------------------

of_player() { sed -n 's/.*the key of this player is \([0-9a-f-]*\)$/\1/p' "$WORK/err" | head -n 1; }

shown() {
    rm -rf config
    start_server shown --ticks 60 --report shown.json && plays 0 --name ann -v && mine=$(of_player) && [ "${#mine}" -eq 39 ] || return 1
    [ "$(mode config/fixstep/key)" = 600 ] || return 1
    wait $server_pid
    grep -q "player 'ann' joined from 127.0.0.1:.*, key $mine" shown.log && grep -q "\"key\": \"$mine\"" shown.json || return 1
    start_server again --ticks 60 && plays 0 --name ann -v && [ "$(of_player)" = "$mine" ] || return 1
    wait $server_pid
    start_server other --ticks 60 --report other.json && plays 0 --key other/key -v && [ "$(of_player)" != "$mine" ] || return 1
    wait $server_pid
    start_server none --ticks 60 --report none.json && plays 0 --anonymous && grep -q "joined from" none.log || return 1
    wait $server_pid
    ! grep -q ", key " none.log && grep -q '"key": null' none.json
}
shown; verdict "a player's key is made once, proved, logged and reported"

required() {
    start_server required --require-key --ticks 60 || return 1
    plays 1 --anonymous && tells "does not admit the key of the player: this server wants players with a key" || { ends; return 1; }
    plays 0
    local status=$?
    ends
    expect 2 "$SERVER" --insecure --require-key && says "contradict each other" || return 1
    expect 2 "$CLIENT" --key x --anonymous localhost && says "contradict each other" || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --key open --view none --timeout 1 && tells "identity file open: others may use it" || return 1
    return $status
}
required; verdict "--require-key refuses players without a key"

with_password() {
    echo "open sesame" >password && echo "open barley" >wrong || return 1
    expect 2 "$SERVER" --insecure --password-file password && says "contradict each other" || return 1
    expect 2 "$CLIENT" --insecure --password-file password localhost && says "contradict each other" || return 1
    start_server password --password-file password --ticks 60 || return 1
    plays 1 && tells "password is missing or wrong" && plays 1 --password-file wrong && tells "that is not the password" || { ends; return 1; }
    plays 0 --password-file password
    local status=$?
    ends
    return $status
}
with_password; verdict "a password is asked for on encrypted connections alone"

control() { expect "$1" "$SERVER" ctl --console "$WORK/socket" "${@:2}"; }

banned() {
    printf '192.0.2.0/24 old\n' >bans
    start_server banned --console "$WORK/socket" --ban-file bans --wait-players 2 && start_client liar --timeout 20 || return 1
    await banned.log "player 'liar' joined" || return 1
    control 0 players && prints "liar .*$mine" && control 0 status && prints "1 of 4 players (1 with a key)" || return 1
    control 0 ban player liar --key lies a lot && prints "key $mine is banned" || return 1
    exits 1 $client_pid liar.log && grep -q "lies a lot" liar.log && grep -q "^key $mine lies a lot$" bans && grep -q "^192.0.2.0/24 old$" bans || return 1
    plays 1 && tells "this key is banned: lies a lot" || return 1
    start_client friend --key other/key && await banned.log "player 'friend' joined" || return 1
    control 0 --json bans && prints "\"key\":\"$mine\"\|\"key\": \"$mine\"" || return 1
    control 1 ban key 1234 && control 0 unban key "$mine" && ! grep -q "$mine" bans || return 1
    kill $client_pid; wait $client_pid
    ends
    echo 'key nonsense' >bad
    expect 1 "$SERVER" --port 0 --ban-file bad && tells "bad: line 1: 'key nonsense' has no fingerprint"
}
banned; verdict "a player is banned by its key, from everywhere"

# --- recordings ------------------------------------------------------------------

wrong_key=0000-0000-0000-0000-0000-0000-0000-0000

signed() {
    start_server signed --ticks 700 --tick-rate 120 --record match.fsr && key=$(fingerprint signed.log) && plays 0 || return 1
    wait $server_pid
    expect 0 "$REPLAY" verify --key "$key" match.fsr && prints "^signed *by $key, whole: 700 of 700 ticks" || return 1
    grep "^127.0.0.1:$port " data/fixstep/known_hosts >one && printf '# mine\n%s home\n' "$key" >mine || return 1
    expect 0 "$REPLAY" verify --key one match.fsr && expect 0 "$REPLAY" verify --key mine match.fsr || return 1
    expect 0 "$REPLAY" info match.fsr && prints "^signed *by $key, whole" || return 1
    expect 0 "$REPLAY" verify --json --key "$key" match.fsr && prints "\"key\":\"$key\",\"signed_ticks\":700,\"key_proved\":true"
}
signed; verdict "a server signs its recordings with its key"

not_signed() {
    expect 4 "$REPLAY" verify --key $wrong_key match.fsr && says "it is signed with the key $key, which is not $wrong_key" || return 1
    expect 4 "$REPLAY" info --key $wrong_key match.fsr || return 1
    echo "$wrong_key nobody" >others
    expect 4 "$REPLAY" verify --key others match.fsr && says "which is not others" || return 1
    expect 0 "$CLIENT" --local airhockey --view none --ticks 120 --record local.fsr && expect 0 "$REPLAY" verify local.fsr || return 1
    expect 4 "$REPLAY" verify --key "$key" local.fsr && tells "it is signed with the key" || return 1
    size=$(stat -c %s match.fsr)
    head -c $((size - 20)) match.fsr >cut.fsr && expect 6 "$REPLAY" verify --key "$key" cut.fsr && prints "^signed *by $key, in part" || return 1
    head -c $((size / 2)) match.fsr >start.fsr && expect 4 "$REPLAY" verify --key "$key" start.fsr && tells "no signature covers a tick" || return 1
    expect 6 "$REPLAY" verify start.fsr || return 1
    head -c 40 match.fsr >head.fsr && expect 4 "$REPLAY" verify --key "$key" head.fsr && tells "its header cannot be read" || return 1
    expect 2 "$REPLAY" verify --key nosuchfile match.fsr && tells "'nosuchfile' is no fingerprint, and no file that can be read" || return 1
    echo "not a key" >bad && expect 2 "$REPLAY" verify --key bad match.fsr && tells "bad: line 1: it has no key"
}
not_signed; verdict "verify --key tells another key, a cut recording and an unsigned one"

# --- tickets --------------------------------------------------------------------

ticket() { "$SERVER" ticket --operator operator "${@:2}" >"$1" 2>ticket.log; }

admitted() {
    ticket ann.ticket --player ann && operator=$(sed -n "s/.*signed with the operator's key //p" ticket.log) && [ "${#operator}" -eq 39 ] || return 1
    [ "$(mode operator)" = 600 ] && ticket mine.ticket --player-key "$mine" && ticket late.ticket --hours 0 && ticket far.ticket --server-key $wrong_key \
        && ticket cup.ticket --match cup || return 1
    start_server tickets --tickets "$operator" --server-name cup || return 1
    plays 1 && tells "wants a ticket, or another one: this server admits players with a ticket only" || { ends; return 1; }
    plays 1 --ticket ann.ticket --name bob && tells "the ticket is for another player" || { ends; return 1; }
    plays 1 --ticket mine.ticket --key other/key && tells "the ticket is for another player" || { ends; return 1; }
    plays 1 --ticket late.ticket && tells "the ticket has expired" || { ends; return 1; }
    plays 1 --ticket far.ticket && tells "the ticket is for another server" || { ends; return 1; }
    "$CLIENT" "127.0.0.1:$port" --view none --ticket ann.ticket 2>holder.log & local holder=$!
    await tickets.log "player 'ann' joined" || { ends; return 1; }
    plays 1 --ticket ann.ticket && tells "somebody plays with this ticket already" || { ends; return 1; }
    for file in mine cup; do
        "$CLIENT" "127.0.0.1:$port" --name $file --view none --ticket $file.ticket 2>$file.log & local other=$!
        await tickets.log "player '$file' joined" || { ends; return 1; }
        kill $other; wait $other
    done
    kill $holder; wait $holder
    ends
    echo "$operator lobby" >operators
    start_server file --tickets operators --ticks 60 && plays 0 --ticket ann.ticket
}
admitted; verdict "players are admitted by the tickets of an operator"

no_tickets() {
    expect 2 "$SERVER" --tickets nosuch && says "'nosuch' is no fingerprint, and no file that can be read" || return 1
    expect 2 "$SERVER" --insecure --tickets $wrong_key && says "contradict each other" || return 1
    expect 2 "$CLIENT" --insecure --ticket ann.ticket localhost && says "contradict each other" || return 1
    expect 2 "$CLIENT" --ticket nosuch localhost && says "nosuch: No such file" || return 1
    tr 0 1 <ann.ticket >forged && expect 2 "$CLIENT" --ticket forged localhost && says "it holds no ticket" || return 1
    head -c 4000 /dev/zero >zeros && expect 2 "$CLIENT" --ticket zeros localhost && says "it holds no ticket" || return 1
    expect 2 "$SERVER" ticket --player 'a b' && says "name has letters" || return 1
    expect 2 "$SERVER" ticket --server-key xyz && says "'xyz' is no fingerprint" || return 1
    expect 1 "$SERVER" ticket --operator open && says "others may use it"
}
no_tickets; verdict "tickets and keys of operators that are none"
finish
