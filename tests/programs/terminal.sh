#!/bin/bash
# terminal.sh: the client on a terminal, driven through tmux: join, the keys, chat, names, sizes, a lost and a new server, the
# result. Run by make check in the build directory; the last line is "TOTAL passed failed". Without tmux: 0 0.
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"
if ! command -v tmux >/dev/null || ! LC_ALL=C.UTF-8 locale charmap 2>/dev/null | grep -q UTF-8; then
    echo "# no tmux, or no locale C.UTF-8"
    echo "TOTAL 0 0"
    exit 0
fi
export LC_ALL=C.UTF-8
WILD=$BUILD/tests/window/.libs/wildgame.so
unset DISPLAY WAYLAND_DISPLAY TMUX
MUX="tmux -L fixstep$$ -f /dev/null"
trap '$MUX kill-server 2>/dev/null; kill $(jobs -p) 2>/dev/null; rm -rf "$WORK"' EXIT
$MUX start-server \; set-option -s exit-empty off # else it ends with its last terminal, and the next one may meet it on its way out

open_terminal() {   # NAME COLUMNS ROWS COMMAND...
    local name=$1 columns=$2 rows=$3
    shift 3
    $MUX new-session -d -s "$name" -x "$columns" -y "$rows" "TERM=screen-256color $* 2>$name.err; echo status \$? >$name.status"
}
screen() { $MUX capture-pane -p -t "$1" 2>/dev/null; }
is_shown() { screen "$1" >shown && grep -q -- "$2" shown; }   # NAME PATTERN
is_hidden() { screen "$1" >shown && ! grep -q -- "$2" shown; }
sees() { within is_shown "$1" "$2" || { show shown "$1.err"; return 1; }; }
loses() { within is_hidden "$1" "$2" || { show shown "$1.err"; return 1; }; }
keys() { $MUX send-keys -t "$@"; }   # NAME KEY...
ended() {   # NAME STATUS
    within test -s "$1.status" || return 1
    [ "$(cat "$1.status" 2>/dev/null)" = "status $2" ] || { show "$1.status" "$1.err"; return 1; }
}

