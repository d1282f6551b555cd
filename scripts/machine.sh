# Sourced, after scripts/deps: a machine as good as new, on this one.

# on_new_machine SECONDS FOLDER TOOLS COMMAND…: runs the command in this tree as root. Each change of the machine goes to an
# overlay in memory, in a network of its own, and ends with the command; only FOLDER is shared, which MACHINE_OUT names. What was unpacked in the
# folder TOOLS is installed, if there is a name.
on_new_machine() {
    local seconds=$1 root status=0
    shift
    root=$(mktemp --directory)
    # shellcheck disable=SC2016  # Of the inner shell.
    timeout --kill-after 10 "$seconds" unshare --mount --pid --net --fork --kill-child bash -euc '
        ip link set lo up
        root=$1 tree=$2 folder=$3 tools=$4
        shift 4
        cd "$root"
        mkdir memory merged
        mount -t tmpfs none memory
        mkdir memory/upper memory/work
        mount -t overlay overlay -o "lowerdir=/,upperdir=$PWD/memory/upper,workdir=$PWD/memory/work" merged
        mount -t proc proc merged/proc
        mount --rbind /dev merged/dev
        mount -t tmpfs none merged/run
        [[ -z $tools ]] || tar -C "$tools" -c . | tar -C merged -x --keep-directory-symlink
        mount --bind "$folder" "merged$folder"
        exec chroot merged env --chdir "$tree" -u MARTLET -u MARTLET_BEFORE HOME=/root MACHINE_OUT="$folder/" "$@"' \
        bash "$root" "$PWD" "$@" || status=$?
    rm -rf "$root"
    return $status
}
