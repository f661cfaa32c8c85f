#!/bin/bash
# readme.sh: the commands of the README's sections "Host", "Join" and "Verify" (but those that want a display), run word for word as a new user types them: in an empty
# folder, on a network of their own, in which example.org is this machine. With FIXSTEP_LONG=1 alone, where util-linux has
# unshare and script, as root. The last line is "TOTAL passed failed".
if [ "${FIXSTEP_LONG:-}" != 1 ] || ! command -v script >/dev/null || ! command -v ip >/dev/null || ! unshare -mn true 2>/dev/null; then
    echo "# FIXSTEP_LONG=1 runs it, as root"
    echo "TOTAL 0 0"
    exit 0
fi
[ "${1:-}" = inside ] || exec unshare -mn bash "$0" inside
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"
export LC_ALL=C.UTF-8 PATH=$BUILD:$PATH TERM=xterm-256color HOME=$WORK
unset DISPLAY WAYLAND_DISPLAY
ip link set lo up
printf '127.0.0.1 localhost example.org\n' >hosts && mount --bind hosts /etc/hosts || exit 1

commands_of() {   # SECTION: one command a line, without its comment
    sed -n "/^## $1\$/,/^## /p" "$SOURCES/README.md" | sed -n '/^```sh$/,/^```$/p' | sed '/^```/d' | sed -e :a -e '/\\$/N; s/ *\\\n */ /; ta' \
        | sed 's/ *#.*//' | grep .
}
# On a terminal, for some seconds, then Ctrl-C.
runs() { script -qec "timeout --foreground --preserve-status -s INT $1 bash -c '$2'" typescript </dev/null >/dev/null; }
ends_well() {   # SECONDS COMMAND
    runs "$1" "$2"
    local status=$?
    [ $status -eq 0 ] && ! grep -q "see --help" typescript && return 0
    echo "# exit status $status"
    tail -c 1000 typescript | cat -v | sed 's/^/#   /'
    return 1
}
host() {   # ARGUMENT...: the server that those who join mean
    "$SERVER" "$@" 2>server.log </dev/null &
    server_pid=$!
    await server.log "listening on port 27960"
}

commands_of Host >host.txt
while read -r command; do
    ends_well 2 "$command" <&-; verdict "Host: $command"
done <host.txt
grep -q "^#port = 27960" server.ini; verdict "the configuration is there"
[ "$(wc -l <host.txt)" -ge 7 ]; verdict "the README has commands for hosts"

commands_of Join >join.txt
echo "open sesame" >FILE
host --server-name Ours --bots 2
while read -r command; do
    case $command in *--password-file*)
        kill -TERM $server_pid
        wait $server_pid
        host --password-file FILE --bots 2 ;;
    esac
    if [ "$command" = fixstep-client ]; then # the launcher wants a display
        expect 2 "$CLIENT" && says "list finds servers"; verdict "Join: $command, without a display"
        continue
    fi
    joined=$(grep -c " joined from " server.log)
    ends_well 4 "$command" <&-; verdict "Join: $command"
    case $command in *localhost* | *example.org*)
        [ "$(grep -c " joined from " server.log)" -gt "$joined" ]; verdict "... and the server saw it" ;;
    esac
    case $command in *--password-file*)
        kill -TERM $server_pid
        wait $server_pid
        host --bots 2 ;;
    esac
done <join.txt
[ "$(wc -l <join.txt)" -ge 10 ]; verdict "the README has commands for players"
kill -TERM $server_pid
exits 0 $server_pid server.log; verdict "the server ends well"

commands_of Verify >verify.txt
rm -f match.fsr mine.fsr
host --record match.fsr --ticks 660 && expect 0 "$CLIENT" localhost --bot chase --record mine.fsr && exits 0 $server_pid server.log
verdict "a match is recorded by both sides"
sed -n 's/.*the key of this server is //p' server.log >KEY
host --ticks 240 && expect 1 "$CLIENT" localhost --name bob --bot chase --inject-fault 90:body2:0:pos.x:20 && exits 1 $server_pid server.log &&
    [ -s desync-90-bob.fsr ]
verdict "a desync is recorded"
while read -r command; do
    case $command in
        *--compare* | *--render-video*) continue ;;
        fixstep-client*) ends_well 4 "$command" <&- ;;
        # shellcheck disable=SC2086 # words
        *) expect 0 $command ;;
    esac
    verdict "Verify: $command"
done <verify.txt
[ "$(wc -l <verify.txt)" -ge 8 ] && [ -s picture.png ]; verdict "the README has commands for verifiers, and a picture was drawn"

finish
