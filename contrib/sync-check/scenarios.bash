# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Sourced by contrib/sync-check/run: what happens to two machines and their hub, and what must be
# true in the end. Each function runs with new machines and a new hub; `$kind` is that of the hub.

# The scenarios, in their order, each with the hubs with which it runs.
declare -A hubs_of=(
    [crossing]="folder ssh postgresql"
    [cut]="folder ssh postgresql"
    [kill]="folder ssh postgresql"
    [older-hub]="folder ssh postgresql"
    [empty-hub]="folder ssh postgresql"
    [copied-store]="folder"
    [restored-backup]="folder postgresql"
    [conflict]="folder ssh postgresql"
    [editors]="folder ssh postgresql"
    [clocks]="ssh postgresql"
    [trash-and-clocks]="ssh"
    [slow-clock]="ssh"
    [full-hub]="folder postgresql"
    [read-only-hub]="folder postgresql"
    [wrong-key]="folder ssh postgresql"
    [purge]="folder ssh postgresql"
    [new-key]="folder ssh postgresql"
    [moved-hub]="ssh postgresql"
    [encrypted]="folder"
    [late-copies]="folder"
    [syncthing]="folder"
)
scenarios=(crossing cut kill older-hub empty-hub copied-store restored-backup conflict editors
    clocks trash-and-clocks slow-clock full-hub read-only-hub wrong-key purge new-key moved-hub
    encrypted late-copies syncthing)
# What cannot run without namespaces.
need_isolation=" cut editors copied-store full-hub read-only-hub "

equal() { [[ $1 == "$2" ]] || fail "$3: \"$1\" instead of \"$2\""; }

# Requires that a machine that joins now gets the same journal from the hub alone.
joins_alike() {
    make_machines c
    on c sync join --key-file "$place/key" "$(address_for c)" >/dev/null
    settle c a b
    compare a b c
}

# MARK: Without failures

# What was there before, and what is written on each side, arrives on the other one by itself.
check_crossing() {
    local first second file=$place/picture
    head -c 200000 /dev/urandom >"$file"
    new_entry a "notes of a" -N work -t red
    first=$id
    on a attach "$first" "$file" >/dev/null
    edit_entry a "$first" "notes of a, revised"
    new_entry b "notes of b" -N work -t red -t blue
    second=$id
    new_entry b "for the trash" && on b delete "$id" >/dev/null
    join a b
    settle a b
    equal "$(on b notebook --jsonl | grep -c '"work"')" 1 "notebooks with one name"
    compare a b

    on b watch --jsonl >"$place/watched" 2>"$place/watch-messages" &
    local watch=$!
    # It prints what follows its subscription.
    within 60 watching || fail "journal watch does not subscribe"
    new_entry a "seen by watch"
    within 60 grep -q "$id" "$place/watched" || fail "b does not see a new entry"
    local seen=$id lines
    lines=$(wc -l <"$place/watched")
    edit_entry a "$second" "notes of b, revised by a"
    within 60 has_lines "$place/watched" $((lines + 1)) || fail "b does not see a new text"
    on a edit "$first" --star --add-tag green >/dev/null
    on a delete "$seen" >/dev/null
    within 60 in_trash b "$seen" || fail "b does not see a deletion"
    on b restore "$seen" >/dev/null
    within 60 has_text a "$seen" || fail "a does not see an entry that returns"
    end_job "$watch"

    on a notebook rename work office >/dev/null
    on b tag rename red crimson >/dev/null
    on a edit "$second" -N private >/dev/null 2>&1
    settle a b
    on b notebook delete office --move-to private >/dev/null
    settle a b
    compare a b
    equal "$(on a notebook --jsonl | grep -c private)" 1 "notebook private"
    on b attachments "$first" --save "$place/saved" >/dev/null
    cmp "$file" "$place/saved/picture" || fail "the attachment differs"
    equal "$(state_of a machines)" 2 "machines"
    on a doctor >"$place/doctor" 2>&1 || fail "doctor: $(cat "$place/doctor")"
}
watching() { on b status --json | grep -q '"subscriptions":[1-9]'; }
in_trash() { on "$1" list --all --trash --jsonl | grep -q "$2"; }
has_text() { on "$1" list --all --jsonl | grep -q "$2"; }

