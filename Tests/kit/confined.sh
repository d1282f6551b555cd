#!/usr/bin/env bash
# Runs the gateway as a strict container does: with a root that is read-only, a user that no file names, no capability, no
# new privileges, and without the system calls that Docker's default profile denies.
#
#   confined.sh MARTLET
set -euo pipefail
if [[ ${1:-} != --inside ]]; then
    work=$(mktemp --directory)
    trap 'rm -rf "$work"' EXIT
    install "$1" "$work/martlet"
    clang -static -std=gnu17 -O2 -o "$work/deny" "$(dirname "${BASH_SOURCE[0]}")/../seccomp/deny.c"
    cp "${BASH_SOURCE[0]}" "$work/confined.sh"
    chmod 755 "$work"
    # shellcheck disable=SC2016  # Of the inner shell.
    unshare --mount --pid --fork --kill-child bash -euc '
        mkdir "$1/root"
        mount --rbind / "$1/root"
        mount --make-rslave "$1/root"
        mount -o remount,bind,ro "$1/root"
        mount -t tmpfs -o mode=755 none "$1/root/mnt"
        mkdir "$1/root/mnt/data"
        chown 54321:54321 "$1/root/mnt/data"
        cp "$1"/{martlet,deny,confined.sh} "$1/root/mnt/"
        mount -o remount,ro "$1/root/mnt"
        mount -t tmpfs -o mode=700,uid=54321,gid=54321 none "$1/root/mnt/data"
        mount -t proc proc "$1/root/proc"
        exec chroot "$1/root" setpriv --reuid 54321 --regid 54321 --clear-groups --bounding-set -all --inh-caps -all \
            --no-new-privs env -i PATH=/usr/bin:/bin bash /mnt/confined.sh --inside' bash "$work"
    exit
fi

cd /mnt/data
fail() {
    echo "confined: $*" >&2
    cat /mnt/data/log >&2 || true
    exit 1
}
if touch /mnt/file /usr/file 2>/dev/null; then fail "the root can be written to"; fi
[[ $(grep CapEff /proc/self/status) == *0000000000000000 ]] || fail "there are capabilities"
/mnt/deny EPERM /mnt/martlet token --new-key-file keys.json >log
MARTLET_LISTEN_PORT=27752 MARTLET_ADMIN_LISTEN=$PWD/admin.sock MARTLET_AUTH_KEYS_FILE=$PWD/keys.json MARTLET_DATA_DIRECTORY=$PWD/store \
    /mnt/deny EPERM /mnt/martlet serve >>log 2>&1 &
gateway=$!
for _ in {1..100}; do
    if (exec 3<>/dev/tcp/127.0.0.1/27752) 2>/dev/null; then break; fi
    kill -0 $gateway 2>/dev/null || fail "the gateway ended"
    sleep 0.1
done
as() { /mnt/martlet client ws://127.0.0.1:27752/v1/ws --key-file keys.json --user "$@"; }
as bob conversation.list >/dev/null || fail "bob is not served"
as alice 'message.send {"conversationID":"c2c_bob","clientMsgId":"k","type":0,"body":{"text":"confined"}}' >/dev/null ||
    fail "alice is not served"
as bob 'message.history {"conversationID":"c2c_alice"}' | grep -q '"text":"confined"' || fail "the message is lost"
grep -q '"ioUring":false' log || fail "io_uring is not denied"
kill $gateway
wait $gateway || fail "the gateway ended with $?"
echo "read-only root, user $(id -u), no capability, Docker's denials: all well"
