# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Sourced by contrib/sync-check/run: editors that are open while machines exchange changes.

# Starts Neovim on a machine with the entry `id`, and with a list in another window.
open_editor() {
    local machine=$1
    inside "$machine" nvim --clean -n --headless --listen "$place/$machine/editor" \
        --cmd "set runtimepath^=$root/contrib/editors/nvim" >"$place/$machine/editor.log" 2>&1 &
    within 30 test -S "$place/$machine/editor" || fail "no editor on $machine"
    run_in_editor "$machine" "Journal"
    within 30 shows "$machine" "$2" || fail "the list on $machine does not show \"$2\""
    run_in_editor "$machine" "split"
    run_in_editor "$machine" "Journal open ${id:0:13}"
    run_in_editor "$machine" "let g:entry = 'journal://entry/$id'"
    within 30 is_edited "$machine" "$2" || fail "the entry does not open on $machine"
}

# Prints the value of an expression, which some versions of Neovim write to standard error.
in_editor() {
    inside "$1" timeout 20 nvim --clean --server "$place/$1/editor" --remote-expr "$2" 2>&1
}

# Goes to the window of the entry.
to_entry="call win_gotoid(win_findbuf(bufnr(g:entry))[0])"

# Executes a command in the current window.
run_in_editor() { in_editor "$1" "execute('${2//\'/\'\'}')" >/dev/null; }

# Whether any window shows a text.
shows() {
    local lines="map({_, buffer -> getbufline(buffer, 1, '$')->join('|')})->join('|')"
    in_editor "$1" "tabpagebuflist()->$lines" | grep -qF "$2"
}

# Whether the buffer of the entry has exactly one line, and is not modified.
is_edited() {
    local lines="getbufline(bufnr(g:entry), 1, '$')->join('|')"
    local mark="getbufvar(bufnr(g:entry), '&modified') ? ' modified' : ''"
    [[ $(in_editor "$1" "$lines .. ($mark)") == "$2" ]]
}

# Whether two versions are shown side by side.
compares() {
    [[ $(in_editor "$1" "range(1, winnr('$'))->map({_, it -> getwinvar(it, '&diff')})->count(1)") \
        == 2 ]]
}

# Saves a text in the entry that the editor shows.
save_in_editor() {
    run_in_editor "$1" "$to_entry | call setline(1, '$2') | write"
    within 30 is_edited "$1" "$2" || fail "the editor on $1 does not save"
    record "$id" "$2"
}

# What is written in an editor appears in that of the other machine: beside a cut line, a killed
# daemon, and a text that is not saved.
check_editors() {
    local first
    new_entry a "first text"
    first=$id
    join a b
    settle a b
    open_editor a "first text"
    open_editor b "first text"
    save_in_editor a "second text, by a"
    within 60 is_edited b "second text, by a" || fail "the entry is not updated in the editor of b"
    within 30 shows b "second text, by a" || fail "the list of b does not show the text"
    new_entry b "another entry"
    within 60 shows a "another entry" || fail "the list of a does not show a new entry"

    # Both save while the line is cut; then both are a conflict that keeps both texts.
    id=$first
    disconnect a b
    save_in_editor a "without a line, by a"
    save_in_editor b "without a line, by b"
    reconnect a b
    settle a b
    compare a b
    within 30 same_in_editors || fail "the editors show different texts after a conflict"
    equal "$(on a sync conflicts --jsonl | grep -c "$first")" 1 "conflicts"

    # A text that is not saved stays when another one arrives, also while the daemon is killed.
    run_in_editor b "$to_entry | call setline(1, 'not saved, by b')"
    save_in_editor a "third text, by a"
    within 60 entry_has b "third text, by a" || fail "the text does not arrive"
    kill -KILL "$(daemon_of b)"
    is_edited b "not saved, by b modified" || fail "the text that was not saved is gone"
    # The save meets a change that was not in the buffer: both are shown, and nothing is written.
    run_in_editor b "$to_entry | silent! write"
    within 30 compares b || fail "the editor does not show the conflict"
    within 30 is_edited b "not saved, by b modified" || fail "the text in a conflict is gone"
    run_in_editor b "$to_entry | write!"
    record "$first" "not saved, by b"
    within 60 entry_has a "not saved, by b" || fail "the text of the conflict does not arrive"
    within 60 is_edited a "not saved, by b" || fail "the editor of a does not show it"
    settle a b
    compare a b
}
same_in_editors() {
    local line="getbufline(bufnr(g:entry), 1)[0]"
    [[ $(in_editor a "$line") == "$(in_editor b "$line")" ]]
}
entry_has() { on "$1" show "$id" --json | grep -qF "\"text\":\"$2\""; }
