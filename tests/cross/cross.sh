#!/bin/sh
# cross.sh [s390x] [armhf] [i386]: builds the tree for other machines and runs
# every Check program there under qemu. Default: s390x (64 bits, big-endian) and
# armhf (32 bits). FIXSTEP_CROSS_TESTS names the programs to run instead of all, such as
# "tests/net/check_system tests/replay/check_reproduce". Schedules of faults are few there: FS_SEEDS, else 6.
#
# The target's Debian libraries are unpacked into a folder outside the tree
# ($FIXSTEP_CROSS_DIR, else $XDG_CACHE_HOME/fixstep-cross) with an apt that has its own
# lists, cache and status: the system's dpkg never hears of a foreign architecture.
# The last line is "N passed, N failed".
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
cache=${FIXSTEP_CROSS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/fixstep-cross}
# Where this system gets its own Debian packages.
mirror=${FIXSTEP_MIRROR:-$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    sed -n 's/ bookworm main$//p' | head -n 1)}
jobs=${FIXSTEP_JOBS:-$(nproc)}
unset MAKEFLAGS MFLAGS MAKELEVEL
libraries="libc6-dev check libenet-dev libfixmath-dev libsodium-dev libzstd-dev libxxhash-dev libjansson-dev
    libncurses-dev libinih-dev"

die() {
    echo "cross: $*" >&2
    echo "0 passed, 1 failed"
    exit 1
}

[ -n "$mirror" ] || die "no Debian 12 (bookworm main) among the sources of apt; set FIXSTEP_MIRROR"

# What an architecture is called by the compiler, by qemu, and in file's output.
describe() {
    case $1 in
        s390x) triplet=s390x-linux-gnu qemu=qemu-s390x looks='ELF 64-bit MSB .* IBM S/390' ;;
        armhf) triplet=arm-linux-gnueabihf qemu=qemu-arm looks='ELF 32-bit LSB .* ARM' ;;
        i386) triplet=i386-linux-gnu qemu=qemu-i386 looks='ELF 32-bit LSB .* Intel 80386' ;;
        *) die "unknown architecture $1 (s390x, armhf, i386)" ;;
    esac
    # Debian's compiler for i386 carries the name of its processor.
    compiler=$triplet-gcc
    [ "$1" != i386 ] || compiler=i686-linux-gnu-gcc
}

# apt with its own world below $sandbox.
write_apt_conf() {
    mkdir -p "$sandbox/lists/partial" "$sandbox/archives/partial"
    : >"$sandbox/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror bookworm main" >"$sandbox/sources.list"
    cat >"$sandbox/apt.conf" <<END
Dir::State "$sandbox";
Dir::State::Lists "$sandbox/lists";
Dir::State::status "$sandbox/status";
Dir::Cache "$sandbox";
Dir::Cache::Archives "$sandbox/archives";
Dir::Etc::SourceList "$sandbox/sources.list";
Dir::Etc::SourceParts "-";
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Install-Recommends "false";
APT::Sandbox::User "";
Acquire::Languages "none";
Debug::NoLocking "true";
END
}

# Absolute links of the target would lead into this machine's own libraries.
make_links_relative() {
    find "$sandbox/root.new" -type l -lname '/*' | while read -r link; do
        ln -sfr "$sandbox/root.new$(readlink "$link")" "$link"
    done
}