# MARK: Lost lines and processes

# The line to the hub is cut at random moments while both write.
check_cut() {
    local round machines
    join a b
    start_writers a b
    for round in 1 2 3; do
        await_steps $((RANDOM % 15 + 5))
        case $round in
        1) machines=(a) ;;
        2) machines=(b) ;;
        *) machines=(a b) ;;
        esac
        disconnect "${machines[@]}"
        await_steps $((RANDOM % 15 + 10))
        reconnect "${machines[@]}"
        within 10 is_connected "${machines[0]}" \
            || fail "${machines[0]} does not reach the hub again"
    done
    stop_writers
    settle a b
    compare a b
}

# Processes are killed at random moments while both write.
check_kill() {
    local victim pid
    join a b
    start_writers a b
    for victim in daemon-a helper-b daemon-b helper-a remote remote; do
        await_steps $((RANDOM % 15 + 10))
        for pid in $(victims "$victim"); do kill -KILL "$pid" 2>/dev/null || :; done
    done
    stop_writers
    [[ $kind != postgresql ]] || await postgresql "$database" -c ''
    settle a b
    compare a b
}

# Prints processes by what they are for.
victims() {
    case $1 in
    daemon-*) daemon_of "${1#*-}" ;;
    helper-*) helpers_of "${1#*-}" ;;
    remote)
        # What serves the hub: the session of ssh and its program, or a process of PostgreSQL.
        case $kind in
        folder) helpers_of a ;;
        ssh) pgrep -f -- "swiftdata-hub -- $place/disk/hub" ;;
        postgresql)
            # After the former one, the server recovers first.
            await postgresql "$database" -c ''
            postgresql "$database" -At -c "SELECT pid FROM pg_stat_activity
                WHERE application_name = 'swiftdata-hub' LIMIT 1"
            ;;
        esac
        ;;
    esac || :
}

# MARK: Concurrent changes

# One entry is changed on both sides while they are apart; then the conflict is settled.
check_conflict() {
    local entry deleted purged other
    new_entry a "draft" && entry=$id
    new_entry a "deleted on one side" && deleted=$id
    new_entry a "purged on one side" && purged=$id
    join a b
    settle a b
    on b sync pause >/dev/null
    edit_entry a "$entry" "by a"
    edit_entry b "$entry" "by b"
    on a edit "$entry" --star >/dev/null
    on b edit "$entry" --add-tag late >/dev/null
    on a delete "$deleted" >/dev/null
    edit_entry b "$deleted" "written after all"
    on a purge --yes "$purged" >/dev/null 2>&1
    edit_entry b "$purged" "also written after all"
    # A later text whose author had all of those before it is no conflict.
    on a sync now >/dev/null
    on b sync resume >/dev/null
    settle a b
    # The text that was purged is gone; the one that nobody had seen lives.
    sed -i "/\tpurged on one side$/d" "$place/ledger"
    compare a b
    has_text a "$purged" || fail "an entry that was written to while it was purged is gone"
    for machine in a b; do
        equal "$(conflicts_of $machine | grep -c "$entry")" 1 "conflicts of the entry on $machine"
    done
    on a list --all --jsonl | grep "$entry" | grep '"starred":true' | grep -q late \
        || fail "the star or the tag is lost"
    other=$(conflicts_of b | grep "$entry" | sed 's/.*"version":{"id":"\([^"]*\).*/\1/')
    on b sync resolve "$entry" --use "$other" >/dev/null
    settle b a
    compare a b
    for machine in a b; do
        equal "$(conflicts_of $machine | grep -c "$entry")" 0 "conflicts on $machine in the end"
    done
    equal "$(on a show "$entry" --json | grep -c '"text":"by a"')" 1 "the text that was chosen"
}
conflicts_of() { on "$1" sync conflicts --jsonl; }

