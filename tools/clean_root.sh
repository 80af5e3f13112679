# clean_root.sh, sourced by tools/test_clean and tools/test_deb: the smallest Debian root there is, and commands run in it.
# Wants root; package sources and network settings are this machine's own.
[ "$(id -u)" = 0 ] || { echo "$0: wants root, to make a root of its own" >&2; exit 2; }
command -v debootstrap >/dev/null || { apt-get update -qq; apt-get install -y -qq --no-install-recommends debootstrap >/dev/null; }
work=$(mktemp -d -p "${TMPDIR:-/var/tmp}" veglia-clean-XXXXXX)
root=
let_go() { # NAME...: below the root
    for part; do mountpoint -q "$root/$part" && umount -l "$root/$part"; done
    return 0
}
leave() {
    [ -z "$root" ] || let_go dev/shm dev/pts proc
    rm -rf --one-file-system "$work"
}
trap leave EXIT
source_of_packages=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true; } |
    awk '$1 == "URIs:" { print $2 } $1 == "deb" { sub(/\[[^]]*\] */, ""); print $2 }' | awk '!/security/ && !n++')

make_root() { # RELEASE PACKAGES
    root=$work/$1
    debootstrap --variant=minbase --include="$2" "$1" "$root" "$source_of_packages" >"$work/log" 2>&1 ||
        { tail -5 "$work/log" >&2; exit 1; }
    for file in /etc/apt/apt.conf.d /etc/resolv.conf /etc/hosts /etc/npmrc /etc/ssl/certs/ca-certificates.crt; do
        [ ! -e "$file" ] || cp -RL "$file" "$root$(dirname "$file")/"
    done
    mount -t proc proc "$root/proc"
    mkdir -p "$root/dev/pts" "$root/dev/shm"
    mount -t devpts devpts "$root/dev/pts" -o newinstance,ptmxmode=0666
    ln -sf pts/ptmx "$root/dev/ptmx"
    mount -t tmpfs shm "$root/dev/shm"
    chroot "$root" useradd -m guest
}

in_root() { # USER COMMAND...
    local who=$1 home=/root
    shift
    [ "$who" = root ] || home=/home/$who
    env -i HOME="$home" USER="$who" TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt chroot --userspec="$who:$who" "$root" sh -c "cd $home && { cd veglia 2>/dev/null || true; } && exec \"\$@\"" sh "$@"
}

remove_root() {
    let_go dev/shm dev/pts proc
    rm -rf --one-file-system "$root"
    root=
}

failed=0
check() { # WHAT COMMAND...
    local what=$1 start=$SECONDS
    shift
    if "$@"; then echo "ok    $what ($((SECONDS - start)) s)"; else echo "FAIL  $what ($((SECONDS - start)) s)"; failed=$((failed + 1)); fi
}