# Fills $root, once for each list of libraries.
fetch_libraries() {
    [ "$(cat "$root/.complete" 2>/dev/null)" != "$libraries" ] || return 0
    echo "cross: fetching the libraries for $arch into $sandbox"
    write_apt_conf
    APT_CONFIG=$sandbox/apt.conf apt-get -q update >"$sandbox/apt.log" 2>&1 || die "apt-get update failed: see $sandbox/apt.log"
    # shellcheck disable=SC2086 # one word per package
    APT_CONFIG=$sandbox/apt.conf apt-get -q -y --download-only install $libraries >>"$sandbox/apt.log" 2>&1 ||
        die "apt-get cannot fetch the libraries for $arch: see $sandbox/apt.log"
    rm -rf "$root" "$sandbox/root.new"
    mkdir "$sandbox/root.new"
    for package in "$sandbox"/archives/*.deb; do
        dpkg -x "$package" "$sandbox/root.new"
    done
    make_links_relative
    printf '%s\n' "$libraries" >"$sandbox/root.new/.complete"
    mv "$sandbox/root.new" "$root"
}

configure_for_target() {
    rm -rf "$work"
    mkdir -p "$work"
    (cd "$work" && PKG_CONFIG_LIBDIR=$root/usr/lib/$triplet/pkgconfig:$root/usr/share/pkgconfig \
        PKG_CONFIG_SYSROOT_DIR=$root "$(realpath --relative-to="$work" "$top")/configure" -q \
        --build="$("$top/build-aux/config.guess")" --host="$triplet" --disable-shared --without-cairo --enable-werror \
        CC="$compiler --sysroot=$root" AR="${compiler%gcc}ar" >"$work/cross.log" 2>&1) || {
        cat "$work/cross.log"
        die "configure failed for $arch: see $work/config.log"
    }
}

# A program left over from another build would pass for the wrong machine.
check_machine() {
    for module in $modules; do
        file -b "$work/$module" | grep -q "$looks" || die "$module is not a program for $arch: $(file -b "$work/$module")"
    done
}

test_on() {
    arch=$1
    describe "$arch"
    sandbox=$cache/$arch root=$cache/$arch/root work=$cache/$arch/build
    printf '\n== %s ==\n' "$arch"
    "$top/bootstrap" packages "cross-$arch" cross >&2
    mkdir -p "$sandbox"
    fetch_libraries
    configure_for_target
    # A makefile that is older than its sources would remake itself aloud here.
    make -C "$work" -s Makefile >/dev/null
    modules=${FIXSTEP_CROSS_TESTS:-$(make -C "$work" -s list-modules)}
    # shellcheck disable=SC2086 # one word per program
    set -- check TESTS=
    [ -z "${FIXSTEP_CROSS_TESTS:-}" ] || set -- $FIXSTEP_CROSS_TESTS
    make -C "$work" -s -j "$jobs" "$@" >"$work/cross.log" 2>&1 || {
        tail -n 60 "$work/cross.log"
        die "the build for $arch failed"
    }
    check_machine
    made=0
    checks=check
    [ -z "${FIXSTEP_CROSS_TESTS:-}" ] || checks="check-TESTS check_PROGRAMS=" # the others are not built
    FS_SEEDS=${FS_SEEDS:-6} make -C "$work" -s -k -j "$jobs" $checks TESTS="$modules" LOG_COMPILER="$qemu -L $root" \
        CK_TIMEOUT_MULTIPLIER=10 >"$work/cross.log" 2>&1 || made=$?
    line=$(sh "$top/tests/hygiene/totals.sh" "$work") || true
    printf '%s\n' "$line" | sed '$d'
    line=$(printf '%s\n' "$line" | tail -n 1)
    # shellcheck disable=SC2086
    [ "$(find "$work/tests" -name '*.trs' | wc -l)" -eq "$(set -- $modules && echo $#)" ] || die "not every test ran on $arch"
    case "$made $line" in
        "0 "*', 0 failed' | [1-9]*', '[1-9]*' failed') ;;
        *) tail -n 60 "$work/cross.log" && die "make check and its totals disagree" ;;
    esac
    echo "$arch: $line"
    echo "$line" >>"$sums"
}

[ $# -gt 0 ] || set -- s390x armhf
[ -f "$top/configure" ] || (cd "$top" && autoreconf -fi)
mkdir -p "$cache"
sums=$cache/totals
: >"$sums"
for architecture in "$@"; do
    test_on "$architecture"
done
echo
awk '{ passed += $1; failed += $3 }
    END { printf "%d passed, %d failed\n", passed, failed; exit failed > 0 || passed == 0 }' "$sums"