# The clock of b is two years ahead, then two years behind.
check_clocks() {
    local entry offset machine
    has_faketime || return 0
    new_entry a "first" && entry=$id
    join a b
    settle a b
    for offset in +730d -730d; do
        start_with_clock b "$offset"
        settle a b
        edit_entry b "$entry" "b at $offset"
        settle b a
        edit_entry a "$entry" "a after b at $offset"
        settle a b
        # A later writer wins, whatever the clocks say.
        for machine in a b; do
            on "$machine" show "$entry" --json | grep -q "\"a after b at $offset\"" \
                || fail "$machine has an older text at $offset: $(on "$machine" show "$entry")"
        done
        on b sync status | grep -q "the clock is 7[23][0-9] d.* that of the hub" \
            || fail "status does not mention the clock: $(on b sync status)"
        write_some 20 a b
        settle a b
        compare a b
    done
}

# A machine whose clock is two years ahead does not empty the trash of all machines.
check_trash_and_clocks() {
    has_faketime || return 0
    new_entry a "in the trash"
    on a delete "$id" >/dev/null
    join a b
    settle a b
    start_with_clock b +730d
    settle b a
    in_trash a "$id" || fail "a clock that is ahead has emptied the trash"
    compare a b
}

# What a machine whose clock is two years behind moves to the trash can be restored.
check_slow_clock() {
    has_faketime || return 0
    new_entry a "deleted by b"
    join a b
    settle a b
    start_with_clock b -730d
    settle b
    on b delete "$id" >/dev/null
    settle b a
    # The trash is emptied at the start.
    stop_machines a
    settle a b
    in_trash a "$id" || fail "what b moved to the trash just now is gone"
    compare a b
}

# Starts the daemon of a machine again with a clock that differs.
start_with_clock() {
    stop_machines "$1"
    # The client is linked statically, and has the right time.
    extra=("LD_PRELOAD=$(find_library libfaketime.so.1)" "FAKETIME=$2" DONT_FAKE_MONOTONIC=1)
    on "$1" daemon start >/dev/null
    extra=()
}
has_faketime() { find_library libfaketime.so.1 >/dev/null || { skip "no faketime" && return 1; }; }
find_library() {
    local path
    for path in /usr/lib/*/faketime/"$1"; do [[ -e $path ]] && echo "$path" && return; done
    return 1
}

# MARK: Secrets

# A wrong key or passphrase writes nothing, neither here nor there.
check_wrong_key() {
    local status before entries
    new_entry a "a secret"
    new_entry b "of b"
    on a sync init --passphrase-file <(echo "five words of a person") "$(address_for a)" >/dev/null
    within 30 is_state a pending 0
    settle a
    before=$(hub_objects)
    dump_entries b >"$place/before"
    status=0
    on b sync join --passphrase-file <(echo "five words of another person") "$(address_for b)" \
        2>"$place/refusal" || status=$?
    equal "$status" 77 "exit status of a wrong passphrase ($(cat "$place/refusal"))"
    # A key of another space.
    mkdir "$place/other-hub"
    make_machines c
    on c sync init --key "$place/other-hub" --json | json_member key >"$place/other-key"
    status=0
    on b sync join --key-file "$place/other-key" "$(address_for b)" 2>"$place/refusal" || status=$?
    equal "$status" 77 "exit status of a wrong key ($(cat "$place/refusal"))"
    equal "$(state_of b phase)" off "the state after wrong keys"
    equal "$(hub_objects)" "$before" "the objects of the hub"
    dump_entries b | cmp - "$place/before" || fail "the journal of b was changed"
    on b sync join --passphrase-file <(echo "five words of a person") "$(address_for b)" >/dev/null
    settle a b
    compare a b
}
dump_entries() { on "$1" list --all --jsonl; }

# A purge leaves neither the name nor the bytes of a sealed object on the hub.
check_purge() {
    local victim name
    join a b
    write_some 20 a b
    settle a b
    hub_objects >"$place/before"
    new_entry a "to be purged"
    victim=$id
    head -c 100000 /dev/urandom >"$place/secret"
    on a attach "$victim" "$place/secret" >/dev/null
    new_entry b "something else"
    settle a b
    hub_objects >"$place/with"
    hub_bodies "$place/bodies"
    on a purge --yes "$victim" >/dev/null 2>&1
    echo "$victim" >>"$place/gone"
    settle a b
    within 60 receipts_complete || fail "receipts: $(on a sync machines)"
    compare a b
    hub_objects >"$place/after"
    # Every object that appeared with the entry in the log of a and is still there.
    for name in $(grep "/$(node_of a)/" "$place/with" | grep -vxFf "$place/before" \
        | sed 's/ .*//'); do
        ! grep -qF "$name " "$place/after" || fail "$name is still on the hub"
    done
    hub_bodies "$place/bodies-after"
    python3 -B "$checks/find_bytes.py" "$place/bodies" "$place/bodies-after" \
        <(grep "/$(node_of a)/" "$place/with" | grep -vxFf "$place/before" | sed 's/.* //') \
        || fail "bytes of the sealed objects are still on the hub"
    joins_alike
    ! has_text c "$victim" || fail "a machine that joins later has the purged entry"
}
receipts_complete() {
    on a sync now
    on b sync now
    ! on a sync machines --jsonl | grep -q '"purgesPending":true'
}