joined() {
    start_server first --set friction=5 --seed 1 --motd "be kind" --record t.fsr || return 1
    open_terminal ann 80 24 "$CLIENT" --view tty --name Jürgen "127.0.0.1:$port"
    sees ann "server: be kind" && sees ann "in sync" && sees ann "? keys  q quits" || return 1
    open_terminal bob 80 24 "$CLIENT" --view tty --name 世界 "127.0.0.1:$port"
    sees ann "世界 joined" && sees bob "in sync" || return 1
    sees ann "Jürgen [0-9]*  世界 [0-9]*\|世界 [0-9]*  Jürgen [0-9]*" || return 1
    [ "$(screen ann | sed -n '24p' | wc -m)" -le 81 ]
}
joined; verdict "two players with umlauts and wide characters join and see each other"
names_on_bodies() {
    screen bob | sed '1,2d;$d' | grep -q 'Jürgen'
}
within names_on_bodies; verdict "a name stands beside the body of another player"
keys_shown() {
    keys ann '?' && sees ann "? closes this" && sees ann "arrows or WASD drive the mallet" && sees ann "q or Ctrl-C leaves" || return 1
    keys ann '?' && loses ann "? closes this"
}
keys_shown; verdict "? shows the keys and hides them"
watched() {   # a spectator's keys are others, and q leaves
    open_terminal eye 80 24 "$CLIENT" --view tty --spectate --name eye "127.0.0.1:$port"
    sees eye "watching" && keys eye '?' && sees eye "you watch: the keys of the game move nothing" && sees eye "q or Ctrl-C leaves" || return 1
    ! grep -q "mallet\|Tab writes" shown && keys eye q && ended eye 0
}
watched; verdict "? shows a spectator its own keys"
chatted() {
    keys ann Tab && sees ann "^say: _" && keys ann 'q? grüße 世界' && sees ann "^say: q? grüße 世界_" && keys ann Enter || return 1
    sees bob "Jürgen: q? grüße 世界" && sees ann "Jürgen: q? grüße 世界" && await first.log "Jürgen says: q? grüße 世界" || return 1
    keys bob Tab && keys bob 'gone' && sees bob gone && keys bob Escape && loses bob gone || return 1
    keys ann Tab && keys ann 'a line of more than eighty columns, which is broken between two words and not cut, to its last word: end' \
        && keys ann Enter && sees bob "^Jürgen: a line of more than" && sees bob "^[a-z ,]*to its last word: end" || return 1
    keys bob Tab && keys bob 'ab' && keys bob BSpace && keys bob 'c' && keys bob Enter && sees ann "世界: ac"
}
chatted; verdict "chat with umlauts and wide characters, edited and cancelled"
turns_to() { keys "$1" '?' && sleep 0.2 && is_shown "$1" "$2"; }   # NAME PATTERN: the next page of the keys
small() {   # 12 by 3 and back: what matters comes first in the status line, the keys have pages
    $MUX resize-window -t ann -x 12 -y 3 && sees ann "^in sync" && within turns_to ann "WASD" && within turns_to ann "Ctrl-C" \
        && $MUX resize-window -t ann -x 80 -y 24 && sees ann "q quits" && within turns_to ann "? closes this" && keys ann '?' && loses ann "? closes this" || return 1
    $MUX resize-window -t ann -x 12 -y 3 && sleep 0.5 && [ "$(screen ann | wc -l)" -le 3 ] && keys ann '?' && sleep 0.3 && keys ann Tab \
        && keys ann 'long text that does not fit' && sees ann 'not fit_' && keys ann Escape || return 1
    $MUX resize-window -t ann -x 80 -y 24 && sees ann "in sync"
}
small; verdict "12x3 and 80x24"
narrow() {   # 40 by 12: the status keeps the keys, the page of the keys hides all it covers, a line that is typed replaces it
    $MUX resize-window -t ann -x 40 -y 12 && sees ann "^in sync  tick [0-9]*  ? keys  q quits" || return 1
    keys ann '?' && sees ann "^ Air hockey" && sees ann "^ ? closes this" && ! screen ann | sed '$d' | grep -q '^[^ ]' || { show shown; return 1; }
    keys ann Tab && sees ann "^say: _" && loses ann "? closes this" && keys ann Escape && loses ann "^say:" || return 1
    $MUX resize-window -t ann -x 80 -y 24 && sees ann "in sync"
}
narrow; verdict "40x12"
left() {
    keys bob q && ended bob 0 && sees ann "世界 left" && await first.log "'世界' left"
}
left; verdict "q leaves, and the others see it"
server_of() {   # timeout runs the server as its child
    pgrep -P "$1" | head -n 1
}
reconnected() {   # killed: shown as silent within a second, then a countdown; a new server is joined
    local server
    server=$(server_of $server_pid)
    kill -KILL "${server:-$server_pid}"
    sees ann "no answer for [0-9]*\.[0-9] s" && sees ann "connecting again for 1[01][0-9] s" || return 1
    $BESIDE "$SERVER" --port "$port" --seed 2 --record u.fsr 2>second.log </dev/null &
    server_pid=$!
    sees ann "the server has begun another match" && sees ann "in sync" && await second.log "'Jürgen' joined"
}
reconnected 2>/dev/null; verdict "after kill -9 of the server the client shows the silence and joins the new one"
"$REPLAY" info t.fsr >out 2>err; "$REPLAY" info --json t.fsr >json 2>err
grep -q "Jürgen: q? grüße 世界" out && for i in 0 1 2 3; do "$JSONPATH" chat.$i.text <json; done | grep -qx "q? grüße 世界"
verdict "the recording has the chat"
result_shown() {
    local server
    server=$(server_of $server_pid)
    kill -TERM "${server:-$server_pid}"
    sees ann "any key leaves" && sees ann "^the match is over  ? keys" && keys ann x && ended ann 0
}
result_shown; verdict "the result is shown at the end until a key is pressed"
q_is_a_key() {   # of the sandbox: only Ctrl-C leaves
    open_terminal box 80 24 "$CLIENT" --local sandbox --view tty
    sees box "Ctrl-C quits" && keys box q && sleep 0.5 && [ ! -e box.status ] && keys box C-c && ended box 0
}
q_is_a_key; verdict "a game that has q as a key keeps it"
long_words() {   # of the server: a quarter of the rows at most; the page of the keys has all of them
    start_server words --motd "$(for i in $(seq 24); do printf 'word%d ' "$i"; done)the end" --bots 1 || return 1
    open_terminal gus 40 12 "$CLIENT" --view tty --name gus "127.0.0.1:$port"
    sees gus "^server: word1 " && sees gus "[.][.][.]$" && [ "$(grep -c word shown)" -eq 2 ] || { show shown; return 1; }
    within turns_to gus "the end" && keys gus q && ended gus 0
}
long_words; verdict "a long message of the day leaves the match to be seen"
browsed() {   # the list of games: keys of a list, a game that is chosen, and the way out
    open_terminal list 80 24 "$CLIENT" --view tty --seed 1 --local
    sees list "^airhockey    Air hockey for two teams" && sees list "^Enter plays  [0-9]* games  q quits" && sees list "arrows or WASD drive the mallet" || return 1
    keys list Down Down Up && sees list "^Pistol, artillery" && keys list End && sees list "^trebuchet " && keys list Up && sees list "^thrust " && keys list Up && sees list "^tank " && sees list "^Tanks on hills" || return 1
    $MUX resize-window -t list -x 12 -y 3 && sees list "^Enter plays" && sees list "^tank" && $MUX resize-window -t list -x 80 -y 24 || return 1
    keys list Enter && sees list "you are player1: barrel" && sees list "^tick" && keys list q && ended list 0 && grep -q "tank, .* seed 1$" list.err || return 1
    open_terminal out 80 24 "$CLIENT" --local && sees out "Which game" && keys out q && ended out 0 || return 1
    open_terminal away 80 24 "$CLIENT" --local && sees away "Which game" && keys away Escape && ended away 0 || return 1
    open_terminal wrong 80 24 "$CLIENT" --seed x --local && ended wrong 2 && grep -q "seed" wrong.err || return 1
    open_terminal dumb 80 40 TERM=dumb "$CLIENT" --local "&& sleep 3" && sees dumb "local NAME plays one"
}
browsed; verdict "--local without a name is a list to choose from"
expect 0 "$CLIENT" --local && [ "$(grep -c '^[a-z0-9]*: ' out)" -eq "$("$CLIENT" --list-games | grep -c '^[a-z0-9]*: ')" ] && [ "$(wc -l <out)" -le 40 ] && grep -q '^airhockey: ' out && grep -q -- '--local NAME' out; verdict "--local without a name lists the games where there is no terminal"
expect 2 "$CLIENT" --name "a b" localhost && says "a name has letters"; verdict "a name with a blank"
expect 2 "$CLIENT" --name "$(head -c 1000 /dev/zero | tr '\0' x)" localhost && says "at most 23 bytes"; verdict "a name of 1,000 bytes"
expect 2 "$CLIENT" --name "$(printf 'a\342\200\256b')" localhost && says "a name has letters"; verdict "a name with a right-to-left mark"
secret() {
    echo "open sesame" >right && echo "open barley" >wrong && : >empty
    start_server secret --password-file right --ticks 30 || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none && grep -q "password is missing or wrong" err || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none --password-file wrong && grep -q "that is not the password" err || return 1
    expect 0 "$CLIENT" "127.0.0.1:$port" --bot chase --password-file right && exits 0 $server_pid secret.log
}
secret; verdict "a password lets in who knows it"
expect 2 "$SERVER" --password-file empty && says "has no password"; verdict "an empty password file"
expect 2 "$CLIENT" --password-file none localhost && says "none: No such file"; verdict "a password file that is not there"

