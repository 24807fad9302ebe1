// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import Testing

/// An encrypted journal whose daemon is a service of a real systemd user manager.
struct EncryptionSystemdTests {
    /// A script that prints one line per observation: a label and the observed value.
    private static let script = #"""
        set -euo pipefail
        bin=$1 units=$HOME/.config/systemd/user
        install -D -t "$HOME/bin" "$bin"/journal "$bin"/journal-daemon
        bin=$HOME/bin
        export PATH=$bin:$PATH
        fact() { printf '%s: %s\n' "$1" "$2"; }
        get() { systemctl --user show --property "$1" --value journal.service; }
        texts() { journal list --timeout 30 2>&1 | cut -f 4; }
        is_locked() { journal status --json --timeout 30 | grep -c '"locked":true' || true; }

        journal new 'dear diary' --timeout 30 >/dev/null
        echo 'five words of your own' >"$HOME/secret"
        journal encrypt --cost 10 --passphrase-file "$HOME/secret" --timeout 30 >/dev/null
        journal daemon stop --timeout 30
        journal daemon install >/dev/null
        fact 'without a passphrase' "$(is_locked)"
        journal daemon stop --timeout 30

        # The passphrase is a credential of the service.
        settings=$units/journal.service.d/credential.conf
        mkdir -p "${settings%/*}"
        printf '[Service]\nLoadCredential=journal.passphrase:%s\n' "$HOME/secret" >"$settings"
        systemctl --user daemon-reload
        fact credential "$(texts)"
        fact 'in the environment' "$(tr '\0' '\n' <"/proc/$(get MainPID)/environ" \
            | grep -c 'five words' || true)"

        # A restart passes the key on, also without the credential.
        rm "$settings"
        systemctl --user daemon-reload
        former=$(get MainPID)
        systemctl --user restart journal.service
        fact restarted "$(texts)"
        [[ $(get MainPID) != "$former" ]] && fact process new
        journal lock --timeout 30 >/dev/null
        fact locked "$(is_locked)"

        # A wrong one leaves the journal locked, and is in the log.
        journal daemon stop --timeout 30
        echo 'other words' >"$HOME/secret"
        printf '[Service]\nLoadCredential=journal.passphrase:%s\nStandardError=append:%s\n' \
            "$HOME/secret" "$HOME/log" >"$settings"
        systemctl --user daemon-reload
        fact wrong "$(is_locked)"
        fact logged "$(grep -c 'credential does not unlock' "$HOME/log")"
        echo 'five words of your own' | journal unlock --timeout 30
        fact unlocked "$(texts)"
        journal daemon uninstall
        """#

    @Test(.enabled(if: ThrowAwaySystemd.isAvailable, "no systemd user manager can run here"))
    func systemdUnlocksTheJournal() throws {
        let bed = try TestBed()
        let result = try ThrowAwaySystemd.run(Self.script, in: bed)
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        let expected = [
            "without a passphrase: 1", "credential: dear diary", "in the environment: 0",
            "restarted: dear diary", "process: new", "locked: 1", "wrong: 1", "logged: 1",
            "unlocked", "unlocked: dear diary",
        ]
        #expect(result.lines.filter { $0.contains(": ") || $0 == "unlocked" } == expected)
    }
}
