# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Sourced by contrib/sync-check/run: scenarios in which each machine has a folder of its own, and
# another program copies files between them.

# Each machine has a folder of its own; files come late, in any order, half written, and with copies
# that a program adds when both sides have a name.
check_late_copies() {
    local round name
    kind=copies
    mkdir "$place"/folder-{a,b}
    on a sync init --key "$place/folder-a/hub" --json | json_member key >"$place/key"
    settle a
    copy_files a b
    on b sync join --key-file "$place/key" "$place/folder-b/hub" >/dev/null
    for round in 1 2 3 4; do
        write_some 12 a b
        copy_files a b half
        copy_files b a half
        on a sync now --timeout 20 >/dev/null 2>&1 || :
        on b sync now --timeout 20 >/dev/null 2>&1 || :
    done
    for round in 1 2 3 4; do
        copy_files a b
        copy_files b a
        settle a b
    done
    compare a b
    equal "$(state_of a late)" 0 "machines that are late"
}

# Copies the files of one folder to the other one, and deletes there what was deleted here since the
# last time; with an argument some files come half, some not, and some twice.
copy_files() {
    local from=$place/folder-$1/hub to=$place/folder-$2/hub seen=$place/seen-$1-$2 name
    mkdir -p "$to"
    touch "$seen"
    while IFS= read -r name; do
        [[ ! -e $from/$name && -e $to/$name ]] && rm "$to/$name"
    done <"$seen"
    (cd "$from" && find . -type f ! -name '*.tmp' | shuf) >"$seen.now"
    while IFS= read -r name; do
        [[ ! -e $to/$name || $(wc -c <"$to/$name") -lt $(wc -c <"$from/$name") ]] || continue
        mkdir -p "$(dirname "$to/$name")"
        case ${3-whole}$((RANDOM % 4)) in
        half0) ;;
        half1) head -c 100 "$from/$name" >"$to/$name" ;;
        half2)
            cp "$from/$name" "$to/$name.sync-conflict-20261128-101112-ABCDEFG"
            cp "$from/$name" "$to/$name"
            ;;
        *) cp "$from/$name" "$to/.part" && mv "$to/.part" "$to/$name" ;;
        esac
    done <"$seen.now"
    mv "$seen.now" "$seen"
}

# Two folders that Syncthing keeps equal.
check_syncthing() {
    command -v syncthing >/dev/null || { skip "syncthing is not installed" && return; }
    python3 -B "$checks/syncthing.py" "$place" 2>"$place/syncthing.log" >"$place/syncthing-ready" &
    local server=$!
    within 60 test -s "$place/syncthing-ready" || fail "Syncthing: $(tail "$place/syncthing.log")"
    kind=copies
    on a sync init --key "$place/folder-a/hub" --json | json_member key >"$place/key"
    settle a
    within 60 on b sync join --key-file "$place/key" "$place/folder-b/hub" \
        || fail "b does not find the space that Syncthing copies"
    write_some 40 a b
    # By itself: Syncthing sees the files of journal, and journal those of Syncthing.
    within 90 has_all a || fail "texts of b do not arrive: $(on a sync status)"
    within 90 has_all b || fail "texts of a do not arrive: $(on b sync status)"
    within 60 settled_alike || :
    compare a b
    end_job "$server"
}

# Whether a machine has the entry of each line of the ledger, other than what was purged.
has_all() {
    touch "$place/purged"
    on "$1" list --all --jsonl >"$place/listed"
    on "$1" list --all --trash --jsonl >>"$place/listed"
    sed 's/^{"id":"\([^"]*\).*/\1/' "$place/listed" | sort -u - "$place/purged" >"$place/ids"
    [[ ! $(sed 's/\t.*//' "$place/ledger" | sort -u | comm -23 - "$place/ids") ]]
}
settled_alike() {
    dump a "$place/dump-a" && dump b "$place/dump-b" \
        && python3 -B "$checks/compare.py" "$place/dump-a" "$place/dump-b" "$place"
}
