# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Sourced by contrib/sync-check/run and contrib/benchmarks/sync/run: machines with journals of their
# own, and what they write.
#
# A machine is a process that holds a network, a host name and mounts, if the namespaces of the
# kernel can be used (`isolated`); otherwise only its folders and variables differ. The network of
# this script is that of the hub. The caller sets `programs`, `folder`, `place` (the folder of the
# present scenario) and `isolated`.

declare -A holders
hub_address=10.97.0.1

# Makes the networks of machines: a link of each to that of the hub.
make_networks() {
    local machine number=0 id
    ip link set lo up
    ip address add "$hub_address/32" dev lo
    for machine in "$@"; do
        ((++number))
        # Mounts that are made later appear there as well; the others have to be made now.
        id=$(printf '%032x' "$((RANDOM * 65536 + number))")
        echo "$id" >"$folder/machine-id-$machine"
        unshare --net --mount --uts --propagation slave -- bash -c '
            [[ ! -e /etc/machine-id ]] || mount --bind "$1" /etc/machine-id
            hostname "$2"
            echo >"$3"
            exec tail -f /dev/null
        ' _ "$folder/machine-id-$machine" "$machine" "$folder/holder-$machine" &
        holders[$machine]=$!
        within 10 test -s "$folder/holder-$machine"
        ip link add "to-$machine" type veth peer name eth0 netns "${holders[$machine]}"
        ip address add "10.97.$number.1/24" dev "to-$machine"
        ip link set "to-$machine" up
        nsenter -t "${holders[$machine]}" -n -- sh -c "
            ip link set lo up && ip address add 10.97.$number.2/24 dev eth0 &&
            ip link set eth0 up && ip route add default via 10.97.$number.1"
    done
}

# Makes the folders of machines in the place of the scenario.
make_machines() {
    local machine
    for machine in "$@"; do
        mkdir -p "$place/$machine"/{home,data,state,config,run}
        chmod 700 "$place/$machine/run"
    done
}

# Runs a command on a machine; `extra` has further variables of it.
inside() {
    local machine=$1 enter=()
    shift
    ! $isolated || enter=(nsenter -t "${holders[$machine]}" -n -m -u --)
    "${enter[@]}" env -i "HOME=$place/$machine/home" "PATH=$folder/ssh:$programs:/usr/bin:/bin" \
        "XDG_RUNTIME_DIR=$place/$machine/run" "XDG_DATA_HOME=$place/$machine/data" \
        "XDG_STATE_HOME=$place/$machine/state" "XDG_CONFIG_HOME=$place/$machine/config" \
        LC_ALL=C.UTF-8 TZ=Europe/Berlin "${extra[@]}" "$@"
}
extra=()

# Runs journal on a machine.
on() { inside "$1" "$programs/journal" "${@:2}"; }

# Prints the process id of the daemon of a machine, which writes it beside its socket; fails if it
# does not run.
daemon_of() {
    local pid
    read -r pid 2>/dev/null <"$place/$1/run/journal/journal.sock.lock" || return
    [[ $pid && $(readlink "/proc/$pid/exe") == "$programs/journal-daemon" ]] && echo "$pid"
}

# Prints the process ids of the children of a process with a name.
children() { pgrep -P "$1" -x "$2"; }

# Prints the helpers of the daemon of a machine, of which each has a connection to the hub.
helpers_of() {
    local pid
    pid=$(daemon_of "$1") && children "$pid" swiftdata-hub
}

stop_machines() {
    local machine pid
    for machine in "$@"; do
        pid=$(daemon_of "$machine") || continue
        on "$machine" daemon stop >/dev/null 2>&1 || kill -KILL "$pid" 2>/dev/null || :
        within 10 ended "$pid" || kill -KILL "$pid" 2>/dev/null || :
    done
}

# Ends a job of the shell: its children, and itself.
end_job() {
    kill $(pgrep -P "$1") "$1" 2>/dev/null || :
    wait "$1" 2>/dev/null || :
}

ended() { ! kill -0 "$1" 2>/dev/null; }

# Runs a command until it succeeds, for some seconds.
within() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS <= end)) || return 1
        sleep 0.05
    done
}

# Waits until a file has a number of lines, at most a minute.
await_lines() { within 60 has_lines "$1" "$2" || fail "$1 has no $2 lines"; }
has_lines() { [[ -e $1 ]] && (($(wc -l <"$1") >= $2)); }

# MARK: Journals

# Makes a space with the first machine and a key, which is in a file then, and joins it with others.
join() {
    local machine first=$1
    on "$first" sync init --key "$(address_for "$first")" --json >"$place/space.json"
    json_member key <"$place/space.json" >"$place/key"
    for machine in "${@:2}"; do
        on "$machine" sync join --key-file "$place/key" "$(address_for "$machine")" >/dev/null
    done
}

# Exchanges changes until all machines must have all of them.
settle() {
    local machine
    for machine in "$@" "$@"; do
        # After a failure, the first attempts may find a connection that is lost.
        within 90 on "$machine" sync now --timeout 30 \
            || fail "$machine does not exchange changes: $(on "$machine" sync status 2>&1)"
    done
}

# Prints a member of the object on standard input.
json_member() {
    python3 -c 'import json, sys; print(json.load(sys.stdin).get(sys.argv[1], ""))' "$1"
}

