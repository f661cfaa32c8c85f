#!/bin/bash
# find.sh: servers are listed from this machine and a file of favourites, and joined by name; completion of client and replay
# in bash. Run by make check in the build directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"
export XDG_CONFIG_HOME=$WORK

# The client waits a second for answers, which a busy server may miss.
with_favourites() {
    expect 0 "$CLIENT" --list --favourites favourites --list-port 9 && grep -q "^127.0.0.1:$port  *Home  *airhockey  *0+[0-9]/4 " out \
        && grep -q '^127.0.0.1:9  *Far away .*no answer' out && grep -q '^nosuch.invalid .*unknown host' out
}
on_this_machine() {
    expect 0 "$CLIENT" --list --list-port "$port" && grep -q "^127.0.0.1:$port  *Our server" out || return 1
    key=$(sed -n 's/.*the key of this server is //p' one.log) && [ "${#key}" -eq 39 ] && grep -q " ms, key $key$" out
}
as_json() {
    expect 0 "$CLIENT" --list --favourites favourites --list-port 9 --log-format json && grep -q '"game": "airhockey"' out && grep -q "\"key\": \"$key\"" out \
        && grep -q '"answered": false' out
}
listed() {
    start_server one --server-name "Our server" --ticks 100 --bots 2 || return 1
    printf '# ours\n127.0.0.1:%s Home\n127.0.0.1:9 Far away\nnosuch.invalid\n' "$port" >favourites
    within with_favourites && within on_this_machine && within as_json
}
listed; verdict "servers of this machine and favourites are listed"
joined_by_name() {
    expect 1 "$CLIENT" @Nowhere --list-port "$port" --view none && says "no server by the name 'Nowhere'" || return 1
    expect 0 "$CLIENT" "@Our server" --list-port "$port" --bot chase && exits 0 $server_pid one.log
}
# A server that tells one key and proves another, as it is when somebody answers in its place.
not_as_listed() {
    start_server imposter --server-name "Our server" --ticks 100 || return 1
    python3 - "$port" >relay.log 2>&1 <<'END' &
import select, socket, sys
# Passes everything on, but for the key at the end of INFO.
server, front, back = ("127.0.0.1", int(sys.argv[1])), socket.socket(type=socket.SOCK_DGRAM), socket.socket(type=socket.SOCK_DGRAM)
front.bind(("127.0.0.1", 0))
print(front.getsockname()[1], flush=True)
who = None
while True:
    for s in select.select([front, back], [], [])[0]:
        data, sender = s.recvfrom(2048)
        if s is front:
            who = sender
            back.sendto(data, server)
        else:
            if data.startswith(b"FixstepI"):
                data = data[:-1] + bytes([data[-1] ^ 1])
            front.sendto(data, who)
END
    relay_pid=$!
    await relay.log "^[0-9]" || return 1
    expect 1 "$CLIENT" "@Our server" --list-port "$(cat relay.log)" --view none --bot chase
    tells "THE SERVER AT 127.0.0.1:[0-9]* IS NOT THE ONE OF THE LIST: it has the key .*, the list has " && once "NOT THE ONE"
    local status=$?
    kill $relay_pid $server_pid
    wait $server_pid
    return $status
}
joined_by_name; verdict "a server is joined by its name"
not_as_listed; verdict "a server with another key than in the list is refused"
hidden() {
    start_server hidden --hidden || return 1
    expect 0 "$CLIENT" --list --list-port "$port" && grep -q "no server answers" out
    local status=$?
    kill -TERM $server_pid
    wait $server_pid
    return $status
}
hidden; verdict "a hidden server is not listed"
expect 1 "$CLIENT" --list --favourites none && says "cannot read none: No such file"; verdict "a file of favourites that is not there"
head -c 2000 /dev/zero | tr '\0' x >long
expect 1 "$CLIENT" --list --favourites long && says "long: line 1: it is too long"; verdict "a line of favourites that is too long"
expect 2 "$CLIENT" --list --ticks 3 && says "not with --list"; verdict "--list and a match"

completed() {   # PROGRAM WORD...: what bash offers for the last word, in out
    local function=_${1//-/_}
    "$BUILD/$1" --completion bash >completion.bash && bash -c '
        . ./completion.bash; f=$1; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); $f; printf "%s\n" "${COMPREPLY[@]}"' - "$function" "$@" >out
}
completes() {
    completed fixstep-client --fav && [ "$(cat out)" = --favourites ] && completed fixstep-client --view "" && grep -q '^window$' out || return 1
    completed fixstep-replay ver && [ "$(cat out)" = verify ] && completed fixstep-replay render --si && [ "$(cat out)" = --size ] || return 1
    for program in fixstep-client fixstep-replay; do
        "$BUILD/$program" --help | sed -n 's/^ .*\(--[a-z-]*\).*/\1/p' | sort -u >options
        completed $program -- && sort out | comm -23 options - >missing && [ ! -s missing ] || { show missing; return 1; }
        "$BUILD/$program" --completion zsh >completion.zsh && grep -q "^#compdef $program" completion.zsh || return 1
    done
}
completes; verdict "bash completes client and replay"

finish
