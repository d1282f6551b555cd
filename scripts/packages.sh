# Sourced, after scripts/deps: Debian's packages without installing them, so that no service of theirs starts here.

# unpack FOLDER PACKAGE…: the packages, and what they need beyond what this machine has, below FOLDER; once.
unpack() {
    local folder=$1 missing package
    shift
    if [[ -e $folder/complete ]]; then return; fi
    rm -rf "$folder"
    mkdir -p "$folder/packages"
    wanted() {
        apt-get install --simulate --no-install-recommends "$@" 2>/dev/null |
            awk '$1 == "Inst" && $2 !~ /^(libjs|fonts)-/ { print $2 }'
    }
    missing=$(wanted "$@")
    if [[ -z $missing ]] && ! dpkg-query --show "$@" >/dev/null 2>&1; then
        if ((EUID == 0)); then apt-get -qq update; else sudo apt-get -qq update; fi
        missing=$(wanted "$@")
    fi
    if [[ -n $missing ]]; then
        # shellcheck disable=SC2086  # One word a package.
        (cd "$folder/packages" && apt-get -qq download $missing 2>/dev/null) || fail "cannot download $missing"
        for package in "$folder"/packages/*.deb; do
            dpkg-deb --extract "$package" "$folder" || fail "cannot unpack $package"
        done
    fi
    rm -rf "$folder/packages"
    touch "$folder/complete"
}
