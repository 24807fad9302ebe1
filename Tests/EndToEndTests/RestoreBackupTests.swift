// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import JournalClient
import JournalProtocol
import Testing

/// `journal restore-backup`.
struct RestoreBackupTests {
    private let bed: TestBed
    private let backup: String
    private var folder: String {
        URL(filePath: bed.store).deletingLastPathComponent().path(percentEncoded: false)
    }
    private var kept: [String] {
        FileSystem.names(in: folder).filter {
            $0.hasPrefix("replaced-") && $0.hasSuffix("-journal.store")
        }
    }
    private static let strace = Built.tool("strace")

    init() throws {
        bed = try TestBed()
        backup = bed.root + "/backup"
    }

    /// Writes an entry, a backup, and another entry.
    private func prepare() throws {
        try bed.journal("new", "in the backup")
        #expect(try bed.journal("backup", backup).status == 0)
        try bed.journal("new", "after the backup")
    }

    private func texts() throws -> [String] {
        try bed.journal("list").lines.compactMap { $0.split(separator: "\t").last.map(String.init) }
    }

    @Test func storeIsReplacedAndKept() throws {
        try prepare()
        let result = try bed.journal("restore-backup", backup, "--yes")
        #expect(result.status == 0, "\(result.errors)")
        let name = try #require(kept.first)
        #expect(result.lines == ["restored 1 entry", "The previous store is \(folder)\(name)"])
        #expect(try texts() == ["in the backup"])
        // The previous store can be restored too.
        let back = try bed.journal("restore-backup", folder + name, "--yes", "--json")
        #expect(try JSON.parse(Array(back.line.utf8))["entries"] == 2, "\(back.errors)")
        #expect(try texts() == ["after the backup", "in the backup"])
        #expect(kept.count == 2)
    }

    @Test func questionNeedsATerminal() throws {
        try prepare()
        let result = try bed.journal("restore-backup", backup)
        #expect(result.status == 64)
        #expect(result.errors.contains("nothing was replaced"))
        #expect(try texts().count == 2)
    }

    @Test func damagedBackupsAreRefused() throws {
        try prepare()
        var bytes = try FileSystem.read(backup)
        for index in 8192..<bytes.count - 8192 { bytes[index] = 0x5A }
        try FileSystem.write(bytes, to: backup)
        for path in [backup, "/etc/passwd", bed.root + "/none", bed.store] {
            let result = try bed.journal("restore-backup", path, "--yes")
            #expect(result.status != 0)
            #expect(result.errors.contains(path), "\(result.errors)")
        }
        #expect(try texts().count == 2)
        #expect(kept == [])
        let missing = try bed.journal("restore-backup", bed.root + "/none", "--yes")
        #expect(missing.status == 74)
        #expect(missing.errors.contains("there is no file \(bed.root)/none"), "\(missing.errors)")
        #expect(try bed.journal("backup", "--verify", bed.root + "/none").status == 74)
    }

    @Test(arguments: [true, false])
    func unusableOrMissingStoreIsReplaced(isMissing: Bool) throws {
        try prepare()
        try bed.journal("daemon", "stop")
        let rubbish = [UInt8](repeating: 0x5A, count: 20_000)
        if isMissing {
            try FileManager.default.removeItem(atPath: folder)
        } else {
            try FileSystem.write(rubbish, to: bed.store)
            #expect(try bed.journal("list").status == 74)
        }
        let result = try bed.journal("restore-backup", backup, "--yes")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try texts() == ["in the backup"])
        #expect(try kept.map { try FileSystem.read(folder + $0) } == (isMissing ? [] : [rubbish]))
    }

    @Test func followersReadEverythingAgain() throws {
        try prepare()
        // Also after the second time: the copies have the same revisions, but other identities.
        for _ in 1...2 {
            let cursor = try bed.connectStarting().call("flush")["cursor"] ?? .null
            let result = try bed.journal("restore-backup", backup, "--yes")
            #expect(result.status == 0, "\(result.errors)")
            let wire = try bed.connect()
            #expect(try wire.kind("subscribe", ["since": cursor]) == "cursor.foreign")
        }
    }

    @Test func daemonThatWasStartedMeanwhileIsReplaced() throws {
        try prepare()
        // After the replacement, a daemon of another client is refused by the lock of the store.
        let script = """
            if [ "$1" = replace ]; then
                "$daemon" "$@"
                echo "1 another" >'\(bed.store).lock'
                flock '\(bed.store).lock' sh -c '
                    "$0" --socket "$1" 2>/dev/null >&2 &
                    while [ ! -S "$1" ]; do sleep 0.01; done
                ' "$daemon" '\(bed.socket)' >/dev/null
                exit
            fi
            """
        let journal = try bed.journal(withDaemon: script)
        let result = try bed.run([journal, "restore-backup", backup, "--yes"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.first == "restored 1 entry")
        #expect(try texts() == ["in the backup"])
    }

    @Test func daemonsWaitForTheEndOfAReplacement() throws {
        try prepare()
        try bed.journal("daemon", "stop")
        let lock = open(bed.store + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let note = "1 journal-daemon briefly\n"
        #expect(ftruncate(lock, 0) == 0 && pwrite(lock, note, note.utf8.count, 0) > 0)
        let daemon = try bed.startDaemon()
        try eventually("a daemon that waits") {
            daemon.errors.contains("waiting for the store") ? true : nil
        }
        let client = try bed.start(["list"])
        close(lock)
        let result = try client.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.count == 2)
    }

    /// Kills the program that replaces the store before each of its changes to the folder.
    @Test(
        arguments: ["rename", "link", "unlink", "fsync"]
    )
    func interruptedReplacementLeavesOneOfTheStores(call: String) throws {
        try prepare()
        // The log remains, and with it the last entry.
        try bed.killDaemon()
        let original = bed.root + "/original"
        // Without the slash: from a path that ends with one, Foundation copies an empty folder.
        let place = String(folder.dropLast())
        try FileManager.default.copyItem(atPath: place, toPath: original)
        #expect(FileSystem.names(in: original).contains("journal.store-wal"))
        var wasKilled = true
        var found: Set<[String]> = []
        var number = 0
        while wasKilled, number < 40 {
            number += 1
            try FileManager.default.removeItem(atPath: place)
            try FileManager.default.copyItem(atPath: original, toPath: place)
            let result = try bed.run([
                Self.strace ?? "", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)",
                "-e", "inject=\(call):signal=SIGKILL:when=\(number)",
                Built.daemon, "replace", bed.store, backup,
            ])
            wasKilled = result.status == 128 + SIGKILL
            #expect(wasKilled || result.status == 0, "\(result.output) \(result.errors)")
            let list = try bed.journal("list")
            #expect(list.status == 0, "\(list.errors)")
            let texts = try texts()
            found.insert(texts)
            #expect(
                [["in the backup"], ["after the backup", "in the backup"]].contains(texts),
                "\(call) \(number)"
            )
            #expect(FileSystem.names(in: folder).allSatisfy { !$0.hasSuffix(".restoring") })
            try bed.journal("daemon", "stop")
            let check = try bed.run([Built.daemon, "check", bed.store])
            #expect(check.output.hasPrefix("{\"intact\":true"), "\(check.output)")
            for name in kept {
                let check = try bed.run([Built.daemon, "check", folder + name])
                #expect(check.output.contains("\"entries\":2"), "\(check.output)")
            }
        }
        #expect(!wasKilled)
        #expect(found.contains(["in the backup"]))
        // All links are made after the decision.
        #expect(found.count == (call == "link" ? 1 : 2))
    }
}
