#!/bin/bash
# deb.sh FOLDER: the Debian packages of a folder as their users meet them. Makes a bare Debian 12 in a chroot, installs
# server, client and replay tool there with apt, runs the unit's ExecStart as the unit's user, plays a match against it, tries
# completion in the bash of the chroot, removes and purges the packages, and compares the files before and after. Wants
# root, debootstrap and the archive of Debian. The last line is "TOTAL passed failed".
set -u
top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
debs=$(cd -- "${1:?usage: deb.sh FOLDER [CHROOT]}" && pwd) || exit 1
root=${2:-}
kept=$root
server=

leave() {
    [ -z "$server" ] || kill -KILL "$server" 2>/dev/null
    umount "$root/proc" 2>/dev/null
    [ -n "$kept" ] || rm -rf "$root"
}
trap leave EXIT

# shellcheck source=tests/support/verdicts.sh
. "$top/tests/support/verdicts.sh"

inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
as_user() { inside setpriv --reuid=fixstep --regid=fixstep --clear-groups "$@"; }
# What is not a cache or a log of dpkg and apt, nor the home of the user that stays.
files() { inside find / -xdev \( -path /proc -o -path /tmp -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \
    -o -path /debs \) -prune -o -print | sort; }

if [ -z "$root" ]; then
    root=$(mktemp -d "${TMPDIR:-/var/tmp}/fixstep-chroot.XXXXXX") || exit 1
    chmod 755 "$root"
    debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
    rm -f "$root.log"
fi
check_output=$root/tmp/out
mount -t proc proc "$root/proc" 2>/dev/null
rm -rf "$root/debs" && mkdir "$root/debs" && cp "$debs"/*.deb "$root/debs/" && rm -f "$root"/debs/*dbgsym*

installs() {   # PACKAGE...: with what they need and no more
    local list=
    for package in "$@"; do list="$list $(cd "$root" && echo debs/"${package}"_*.deb | sed 's|^|/|; s| | /|g')"; done
    # shellcheck disable=SC2086 # words
    inside apt-get -q -y --no-install-recommends install $list
}

builds_with_the_same() {   # but for what every build and what the tests need
    local package
    for package in $(sed -n 's/^build //p' "$top/bootstrap"); do
        case $package in autoconf | automake | libtool | make | gcc | libc6-dev | check) continue ;; esac
        grep -q "[ ,]$package\\(,\\|\$\\)" "$top/debian/control" || { echo "debian/control does not name $package"; return 1; }
    done
}
check "Build-Depends has what bootstrap installs" builds_with_the_same
needs_are_there() { inside apt-get -q update && inside apt-get -q -y --no-install-recommends install systemd-standalone-sysusers systemd-standalone-tmpfiles bash-completion; }
check "a bare system" needs_are_there
check "server, client and replay tool are installed" installs libfixstep0 libfixstep-games0 fixstep-server fixstep-client fixstep-replay
check "removed and purged, to know what else apt brought" inside apt-get -q -y purge fixstep-server fixstep-client fixstep-replay libfixstep0 libfixstep-games0
files >"$root/tmp/before"
check "they are installed again" installs libfixstep0 libfixstep-games0 fixstep-server fixstep-client fixstep-replay
check "the user is there" inside id fixstep
check "the configuration names every option" grep -q '^#port = 27960' "$root/etc/fixstep/server.ini"

# The unit makes these two folders: StateDirectory and RuntimeDirectory.
unit=$root/lib/systemd/system/fixstep-server.service
start_unit() {
    local command
    command=$(sed -n 's/^ExecStart=//p' "$unit") || return 1
    inside install -d -o fixstep -g fixstep -m 0755 /var/lib/fixstep && inside install -d -o fixstep -g fixstep -m 0750 /run/fixstep || return 1
    # shellcheck disable=SC2086 # words
    as_user sh -c "cd /var/lib/fixstep && exec $command --ticks 90 --record match.fsr" >"$root/tmp/server.log" 2>&1 &
    server=$!
    for _ in $(seq 1200); do grep -q "listening on port 27960" "$root/tmp/server.log" && return 0; sleep 0.1; done
    cat "$root/tmp/server.log"
    return 1
}
match_is_played() {
    inside fixstep-server ctl --console /run/fixstep/console status && inside fixstep-client 127.0.0.1 --bot chase --name ann || return 1
    wait "$server"
    local status=$?
    server=
    [ $status -eq 0 ] && inside fixstep-replay verify /var/lib/fixstep/match.fsr
}
check "the unit's ExecStart starts" start_unit
check "a match is played, the console answers, the recording verifies" match_is_played
completed() {   # in a real bash: what Tab after the word gives
    inside bash -c ". /usr/share/bash-completion/bash_completion; _completion_loader fixstep-server
        COMP_WORDS=(fixstep-server --vote); COMP_CWORD=1; COMP_LINE='fixstep-server --vote'; COMP_POINT=21
        \$(complete -p fixstep-server | sed 's/.*-F \([^ ]*\).*/\1/') fixstep-server --vote fixstep-server
        printf '%s\n' \"\${COMPREPLY[@]}\"" | grep -qx -- '--vote-share *'
}
check "bash completes an option of the package" completed
check "the desktop entry and the icon are there" test -s "$root/usr/share/applications/fixstep.desktop" -a -s "$root/usr/share/icons/hicolor/scalable/apps/fixstep.svg"
check "removed" inside apt-get -q -y remove fixstep-server fixstep-client fixstep-replay libfixstep0 libfixstep-games0
check "the configuration and recordings stay" test -f "$root/etc/fixstep/server.ini" -a -f "$root/var/lib/fixstep/match.fsr"
check "purged" inside dpkg --purge fixstep-server
inside rm -rf /run/fixstep
files >"$root/tmp/after"
check "nothing is left behind" diff "$root/tmp/before" "$root/tmp/after"
finish
