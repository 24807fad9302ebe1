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

    /// Converts the store in turn while a watch is open and entries are written.
    private static let conversions = #"""
        set -euo pipefail
        install -D -t "$HOME/bin" "$1"/journal "$1"/journal-daemon
        export PATH=$HOME/bin:$PATH
        fact() { printf '%s: %s\n' "$1" "$2"; }
        echo 'five words of your own' >"$HOME/secret"
        words=(--passphrase-file "$HOME/secret" --timeout 60)
        new() { journal new "text $1" --timeout 60 >/dev/null && echo "$1" >>"$HOME/written"; }

        journal daemon install >/dev/null
        new 0
        journal backup "$HOME/copy" --timeout 60 >/dev/null
        journal watch --jsonl --cursor-file "$HOME/cursor" --timeout 60 \
            >"$HOME/changes" 2>"$HOME/errors" &
        watch=$!
        until [[ -s $HOME/cursor ]]; do sleep 0.01; done
        (n=0; until [[ -e $HOME/stop ]]; do new $((++n)) || echo "$n" >>"$HOME/failed"; done) &
        loop=$!
        for turn in 1 2; do
            journal encrypt --cost 10 "${words[@]}" >"$HOME/output"
            fact encrypted "$(grep -c unlocked "$HOME/output")"
            journal decrypt "${words[@]}" >/dev/null
            fact decrypted "$(journal status --json --timeout 60 | grep -c encrypted || true)"
        done
        # The daemon is killed while the store is encrypted.
        journal encrypt --cost 16 "${words[@]}" >/dev/null &
        until pgrep -f -- --reservation >/dev/null; do :; done
        kill -KILL "$(systemctl --user show --property MainPID --value journal.service)"
        wait $! && fact killed encrypted
        fact locked "$(journal status --json --timeout 60 | grep -c '"locked":true' || true)"
        touch "$HOME/stop"
        wait $loop
        fact failed "$(cat "$HOME/failed" 2>/dev/null | wc -l)"
        fact watch "$(kill -0 $watch && cat "$HOME/errors")"
        all=$(wc -l <"$HOME/written")
        fact stored $(($(journal list --count --timeout 60) - all))
        fact socket "$(systemctl --user is-active journal.socket)"
        journal restore-backup --yes "$HOME/copy" --timeout 60 >/dev/null
        fact restored "$(journal list --count --timeout 60)"
        until grep -q reset "$HOME/changes"; do sleep 0.01; done
        fact still "$(kill -0 $watch && echo watching)"
        kill $watch
        journal daemon uninstall
        """#

    @Test(.enabled(if: ThrowAwaySystemd.isAvailable, "no systemd user manager can run here"))
    func openClientsWaitForConversions() throws {
        let bed = try TestBed()
        let result = try ThrowAwaySystemd.run(Self.conversions, in: bed)
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        let turn = ["encrypted: 1", "decrypted: 0"]
        let expected = [
            "killed: encrypted", "locked: 0", "failed: 0", "watch: ", "stored: 0",
            "socket: active", "restored: 1", "still: watching",
        ]
        #expect(result.lines == turn + turn + expected, "\(result.errors)")
    }

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
