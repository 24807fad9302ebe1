// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import Testing

/// Units whose files have changed since they were installed, and their repair.
struct SystemdRepairTests {
    /// A script that prints one line per observation: a label and the observed value.
    private static let script = #"""
        set -euo pipefail
        bin=$1 units=$HOME/.config/systemd/user data=$HOME/.local/share
        # A unit does not name a program in a build folder.
        install -D -t "$HOME/bin" "$bin"/journal "$bin"/journal-daemon
        bin=$HOME/bin
        export PATH=$bin:$PATH
        fact() { printf '%s: %s\n' "$1" "$2"; }
        get() { systemctl --user show --property "$1" --value journal.service; }
        # The lines of a command that match, without its own status.
        matches() { local pattern=$1; shift; "$@" </dev/null 2>&1 | grep -o "$pattern" || true; }
        stop() {
            journal daemon stop --timeout 30
            timeout 30 bash -c 'until ! systemctl --user --quiet is-active journal.service
                do :; done'
        }

        journal daemon install >/dev/null
        journal new first --timeout 30 >/dev/null

        # Another installation keeps the connections of the daemon that runs.
        former=$(get MainPID)
        coproc rpc { journal rpc --stdin --timeout 60; }
        hello() {
            echo '{"jsonrpc":"2.0","id":1,"method":"hello"}' >&"${rpc[1]}"
            read -r reply <&"${rpc[0]}"
            grep -o '"pid":[0-9]*' <<<"$reply" | cut -d : -f 2
        }
        [[ $(hello) == "$former" ]] && fact connected yes
        journal daemon install >/dev/null
        [[ $(get MainPID) != "$former" && $(hello) == "$(get MainPID)" ]] && fact kept yes
        exec {rpc[1]}>&-

        # The folder of the store is removed: the daemon begins a new one.
        stop
        rm -r "$data/journal"
        fact 'new folder' "$(journal new again --timeout 30 >/dev/null && echo created)"
        fact mode "$(stat -c %a "$data/journal")"
        stop
        mv "$data" "$data.kept"
        ln -s "$HOME/nowhere/else" "$data"
        fact 'no folder' "$(matches 'could not create the folder' journal list --timeout 30)"
        rm "$data"
        mv "$data.kept" "$data"

        # The program is removed: each client reports that at once.
        mv "$bin/journal-daemon" "$bin/moved"
        for try in 1 2; do
            fact 'no program' "$(matches 'cannot run the program\|kill\|does not respond' \
                journal new 'not lost' --timeout 30)"
        done
        fact state "$(get Result), $(get NRestarts) restarts"
        fact doctor "$(matches '^error .*cannot run the program' journal doctor | wc -l)"
        mv "$bin/moved" "$bin/journal-daemon"
        journal new --deliver --timeout 30 >/dev/null
        fact delivered "$(journal list --count --timeout 30)"

        # The store is moved, and a link in its place.
        stop
        mkdir "$HOME/disk"
        mv "$data/journal/journal.store" "$HOME/disk"
        ln -s "$HOME/disk/journal.store" "$data/journal"
        fact forbidden "$(matches "^error .*may not write to $HOME/disk" journal doctor | wc -l)"
        fact unwritten "$(matches 'can only be read' journal new 'to the disk' --timeout 30)"
        journal daemon install >/dev/null
        fact permitted "$(matches 'may not write' journal doctor | wc -l)"
        fact written "$(journal new --deliver --timeout 30 >/dev/null && journal list --count)"

        # Only this process has the variable, not the manager.
        export XDG_CONFIG_HOME=$HOME/elsewhere
        fact elsewhere "$(matches 'does not read the units in' journal daemon install)"
        fact advice "$(matches 'env -u XDG_CONFIG_HOME' journal daemon install)"
        fact left "$(find "$XDG_CONFIG_HOME" -name 'journal*')"
        unset XDG_CONFIG_HOME
        fact listens "$(systemctl --user is-active journal.socket)"
        journal daemon uninstall
        """#

    @Test(.enabled(if: ThrowAwaySystemd.isAvailable, "no systemd user manager can run here"))
    func unitsSurviveChangesOfTheirFiles() throws {
        let bed = try TestBed()
        let result = try ThrowAwaySystemd.run(Self.script, in: bed)
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        let expected = [
            "connected: yes", "kept: yes",
            "new folder: created", "mode: 700", "no folder: could not create the folder",
            "no program: cannot run the program", "no program: cannot run the program",
            "state: exit-code, 0 restarts", "doctor: 1", "delivered: 3", "forbidden: 1",
            "unwritten: can only be read", "permitted: 0", "written: 4",
            "elsewhere: does not read the units in", "advice: env -u XDG_CONFIG_HOME", "left: ",
            "listens: active",
        ]
        #expect(result.lines == expected, "\(result.errors)")
    }
}
