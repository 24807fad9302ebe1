// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import Testing

/// The daemon as a service of a real systemd user manager, started only for the test.
struct SystemdTests {
    /// A script that prints one line per observation: a label and the observed value.
    private static let script = #"""
        set -euo pipefail
        bin=$1 units=$HOME/.config/systemd/user
        # A unit does not name a program in a build folder.
        install -D -t "$HOME/bin" "$bin"/journal "$bin"/{journal-daemon,swiftdata-hub}
        bin=$HOME/bin
        export PATH=$bin:$PATH
        fact() { printf '%s: %s\n' "$1" "$2"; }
        get() { systemctl --user show --property "$1" --value journal.service; }
        until_inactive() {
            timeout 30 bash -c 'until [[ $(systemctl --user is-active journal.service) == inactive ]]
                do :; done'
        }

        journal new 'before there were units' --timeout 30 >/dev/null
        spawned=$(journal rpc hello --timeout 30 | grep -o '"pid":[0-9]*' | cut -d : -f 2)
        journal daemon install >/dev/null
        fact 'still there' "$(ps -o pid= -p "$spawned" || true)"
        fact verify "$(systemd-analyze --user verify "$units"/journal.{socket,service} 2>&1 | grep journal || true)"
        # At most 2.0; the option expects ten times that.
        fact exposure "$(systemd-analyze --user security --threshold=20 journal.service >/dev/null \
            && echo low)"
        fact socket "$(systemctl --user is-active journal.socket)"
        fact before "$(get ActiveState)"

        id=$(journal new 'on the first connection' --timeout 30)
        fact activated "$(get ActiveState)"
        fact status "$(get StatusText)"
        fact parent "$(ps -o ppid= -p "$(get MainPID)" | xargs ps -o comm= -p)"

        killed=$(get MainPID)
        kill -KILL "$killed"
        fact kept "$(journal show "$id" --timeout 30)"
        [[ $(get MainPID) != "$killed" ]] && fact restarts "$(get NRestarts)"

        # Makes the daemon with other settings than the installed ones.
        settings() {
            mkdir -p "$units/journal.service.d"
            printf '[Service]\nWatchdogSec=%s\nExecStart=\nExecStart=%s --idle-exit %s\n' \
                "$1" "$bin/journal-daemon" "$2" >"$units/journal.service.d/quick.conf"
            systemctl --user daemon-reload
            systemctl --user restart journal.service
        }
        settings 3 600
        hung=$(get MainPID)
        kill -STOP "$hung"
        fact watched "$(journal show "$id" --timeout 30)"
        [[ $(get MainPID) != "$hung" ]]
        fact 'hung was' replaced

        settings 60 1
        until_inactive
        fact idle "$(get Result)"
        # Only a restarted daemon can answer; it may stop again before its state is observed.
        journal new 'again' --timeout 30 >/dev/null
        fact count "$(journal list --count --timeout 30)"

        journal daemon stop --timeout 30
        until_inactive
        fact stopped "$(get Result)"
        fact revived "$(journal list --count --timeout 30)"

        # The daemon may write only beside its store, and sees the files that the user sees.
        fact protected "$(grep -cE '^Protect(Home|System)=' "$units/journal.service.d/hardening.conf")"
        fact 'direct backup' "$(journal rpc backup "{\"path\":\"$HOME/direct\"}" 2>&1 \
            | grep -o 'backup failed' || true)"
        outside=$(mktemp -d)
        trap 'rm -rf "$outside"' EXIT
        for file in "$HOME/journal.backup" "$outside/journal.backup"; do
            journal backup "$file" --timeout 30 >/dev/null
            fact backup "$(journal backup --verify "$file" --timeout 30)"
            fact mode "$(stat -c %a "$file")"
            fact again "$(journal backup "$file" --timeout 30 2>&1 | grep -o 'exists already' || true)"
        done
        fact beside "$(ls -A "$HOME/.local/share/journal" | grep -c backup || true)"

        # A daemon that cannot start reports the reason to every client, and starts after the repair.
        journal daemon stop --timeout 30
        until_inactive
        store=$HOME/.local/share/journal/journal.store
        mv "$store" "$store.whole"
        printf 'Dear diary. %.0s' {1..400} >"$store"
        fact reasons "$(for try in {1..40}; do journal list --timeout 30 2>&1; done | sort -u \
            | grep -c 'is not a store')"
        mv "$store.whole" "$store"
        fact repaired "$(journal list --count --timeout 30)"

        # A timer writes backups and keeps the newest; the service runs here without the timer.
        journal daemon install --keep 2 --backup-folder "$HOME/my backups" --backup >/dev/null
        fact timer "$(systemctl --user is-active journal-backup.timer) $(systemctl --user show \
            --property TimersCalendar --value journal-backup.timer | grep -o 'OnCalendar=[^ ]*')"
        fact 'timer verify' "$(systemd-analyze --user verify "$units"/journal-backup.{timer,service} \
            2>&1 | grep journal-backup || true)"
        for try in 1 2 3; do systemctl --user start journal-backup.service; done
        fact 'kept backups' "$(ls "$HOME/my backups" | wc -l)"
        newest=$(ls -t "$HOME/my backups" | head -1)
        fact 'newest backup' "$(journal backup --verify "$HOME/my backups/$newest" --timeout 30)"
        fact 'backup in status' "$(journal status --timeout 30 | grep -c "my backups/journal-")"
        journal daemon stop --timeout 30
        until_inactive
        journal doctor --timeout 30 >"$HOME/doctor" || true
        fact 'healthy' "$(grep -c '^error' "$HOME/doctor" || true)"
        fact 'not started' "$(get ActiveState)"
        # A store is replaced although the socket would start a daemon.
        journal new 'after the backup' --timeout 30 >/dev/null
        fact 'restored' "$(journal restore-backup --yes "$HOME/my backups/$newest" --timeout 30 \
            | head -1)"
        fact 'listens' "$(systemctl --user is-active journal.socket)"

        journal daemon uninstall
        fact 'backups stay' "$(ls "$HOME/my backups" | wc -l)"
        fact left "$(ls "$units" | grep -v '\.d$' | grep journal || true)"
        fact 'socket after' "$(systemctl --user is-active journal.socket || true)"
        """#

    @Test(.enabled(if: ThrowAwaySystemd.isAvailable, "no systemd user manager can run here"))
    func systemdSupervisesTheDaemon() throws {
        let bed = try TestBed()
        let result = try ThrowAwaySystemd.run(Self.script, in: bed)
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        let expected = [
            "still there: ", "verify: ", "exposure: low", "socket: active", "before: inactive",
            "activated: active",
            "status: Listening", "parent: systemd", "kept: on the first connection", "restarts: 1",
            "watched: on the first connection", "hung was: replaced", "idle: success",
            "count: 3", "stopped: success", "revived: 3",
            "protected: 2", "direct backup: backup failed",
            "backup: intact, 3 entries", "mode: 600", "again: exists already",
            "backup: intact, 3 entries", "mode: 600", "again: exists already",
            "beside: 0",
            "reasons: 1", "repaired: 3",
            "timer: active OnCalendar=*-*-*", "timer verify: ", "kept backups: 2",
            "newest backup: intact, 3 entries", "backup in status: 1", "healthy: 0",
            "not started: inactive", "restored: restored 3 entries", "listens: active",
            "backups stay: 2", "left: ",
            "socket after: inactive",
        ]
        #expect(result.lines == expected, "\(result.errors)")
    }
}