# One machine replaces the key; the other one stops until it joins again with it.
check_new_key() {
    local status=0
    join a b
    write_some 20 a b
    settle a b
    on a sync key --new --json | json_member key >"$place/new-key"
    write_some 20 a b
    settle a
    within 60 is_state b phase stopped || fail "b goes on with the old key: $(on b sync status)"
    make_machines c
    on c sync join --key-file "$place/key" "$(address_for c)" 2>"$place/refusal" || status=$?
    equal "$status" 77 "exit status of the former key ($(cat "$place/refusal"))"
    mv "$place/new-key" "$place/key"
    on b sync join --key-file "$place/key" "$(address_for b)" >/dev/null
    write_some 10 a b
    settle a b
    compare a b
    joins_alike
}

# The machines move to another hub, one after the other, while both write.
check_moved_hub() {
    join a b
    write_some 20 a b
    settle a b
    start_writers a b
    await_steps 10
    on a sync move "$place/other-hub" >/dev/null
    await_steps 20
    on b sync move "$place/other-hub" >/dev/null
    await_steps 10
    stop_writers
    settle a b
    compare a b
    # The former hub is not used any more.
    [[ $kind != ssh ]] || mv "$place/disk/hub" "$place/disk/former"
    address_for() { echo "$place/other-hub"; }
    joins_alike
}

# One journal is encrypted; while it is locked, the other one goes on.
check_encrypted() {
    local secret="a sentence that only journals have" passphrase=$place/passphrase
    echo "five words of a person" >"$passphrase"
    on a encrypt --cost 10 --passphrase-file "$passphrase" >/dev/null 2>&1
    new_entry a "$secret"
    join a b
    write_some 20 a b
    settle a b
    compare a b
    stop_machines a
    equal "$(state_of a phase)" locked "the state of a locked journal"
    write_some 20 b
    settle b
    on a unlock --passphrase-file "$passphrase" >/dev/null
    write_some 20 a b
    settle a b
    compare a b
    on b encrypt --cost 10 --passphrase-file "$passphrase" >/dev/null 2>&1
    write_some 20 a b
    settle a b
    compare a b
    # What an encrypted store has sealed does not open any more: it joins again.
    on a decrypt --passphrase-file "$passphrase" >/dev/null 2>&1
    on a sync off >/dev/null
    on a sync join --key-file "$place/key" "$(address_for a)" >/dev/null
    write_some 20 a b
    settle a b
    compare a b
    ! grep -rqF "$secret" "$place/disk" || fail "the hub has the text of an entry"
    ! grep -rqF "$secret" "$place/b/data" || fail "the encrypted store has the text of an entry"
}
