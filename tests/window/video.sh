#!/bin/bash
# video.sh: fixstep-client --render-video with a program in the place of ffmpeg that counts what it gets. Run by make check in
# the build folder. The last line is "TOTAL passed failed". A build without a window skips it.
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" video
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS:-}" LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY DISPLAY
cd "$WORK" || exit 1
mkdir programs folder
PATH=$WORK/programs:$PATH

encoder() {   # SCRIPT: is ffmpeg from now on
    printf '#!/bin/bash\n%s\n' "$1" >"$WORK/programs/ffmpeg" && chmod +x "$WORK/programs/ffmpeg"
}
render() {   # STATUS FILE ARGUMENT...: of frames of 65 x 48
    local status=$1 file=$2
    shift 2
    expect "$status" "$CLIENT" --replay match.fsr --render-video "$file" --size 65x48 "$@"
}
counts='printf "%s\n" "$@" >../arguments; wc -c >../bytes; echo "${@: -1}" >../named; echo video >"$(sed s/^file:// ../named)"'
frame_bytes=$((65 * 48 * 4))

expect 0 "$CLIENT" --local airhockey --players 2 --tick-rate 30 --ticks 20 --view none --record match.fsr || exit 1
cp match.fsr folder && cd folder || exit 1
encoder "$counts"
render 0 probe.mp4 --ticks 1
status=$?
if [ $status -ne 0 ] && tells "this build has no window\|EGL\|OpenGL"; then
    echo "# skipped: $(head -n 1 "$WORK/err")"
    finish
fi
report "a video of one frame" $status "$WORK/err"

frames_are_handed_over() {
    render 0 out.mp4 && [ "$(cat ../bytes)" -eq $((21 * frame_bytes)) ] && [ "$(cat out.mp4)" = video ] || return 1
    grep -qx 65x48 ../arguments && grep -qx 30 ../arguments && grep -qx rgba ../arguments && grep -qx file:out.mp4 ../named &&
        grep -q "^pad=" ../arguments || return 1
    render 0 out.mp4 --tick 5 --ticks 4 && [ "$(cat ../bytes)" -eq $((4 * frame_bytes)) ]
}
frames_are_handed_over
verdict "a frame per tick, of the size and rate that ffmpeg is told"

names_are_no_options() {   # a protocol, an option, blanks and letters beyond ASCII
    local name
    for name in "a:b.mp4" "-y.mp4" "höhe 8.gif"; do
        expect 0 "$CLIENT" --replay match.fsr --render-video="$name" --size 65x48 --ticks 2 && grep -qxF "file:$name" ../named && [ -s "./$name" ] || return 1
    done
    grep -q palettegen ../arguments
}
names_are_no_options
verdict "any name of a file is that of a file"

failures_have_their_reason() {
    encoder 'head -c 100 >/dev/null; echo "Unknown encoder" >&2; echo more >&2; exit 1'
    render 1 bad.mp4 && says "ffmpeg could not write bad.mp4: Unknown encoder$" || return 1
    encoder 'cat >/dev/null; exit 3'
    render 1 bad.mp4 && says "ffmpeg could not write bad.mp4: it ended with status 3$" || return 1
    encoder 'cat >/dev/null; kill -KILL $$'
    render 1 bad.mp4 && says "ffmpeg could not write bad.mp4: it was killed by signal 9$" || return 1
    encoder 'cat >/dev/null; echo "No space left on device" >&2'
    render 1 bad.mp4 && says "bad.mp4: No space left on device$" || return 1
    # No half of a new file is left, and an earlier one is not removed.
    encoder 'head -c 100 >half.mp4; echo full >&2; exit 1'
    echo old >kept.mp4
    render 1 half.mp4 && ! [ -e half.mp4 ] || return 1
    render 1 kept.mp4 && [ -e kept.mp4 ] && rm kept.mp4 half.mp4 || return 1
    # The rest of the path has programs that this test needs, maybe a real ffmpeg.
    rm "$WORK/programs/ffmpeg"
    type ffmpeg >/dev/null 2>&1 || { render 1 bad.mp4 && says "videos need the program ffmpeg"; }
}
failures_have_their_reason
verdict "a failure of ffmpeg, and its absence, is told in one line"

