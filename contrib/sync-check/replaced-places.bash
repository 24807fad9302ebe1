# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Sourced by contrib/sync-check/run: scenarios with hubs and stores that are older than they were,
# lost, copied, full or read-only.

# MARK: Other hubs and stores than before

# An older copy of the hub is put back while both write.
check_older_hub() {
    join a b
    write_some 20 a b
    settle a b
    copy_hub "$place/copy"
    start_writers a b
    await_steps 30
    settle a b
    put_back_hub "$place/copy"
    stop_writers
    settle a b
    compare a b
    joins_alike
}

# All objects of the hub are lost.
check_empty_hub() {
    join a b
    write_some 20 a b
    settle a b
    start_writers a b
    await_steps 10
    empty_hub
    stop_writers
    settle a b
    compare a b
    joins_alike
}

# The files of a are copied to another machine, which continues with them.
check_copied_store() {
    join a b
    write_some 20 a b
    settle a b
    stop_machines a b
    # Not what b had: it is the machine that is replaced.
    rm -rf "$place/b/data" "$place/b/state"
    cp -a "$place/a/data" "$place/a/state" "$place/b/"
    # Both begin with the same record of their own log.
    write_some 30 a b
    settle a b
    compare a b
    [[ $(node_of a) != "$(node_of b)" ]] || fail "both machines write to one log"
    joins_alike
}
node_of() {
    on "$1" sync machines --jsonl | grep '"current":true' | sed 's/.*"node":"\([^"]*\).*/\1/'
}

# A restored journal waits for a person, and then takes what the others have.
check_restored_backup() {
    local texts
    join a b
    write_some 20 a b
    settle a b
    on a backup "$place/backup" >/dev/null
    write_some 20 a b
    new_entry a "deleted later"
    settle a b
    on b delete "$id" >/dev/null
    settle a b
    on a restore-backup "$place/backup" --yes >/dev/null 2>&1
    equal "$(state_of a phase)" paused "after restore-backup"
    # Nothing comes while a person has not decided.
    texts=$(on a list --all --jsonl | wc -l)
    new_entry b "written while a waits"
    within 30 is_state b pending 0
    ! on a sync now >/dev/null 2>&1 || fail "a restored journal exchanges changes"
    equal "$(on a list --all --jsonl | wc -l)" "$texts" "entries of the restored journal"
    on a sync resume >/dev/null
    settle a b
    compare a b
}

# MARK: Hubs that cannot be written

# The hub has no space left, then it has.
check_full_hub() {
    local medium=$place/disk large
    if [[ $kind == folder ]]; then
        disconnect a b
        mount -t tmpfs -o size=16m none "$medium"
        reconnect a b
    else
        medium=$place/tablespace
        mkdir "$medium"
        mount -t tmpfs -o size=32m none "$medium"
        mkdir -m 700 "$medium/data"
        [[ ${as_user[0]-} != setpriv ]] || chown postgres "$medium/data"
        postgresql postgres -c "CREATE TABLESPACE $database LOCATION '$medium/data'"
        postgresql postgres -c "ALTER DATABASE $database SET TABLESPACE $database"
    fi
    join a b
    settle a b
    # A file that leaves room for little.
    fill "$medium/filling" 64
    head -c 600000 /dev/urandom >"$place/large"
    new_entry a "with something large"
    large=$id
    on a attach "$id" "$place/large" >/dev/null
    new_entry a "after it"
    within 60 reports a 'No space left' || fail "status of a full hub: $(on a sync status)"
    equal "$(on a sync status | grep -c 'No space left')" 1 "lines about the full hub"
    has_text a "$id" || fail "an entry is lost"
    new_entry b "of b meanwhile"
    on a sync status >"$place/status-full"
    rm "$medium/filling"
    settle a b
    compare a b
    on b attachments "$large" --save "$place/saved" >/dev/null
    cmp "$place/large" "$place/saved/large" || fail "the attachment differs"
}

# Fills the medium of a file but for some KiB.
fill() {
    local free
    free=$(df --output=avail -k "$(dirname "$1")" | tail -n 1)
    head -c "$(((free - $2) * 1024))" /dev/zero >"$1"
}

reports() { on "$1" sync status | grep -qi "$2"; }

# The hub cannot be written for a while.
check_read_only_hub() {
    join a b
    new_entry a "before"
    settle a b
    if [[ $kind == folder ]]; then
        for machine in a b; do mount -o remount,bind,ro "$place/medium-$machine"; done
    else
        read_only_database on
    fi
    new_entry a "while it cannot be written"
    new_entry b "on the other side"
    within 60 reports a 'read-only' || fail "status of a read-only hub: $(on a sync status)"
    equal "$(on a sync status | grep -ci read-only)" 1 "lines about the hub: $(on a sync status)"
    if [[ $kind == folder ]]; then
        for machine in a b; do mount -o remount,bind,rw "$place/medium-$machine"; done
    else
        read_only_database off
    fi
    settle a b
    compare a b
}
read_only_database() {
    postgresql postgres -c "ALTER DATABASE $database SET default_transaction_read_only = $1" \
        -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = '$database' AND pid <> pg_backend_pid()" >/dev/null
}
