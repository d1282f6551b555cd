#!/usr/bin/env bash
# Installs, upgrades, removes and purges the Debian package on this machine as it is, with dpkg itself; but every change
# goes to an overlay in memory, which ends with the script.
#
#   package.sh FIRST.deb SECOND.deb     SECOND is a later version
set -euo pipefail

if [[ ${1:-} != --inside ]]; then
    root=$(mktemp --directory)
    trap 'rm -rf "$root"' EXIT
    cp "$1" "$root/first.deb"
    cp "$2" "$root/second.deb"
    cp "${BASH_SOURCE[0]}" "$root/package.sh"
    # shellcheck disable=SC2016  # Of the inner shell.
    unshare --mount --pid --fork --kill-child bash -euc '
        cd "$1"
        mkdir memory merged
        mount -t tmpfs none memory
        mkdir memory/upper memory/work
        mount -t overlay overlay -o "lowerdir=/,upperdir=$PWD/memory/upper,workdir=$PWD/memory/work" merged
        mount -t proc proc merged/proc
        mount --rbind /dev merged/dev
        mount -t tmpfs none merged/run
        mkdir merged/kit
        mv first.deb second.deb package.sh merged/kit
        exec chroot merged bash /kit/package.sh --inside' bash "$root"
    exit
fi

cd /kit
fail() {
    echo "package: $*" >&2
    exit 1
}
is() { [[ $(stat --format '%U %a' "$1") == "$2" ]] || fail "$1 is $(stat --format '%U %a' "$1") instead of $2"; }

# As the unit runs it; returns when it is ready.
serve() {
    setpriv --reuid martlet --regid martlet --clear-groups --no-new-privs env -i PATH=/usr/bin:/bin \
        MARTLET_CONFIG=/etc/martlet/martlet.json5 MARTLET_LISTEN_PORT=27751 MARTLET_ADMIN_LISTEN=27753 \
        sh -c 'umask 077; exec martlet serve' >>log 2>&1 &
    gateway=$!
    for _ in {1..100}; do
        if (exec 3<>/dev/tcp/127.0.0.1/27751) 2>/dev/null; then return; fi
        sleep 0.1
    done
    cat log >&2
    fail "the installed gateway does not start"
}
stop() {
    kill "$gateway"
    wait "$gateway" || { cat log >&2 && fail "the gateway ended with $?"; }
}
as() { martlet client ws://127.0.0.1:27751/v1/ws --key-file /etc/martlet/keys.json --user "$@"; }

echo "install"
dpkg --install first.deb >/dev/null 2>&1
is /etc/martlet/martlet.json5 "root 644"
is /etc/martlet "root 755"
for file in keys.json admin.json; do
    [[ $(stat --format '%U:%G %a' "/etc/martlet/$file") == "root:martlet 640" ]] || fail "$file is not for the service alone"
done
is /var/lib/martlet "martlet 700"
[[ $(getent passwd martlet | cut -d : -f 7) == /usr/sbin/nologin ]] || fail "the user martlet can log in"
[[ -L /etc/systemd/system/multi-user.target.wants/martlet.service ]] || fail "the unit is not enabled"
systemd-analyze verify martlet.service 2>&1 | grep -F martlet.service && fail "systemd does not like the unit"
serve
as bob conversation.list >/dev/null
as alice 'message.send {"conversationID":"c2c_bob","clientMsgId":"k","type":0,"body":{"text":"before the upgrade"}}' >/dev/null
stop
keys=$(md5sum /etc/martlet/{keys,admin}.json)

echo "upgrade, with a changed configuration"
echo "// The operator's own." >>/etc/martlet/martlet.json5
dpkg --install second.deb >/dev/null 2>&1
grep -q "operator's own" /etc/martlet/martlet.json5 || fail "the upgrade replaced the operator's configuration"
[[ $(md5sum /etc/martlet/{keys,admin}.json) == "$keys" ]] || fail "the upgrade replaced the keys"
serve
as bob 'message.history {"conversationID":"c2c_alice"}' | grep -q "before the upgrade" || fail "the upgrade lost a message"
stop

echo "remove, and install again"
dpkg --remove martlet >/dev/null
[[ ! -e /usr/bin/martlet && -e /etc/martlet/martlet.json5 && -e /var/lib/martlet/martlet.sqlite ]] ||
    fail "a removal leaves the program, or takes configuration or data"
dpkg --install second.deb >/dev/null 2>&1
[[ $(md5sum /etc/martlet/{keys,admin}.json) == "$keys" ]] || fail "the second installation replaced the keys"

echo "purge"
dpkg --purge martlet >/dev/null 2>&1
left=$(find /etc /var/lib /usr /lib/systemd -xdev -path '*martlet*' -not -path '/var/lib/dpkg/*' -not -path '/usr/local/*' -newer first.deb 2>/dev/null) || true
[[ -z $left ]] || fail "the purge leaves $left"
echo "install, upgrade, remove and purge: all well"