# The interrupt key of a terminal reaches a whole group; ffmpeg, in a group of its own, gets the end of its input.
encoder 'wc -c >../bytes; echo video >cut.mp4'
expect 0 "$CLIENT" --local airhockey --players 2 --ticks 20000 --view none --record ../long.fsr || exit 1
interrupt() {   # client, or group
    local client
    rm -f cut.mp4
    : >../err
    setsid "$CLIENT" --replay ../long.fsr --render-video cut.mp4 --size 65x48 >../out 2>../err </dev/null &
    client=$!
    sleep 2
    if [ "$1" = group ]; then kill -INT -- -$client; else kill -INT $client; fi
    exits 1 $client ../err && says 'interrupted: cut.mp4 ends after [1-9][0-9]* frames$' && [ -s cut.mp4 ] &&
        [ "$(cat ../bytes)" -eq $(($(sed 's/.* after \([0-9]*\) frames$/\1/' ../err) * frame_bytes)) ]
}
interrupt client && interrupt group
verdict "a video that is interrupted is ended and told"
rm -f cut.mp4

# A signal in a frame that never ends: what ffmpeg has is ended, and without a frame no file is made or touched. A client that waits for the
# frame ends by the limit of time alone.
STALLED=$BUILD/tests/window/.libs/stalled_frame.so
begin_stalled() {   # ARGUMENT...: sets client
    FIXSTEP_STALL=$WORK/stall LD_PRELOAD=$STALLED $BESIDE "$CLIENT" --replay ../long.fsr --size 65x48 "$@" >../out 2>../err </dev/null &
    client=$!
}
stall_later() {   # SIGNAL: some frames are handed over
    rm -rf ../stall ../begun && mkdir ../stall
    begin_stalled --render-video cut.mp4
    within test -e ../begun && : >../stall/stall && within test -e ../stall/stalled || return 1
    kill -s "$1" $client
    exits 1 $client ../err && says 'interrupted: cut.mp4 ends after [1-9][0-9]* frames$' && [ -s cut.mp4 ] &&
        [ "$(cat ../bytes)" -eq $(($(sed 's/.* after \([0-9]*\) frames$/\1/' ../err) * frame_bytes)) ]
}
stall_first() {   # SIGNAL OPTION FILE
    echo old >"$3"
    rm -rf ../stall ../bytes
    mkdir ../stall && : >../stall/stall
    begin_stalled "$2" "$3"
    within test -e ../stall/stalled && kill -s "$1" $client || return 1
    exits 1 $client ../err && says "interrupted: $3 is not written, as its first frame was not drawn yet$" && [ "$(cat "$3")" = old ] && ! [ -e ../bytes ]
}
if grep -q __asan "$STALLED"; then
    echo "# not with a sanitizer: a preloaded library would bring it into every program"
else
    encoder 'dd of=../first bs=1 count=1 status=none; : >../begun; wc -c >../rest; echo $(($(cat ../rest) + 1)) >../bytes; echo video >cut.mp4'
    stall_later TERM && stall_later INT
    verdict "a video is ended although a frame of it never ends"
    stall_first TERM --render-video cut.mp4 && stall_first INT --render-video cut.mp4 && stall_first TERM --render cut.png
    verdict "a signal before the first frame leaves an earlier file as it is"
    rm -f cut.mp4 cut.png
fi

nothing_is_left() {
    [ "$(ls | LC_ALL=C sort | tr '\n' ' ')" = "-y.mp4 a:b.mp4 höhe 8.gif match.fsr out.mp4 probe.mp4 " ] || {
        ls
        return 1
    }
}
nothing_is_left
verdict "no other file is left behind"
finish