voted() {   # one of two is not enough; a vote of a player who has left does not count
    start_server votes --round "airhockey ticks=100000" --round tank --round-pause 0 --bots 2 || return 1
    open_terminal eve 80 24 "$CLIENT" --view tty --name eve "127.0.0.1:$port"
    open_terminal fay 80 24 "$CLIENT" --view tty --name fay "127.0.0.1:$port"
    sees eve "Tab, then /next, votes" && sees eve "2 players" && sees fay "2 players" || return 1
    keys eve Tab && keys eve '/next' && keys eve Enter && sees fay "eve votes for the next round: 1 of 2 (write /next)" || return 1
    keys eve Tab && keys eve '/next' && keys eve Enter && sleep 0.5 && ! grep -q "is over after" votes.log || return 1
    keys fay Tab && keys fay '/next' && keys fay Enter && await votes.log "fay votes for the end of the round: 2 of 2" \
        && await votes.log "round 1: tank" && sees eve "next: tank" && sees eve "you are eve: barrel" || return 1
    keys fay q && ended fay 0 && await votes.log "'fay' left" || return 1
    keys eve Tab && keys eve '/next' && keys eve Enter && await votes.log "votes for the end of the round: 1 of 1" \
        && await votes.log "round 2: airhockey" && keys eve q && ended eve 0 && kill -TERM $server_pid && exits 0 $server_pid votes.log
}
voted; verdict "the votes of the players end a round"
paused() {   # by the operator: the client says so, and then that it goes on
    start_server still --console ./socket || return 1
    open_terminal gil 80 24 "$CLIENT" --view tty --name gil "127.0.0.1:$port"
    sees gil "in sync" && expect 0 "$SERVER" ctl --console ./socket pause && sees gil "paused by the operator" && sees gil "has paused the match" || return 1
    expect 0 "$SERVER" ctl --console ./socket resume && sees gil "in sync" && keys gil q && ended gil 0 && kill -TERM $server_pid && exits 0 $server_pid still.log
}
paused; verdict "a match that is paused is shown as paused by the operator"
disk_fills() {   # during a match, alone and on a server: told at once, and at the end by the status
    start_server disk --wait-players 1 || return 1
    local where
    for where in "--local airhockey" "127.0.0.1:$port"; do
        rm -f hal.*
        open_terminal hal 80 24 bash -c "'ulimit -f 2 && exec $CLIENT $where --view tty --record hal.fsr'"
        sees hal "the recording hal.fsr stopped: File too large" && sees hal "^not recorded  [it]" && keys hal q && ended hal 1 || return 1
    done
    kill -TERM $server_pid && exits 0 $server_pid disk.log
}
disk_fills; verdict "a disk that fills during a match is told beside it"
wild() {   # a game that draws a million shapes, and one that draws extreme and random numbers
    open_terminal wild 80 24 "$CLIENT" --local "$WILD" --set picture=0 --view tty
    sees wild "868928 shapes are left out" && keys wild q && ended wild 0 || return 1
    local picture
    for picture in 2 3 4; do
        open_terminal wild$picture 80 24 "$CLIENT" --local "$WILD" --set picture=$picture --ticks 120 --view tty
        ended wild$picture 0 || return 1
    done
}
wild; verdict "a game that draws what no game should is drawn as far as it goes"
releases() {   # of a terminal that speaks kitty's protocol
    expect 0 "$BUILD/tests/programs/keyterminal" "$CLIENT" --local airhockey --view tty --record keys.fsr || { show out; return 1; }
    expect 0 "$REPLAY" verify keys.fsr
}
releases; verdict "a terminal that tells releases is asked, used and restored"

completed() {   # typed into a shell
    "$SERVER" --completion bash >completion.bash
    printf 'PS1="here: "\nPATH=%s:$PATH\n. ./completion.bash\n' "$BUILD" >shell.rc
    : >shell.err
    $MUX new-session -d -s shell -x 80 -y 24 "TERM=screen-256color bash --noprofile --rcfile shell.rc -i" # its prompt is on standard error
    sees shell "here:" && keys shell 'fixstep-server --vot' Tab && sees shell "fixstep-server --vote-share" || return 1
    keys shell '5 --log-f' Tab Tab && sees shell "log-file" && sees shell "log-format" && keys shell 'o' Tab 'j' Tab && sees shell "5 --log-format json"
}
completed; verdict "Tab in a bash completes options and their words"

finish
