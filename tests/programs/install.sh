#!/bin/sh
# install.sh BUILD: what "make install" gives to others. Installs a build below a temporary
# prefix other than the configured one, moves it, compiles every example against it through
# pkg-config (as C11 with its own Makefile, as C++17 by hand), loads the games, and uninstalls
# again. The last line is "TOTAL passed failed".
set -u
build=$(cd -- "${1:?usage: install.sh BUILD}" && pwd) || exit 1
top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-install.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
prefix=$work/first/prefix
check_output=$work/out
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR
# shellcheck source=tests/support/verdicts.sh
. "$top/tests/support/verdicts.sh"

# Nothing but the installed .pc files is found: those of other libraries are not needed.
look_below() {
    PKG_CONFIG_LIBDIR=$1/lib/pkgconfig
    LD_LIBRARY_PATH=$1/lib
    export PKG_CONFIG_LIBDIR LD_LIBRARY_PATH
    unset PKG_CONFIG_PATH
}
PKG_CONFIG=${PKG_CONFIG:-pkg-config}
export PKG_CONFIG

files() { (cd "$prefix" && find . -type f -o -type l) | sort; }

all_headers_are_there() {
    for folder in lib/include lib/games/include; do
        (cd "$top/$folder" && find fixstep -name '*.h') | while read -r header; do
            cmp "$top/$folder/$header" "$prefix/include/$header" || exit 1
        done || return 1
    done
}

documents_are_there() {
    for document in README.md CHANGELOG.md DETERMINISM.md manual/index.md; do
        [ -s "$prefix/share/doc/fixstep/$document" ] || return 1
    done
}

# The .pc files hold no folder of this installation, so that it may be moved.
is_relocatable() {
    ! grep -r "$work" "$prefix/lib/pkgconfig" && mv "$work/first" "$work/second" &&
        look_below "$work/second/prefix" &&
        [ "$($PKG_CONFIG --variable=includedir fixstep | xargs realpath)" = "$work/second/prefix/include" ] &&
        $PKG_CONFIG --cflags --libs fixstep && $PKG_CONFIG --static --libs fixstep && $PKG_CONFIG --libs fixstep-games
}

# Static linking needs no .pc file of another library either.
static_links() {
    [ -f "$prefix/lib/libfixstep.a" ] || return 0
    printf '#include <fixstep/fixstep.h>\nint main(void) { return fs_version()[0] == 0; }\n' >"$work/static.c"
    # shellcheck disable=SC2046 # words
    ${CC:-cc} -o "$work/static" "$work/static.c" $($PKG_CONFIG --cflags fixstep) "$prefix/lib/libfixstep.a" \
        $($PKG_CONFIG --static --libs fixstep | sed 's/-lfixstep//') && "$work/static"
}

# A copy, so that the sources stay clean.
example_builds() {
    cp -R "$top/examples/$1" "$work/" && make -C "$work/$1" CFLAGS='-O2 -g -Wall -Wextra -Wpedantic -Werror'
}

# C++ has designated initialisers since C++20; compilers take them in C++17 too.
example_is_cxx() {
    # shellcheck disable=SC2046 # words
    g++ -std=c++17 -Wall -Wextra -Werror -Wno-missing-field-initializers -fsyntax-only -x c++ \
        $($PKG_CONFIG --cflags fixstep-games) "$work/$1/$1.c"
}

example_prints() {
    "$work/$1/$1" >"$work/printed" &&
        sed -n '/^\/\* Output:$/,/^ \*\/$/p' "$top/examples/$1/$1.c" | sed '1d; $d; s/^ \* \{0,1\}//' | diff - "$work/printed"
}

# A host program of some lines, as a user would write it.
host_builds() {
    cat >"$work/host.c" <<'END'
#include <stdio.h>
#include <fixstep/fixstep.h>

int main(int argc, char **argv)
{
    const fs_game *game = NULL;
    char why[256] = "";
    if (argc != 2 || fs_game_find(NULL, argv[1], &game, why, sizeof why) != FS_OK) {
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
    ${CC:-cc} -o "$work/host" "$work/host.c" $($PKG_CONFIG --cflags --libs fixstep)
}

game_loads() { "$work/host" "$work/$1/$1.so" | grep -E "^$1 [0-9a-f]{16}\$"; }

# The bot plays a match of the game, and the recording verifies.
game_plays() {
    bin=$prefix/bin
    [ -x "$bin/fixstep-client" ] || return 0
    (cd "$work" && "$bin/fixstep-client" --local "./$1/$1.so" --bot "$2" --view none --ticks 600 --record "$1.fsr" --quiet &&
        "$bin/fixstep-replay" verify "$1.fsr" --game "./$1/$1.so")
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

check "make install prefix=ELSEWHERE" make -C "$build" -s install prefix="$prefix"
check "every header is installed unchanged" all_headers_are_there
check "documents are installed" documents_are_there
look_below "$prefix"
check "the installation may be moved" is_relocatable
prefix=$work/second/prefix
check "a program links the static library" static_links
for example in hello2d hello3d embed_pipe embed_net mygame tower; do
    check "$example builds as C11 without warnings" example_builds $example
    ! command -v g++ >/dev/null || check "$example compiles as C++17 without warnings" example_is_cxx $example
done
for example in hello2d hello3d embed_pipe embed_net; do
    check "$example prints the output in its comment" example_prints $example
done
check "a program of its own is built" host_builds
check "it loads mygame" game_loads mygame
check "it loads tower" game_loads tower
check "a bot plays mygame, and the recording verifies" game_plays mygame pilot
check "a bot plays tower, and the recording verifies" game_plays tower builder
[ ! -d "$prefix/bin" ] || check "installed programs run" programs_run
[ ! -d "$prefix/bin" ] || check "the example game passes the sync test" example_is_deterministic
check "make uninstall" make -C "$build" -s uninstall prefix="$prefix"
check "nothing is left behind" nothing_is_left
finish
