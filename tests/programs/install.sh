#!/bin/sh
# install.sh BUILD: what "make install" gives to others. Installs a build below a
# temporary prefix, compiles the example game against it through pkg-config as its own
# Makefile does, loads it, and uninstalls again. The last line is "TOTAL passed failed".
set -u
build=$(cd -- "${1:?usage: install.sh BUILD}" && pwd) || exit 1
top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-install.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
# The build was configured for another prefix than this test installs below.
PKG_CONFIG="pkg-config --define-prefix"
PKG_CONFIG_PATH=$prefix/lib/pkgconfig
LD_LIBRARY_PATH=$prefix/lib
export PKG_CONFIG PKG_CONFIG_PATH LD_LIBRARY_PATH
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR
passed=0
failed=0

# check NAME COMMAND...
check() {
    name=$1
    shift
    if "$@" >"$work/out" 2>&1; then
        echo "ok - $name"
        passed=$((passed + 1))
    else
        echo "not ok - $name"
        tail -n 30 "$work/out" | sed 's/^/#   /'
        failed=$((failed + 1))
    fi
}

files() { (cd "$prefix" && find . -type f -o -type l) | sort; }

all_headers_are_there() {
    for header in "$top"/lib/include/fixstep/*.h; do
        cmp "$header" "$prefix/include/fixstep/$(basename "$header")" || return 1
    done
}

# The shipped example, copied so that the sources stay clean.
example_builds() {
    mkdir "$work/mygame" && cp "$top"/examples/mygame/* "$work/mygame" &&
        make -C "$work/mygame" CFLAGS='-O2 -g -Wall -Wextra -Werror'
}

# A host program of three lines, as a user would write it.
example_loads() {
    cat >"$work/host.c" <<'END'
#include <stdio.h>
#include <fixstep/fixstep.h>

int main(int argc, char **argv)
{
    const fs_game *game = NULL;
    char why[256] = "";
    if (argc != 2 || fs_game_find(argv[1], &game, why, sizeof why) != FS_OK) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    fs_config config = fs_default_config(game);
    fs_sim *sim = NULL;
    if (fs_sim_create(game, &config, &sim) != FS_OK)
        return 1;
    printf("%s %016llx\n", game->name, (unsigned long long)fs_sim_state_hash(sim));
    fs_sim_destroy(sim);
    return 0;
}
END
    # shellcheck disable=SC2046 # words
    ${CC:-cc} -o "$work/host" "$work/host.c" $($PKG_CONFIG --cflags --libs fixstep) &&
        "$work/host" "$work/mygame/mygame.so" | grep -E '^mygame [0-9a-f]{16}$'
}

example_is_deterministic() {
    "$prefix/bin/fixstep-client" --sync-test "$work/mygame/mygame.so" --ticks 300 --seed 1
}

programs_run() {
    for program in "$prefix"/bin/fixstep-*; do
        [ -x "$program" ] && "$program" --version && "$program" --help || return 1
    done
}

nothing_is_left() { [ -z "$(files)" ]; }

check "make install" make -C "$build" -s install prefix="$prefix"
check "every header is installed unchanged" all_headers_are_there
check "the example game builds through pkg-config" example_builds
check "a program of its own loads the example game" example_loads
[ ! -d "$prefix/bin" ] || check "installed programs run" programs_run
[ ! -d "$prefix/bin" ] || check "the example game passes the sync test" example_is_deterministic
check "make uninstall" make -C "$build" -s uninstall prefix="$prefix"
check "nothing is left behind" nothing_is_left
echo "TOTAL $passed $failed"
[ $failed -eq 0 ]
