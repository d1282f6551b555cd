# Sourced: a server in the background of a script, which ends with the script.

background_pids=()
end_background() {
    local pid
    for pid in "${background_pids[@]}"; do
        kill "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    background_pids=()
}
trap end_background EXIT

listens() {
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

free_port() {
    local port
    for _ in {1..100}; do
        port=$((20000 + RANDOM % 10000))
        listens $port || break
    done
    echo $port
}

# start PORT LOG COMMAND…: returns when the command listens on PORT; $! is its process.
start() {
    local port=$1 log=$2 pid
    shift 2
    "$@" </dev/null >"$log" 2>&1 &
    pid=$!
    background_pids+=($pid)
    for _ in {1..200}; do
        if listens "$port"; then return; fi
        if ! kill -0 $pid 2>/dev/null; then break; fi
        sleep 0.05
    done
    tail -n 20 "$log" >&2
    fail "'$*' does not listen on port $port"
}
