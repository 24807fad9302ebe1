// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import Testing

/// A journal whose store is in a folder that cannot be written.
struct ReadOnlyPlaceTests {
    private static var canMount: Bool {
        guard geteuid() == 0, let unshare = Built.tool("unshare"), let bed = try? TestBed() else {
            return false
        }
        return (try? bed.run([unshare, "--mount", "/bin/true"]).status) == 0
    }

    /// Runs the journal with its store in a read-only mount, and prints what it answers.
    private static let script = #"""
        set -u
        journal=$1 daemon=$2 folder=$3 socket=$4
        mount --bind "$folder" "$folder" && mount -o remount,ro,bind "$folder" || exit 99
        "$daemon" --socket "$socket" --store "$folder/journal.store" --idle-exit 30 &
        pid=$!
        until [[ -S $socket ]]; do :; done
        "$journal" list --timeout 30 | cut -f 2- | grep -c shore
        "$journal" search shore --timeout 30 | grep -c shore
        "$journal" new 'lost?' --timeout 30 2>&1 </dev/null | grep -o 'can only be read'
        "$journal" status --timeout 30 | grep -o 'journal.store (read-only)'
        backup=$folder/../../files/copy
        "$journal" backup "$backup" --timeout 30 >/dev/null
        "$journal" backup --verify "$backup" --timeout 30
        ls -A "$folder" | sort | tr '\n' ' '
        kill "$pid"
        wait "$pid"
        printf '\nended: %s\n' "$?"
        """#

    @Test(
        .enabled(if: canMount, "mounts are not allowed here"),
        arguments: ["closed", "killed", "without lock"]
    )
    func storeIsReadFromAReadOnlyFileSystem(end: String) throws {
        let bed = try TestBed()
        let daemon = try bed.serve()
        try bed.journal("new", "along the shore")
        if end == "killed" {
            // The log remains, with the entry.
            try bed.killDaemon()
        } else {
            daemon.send(SIGTERM)
            _ = try daemon.wait()
        }
        let folder = URL(filePath: bed.store).deletingLastPathComponent().path
        if end == "without lock" { try FileSystem.remove(bed.store + ".lock") }
        let files = FileSystem.names(in: folder).sorted()
        let unshare = try #require(Built.tool("unshare"))
        let result = try bed.run(
            [
                unshare, "--mount", "/bin/bash", "-c", Self.script, "read-only-test", Built.journal,
                Built.daemon, folder, bed.socket,
            ]
        )
        let expected = [
            "1", "1", "can only be read", "journal.store (read-only)",
            "intact, 1 entry",
            files.joined(separator: " ") + " ", "ended: 0",
        ]
        #expect(result.lines == expected, "\(result.errors)")
    }
}