# Prints a member of the state of synchronization.
state_of() {
    on "$1" sync status --json | json_member "$2"
}

is_state() { [[ $(state_of "$1" "$2") == "$3" ]]; }

# Writes everything that a journal has into a folder.
dump() {
    local machine=$1 target=$2 id
    rm -rf "$target"
    mkdir -p "$target"
    on "$machine" export --format jsonl --earlier-texts >"$target/entries.jsonl" 2>/dev/null
    on "$machine" list --all --jsonl >"$target/list.jsonl"
    on "$machine" list --all --trash --jsonl >"$target/trash.jsonl"
    on "$machine" notebook --jsonl >"$target/notebooks.jsonl"
    on "$machine" tag --jsonl >"$target/tags.jsonl"
    on "$machine" sync conflicts --jsonl >"$target/conflicts.jsonl"
    for id in $(sed 's/^{"id":"\([^"]*\).*/\1/' "$target/trash.jsonl"); do
        on "$machine" history "$id" --json >"$target/trash-$id.json"
        on "$machine" attachments "$id" --json >"$target/files-$id.json"
    done
}

# Requires that journals are equal and have every text that was acknowledged.
compare() {
    local machine first=$1
    for machine in "$@"; do dump "$machine" "$place/dump-$machine"; done
    for machine in "${@:2}"; do
        python3 -B "$checks/compare.py" "$place/dump-$first" "$place/dump-$machine" "$place" \
            || fail "the journals of $first and $machine differ"
    done
}

# MARK: Writing

# Notes that a text of an entry was acknowledged.
record() { printf '%s\t%s\n' "$1" "$2" >>"$place/ledger"; }

# Writes an entry and notes it; sets `id`.
new_entry() {
    local machine=$1 text=$2
    shift 2
    id=$(on "$machine" new "$text" "$@" 2>>"$place/messages") || return
    record "$id" "$text"
}

edit_entry() {
    on "$1" edit "$2" "$3" >/dev/null 2>>"$place/messages" || return
    record "$2" "$3"
}

# Writes entries and changes others, each with a text of its own, at most a number of times and
# until the file `stop` exists. A command may fail while something is killed, or because the other
# machine has deleted what it names; then its text is not acknowledged.
write_much() {
    local machine=$1 count=$2 number text id
    for ((number = 1; number <= count; number++)); do
        [[ ! -e $place/stop ]] || return 0
        text="$machine $number $RANDOM"
        case $((RANDOM % 4)) in
        0 | 1)
            new_entry "$machine" "$text" -N "book $((RANDOM % 3))" -t "tag$((RANDOM % 4))" || :
            ;;
        2) id=$(any_entry) && edit_entry "$machine" "$id" "$text" || : ;;
        3) id=$(any_entry) && change_other "$machine" "$id" "$number" || : ;;
        esac
        echo >>"$place/steps"
    done 2>>"$place/messages"
}

# Changes something else than a text.
change_other() {
    local machine=$1 id=$2 number=$3
    case $((RANDOM % 12)) in
    0 | 1) on "$machine" edit "$id" --star --add-tag "tag$((RANDOM % 4))" ;;
    2) on "$machine" edit "$id" --no-star --no-tags -N "book $((RANDOM % 3))" ;;
    3 | 4) on "$machine" delete "$id" ;;
    5 | 6) on "$machine" restore "$id" ;;
    7 | 8) attach_bytes "$machine" "$id" "$number" ;;
    9) on "$machine" notebook rename "book $((RANDOM % 3))" "book $((RANDOM % 6))" ;;
    10) on "$machine" tag merge "tag$((RANDOM % 4))" "tag$((RANDOM % 4))" ;;
    11)
        # What the other machine has not seen lives; the rest of the entry may be gone.
        echo "$id" >>"$place/purged"
        on "$machine" purge --yes "$id"
        ;;
    esac >/dev/null
}

# Attaches a file of random bytes and length, and notes its digest.
attach_bytes() {
    local file=$place/file-$1-$3
    head -c "$((RANDOM * 20 + 1))" /dev/urandom >"$file"
    on "$1" attach "$2" "$file" || return
    printf '%s\t%s\n' "$2" "$(sha256sum <"$file" | first_word)" >>"$place/attached"
    rm "$file"
}

# Prints the id of a random entry.
any_entry() { shuf -n 1 "$place/ledger" 2>/dev/null | sed 's/\t.*//' | grep .; }

# Has machines write beside what follows, until `stop_writers`. `await_steps N` waits until they
# have made N steps more.
start_writers() {
    local machine
    rm -f "$place/stop"
    : >>"$place/steps"
    for machine in "$@"; do
        write_much "$machine" 2000 &
        writers+=($!)
    done
}
writers=()

stop_writers() {
    touch "$place/stop"
    wait "${writers[@]}"
    writers=()
}

await_steps() {
    local steps=$(($(wc -l <"$place/steps") + $1))
    await_lines "$place/steps" "$steps"
}

# Has machines write a number of times, side by side.
write_some() {
    local machine
    for machine in "${@:2}"; do
        write_much "$machine" "$1" &
        writers+=($!)
    done
    wait "${writers[@]}"
    writers=()
}
