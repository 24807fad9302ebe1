// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalSystem

/// A situation in which a transcript starts a daemon, see `Protocol/transcripts/README.md`.
enum Situation: String {
    case encrypted
    case damagedValues = "damaged-values"
    case damagedPage = "damaged-page"
    case readOnly = "read-only"
    case inUse = "in-use"
    case newer
    case notAStore = "not-a-store"
    case smallDisk = "small-disk"
    case stallTimeout = "stall-timeout"

    /// Mounts a disk that is visible only to the daemon, and ends with it.
    private static let mount = [
        "/usr/bin/unshare", "--mount", "/bin/sh", "-c",
        #"mount -t tmpfs -o size=640k tmpfs "$0" && exec "$@""#,
    ]

    /// Whether this system allows `smallDisk`.
    static let canMount: Bool = {
        guard geteuid() == 0, let bed = try? TestBed() else { return false }
        return (try? bed.run(mount + [bed.root, "/bin/true"]).status) == 0
    }()

    /// The exit status of the daemon, which cannot open its store; nil if it serves.
    var exitStatus: Int32? {
        switch self {
        case .notAStore: 65
        case .inUse: 75
        case .newer: 78
        default: nil
        }
    }

    /// Changes a store that no daemon has open.
    func change(_ bed: TestBed) throws {
        // The situation before may have been read-only.
        chmod(bed.store, 0o600)
        switch self {
        case .encrypted:
            let command = [Built.daemon, "encrypt", bed.store, "--cost", "10"]
            let result = try bed.run(command, input: "five words of your own\n")
            guard result.status == 0 else { throw Stuck("cannot encrypt: \(result.errors)") }
        case .damagedValues:
            try query("UPDATE Entry SET text = zeroblob(length(text))", bed)
            try query("UPDATE AttachmentPart SET content = zeroblob(length(content))", bed)
        case .damagedPage: try damagePage(bed)
        case .readOnly: chmod(bed.store, 0o400)
        case .newer:
            try query("UPDATE swiftdata_metadata SET value = '99' WHERE name = 'format'", bed)
        case .notAStore:
            let letter = String(repeating: "Dear diary. ", count: 400)
            try FileSystem.write(Array(letter.utf8), to: bed.store)
        case .smallDisk: try FileSystem.makeDirectory(bed.root + "/data/journal")
        case .inUse, .stallTimeout: break
        }
    }

    /// Overwrites the first page of a table that only writes read.
    private func damagePage(_ bed: TestBed) throws {
        let size = try query("PRAGMA page_size", bed)
        let page = try query(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'swiftdata_change'",
            bed
        )
        guard let size = Int(size), let page = Int(page) else { throw Stuck("no page \(page)") }
        var bytes = try FileSystem.read(bed.store)
        for index in (page - 1) * size..<page * size { bytes[index] = 0x5A }
        try FileSystem.write(bytes, to: bed.store)
    }

    @discardableResult
    private func query(_ sql: String, _ bed: TestBed) throws -> String {
        guard let sqlite = Built.tool("sqlite3") else { throw Stuck("sqlite3 is not installed") }
        let result = try bed.run([sqlite, bed.store, sql])
        guard result.status == 0 else { throw Stuck("\(sql): \(result.errors)") }
        return result.line
    }

    /// The command and the options before those of a daemon.
    func command(_ bed: TestBed) -> [String] {
        switch self {
        case .smallDisk: Self.mount + [bed.root + "/data/journal", Built.daemon]
        // Root can write any file otherwise.
        case .readOnly where geteuid() == 0:
            ["/usr/bin/setpriv", "--bounding-set=-dac_override", Built.daemon]
        case .stallTimeout: [Built.daemon, "--stall-timeout", "1s"]
        default: [Built.daemon]
        }
    }
}

/// A daemon in a situation, and a connection to it.
final class RunningSituation {
    let wire: Wire
    private let situation: Situation?
    private let daemon: ChildProcess
    private let lock: FileLock?

    /// Starts a daemon and connects to it.
    ///
    /// Connects before the daemon is ready: one that cannot open its store accepts connections for
    /// a second, and exits.
    init(_ situation: Situation?, _ bed: TestBed) throws {
        try situation?.change(bed)
        self.situation = situation
        lock = try situation == .inUse ? FileLock.acquire(bed.store + ".lock") : nil
        let command = situation?.command(bed) ?? [Built.daemon]
        let daemon = try bed.run(
            inBackground: command + ["--socket", bed.socket, "--store", bed.store]
        )
        self.daemon = daemon
        wire = try eventually("a daemon that listens") {
            if let wire = try? bed.connect() { return wire }
            guard daemon.poll() == nil else { throw Stuck("no daemon: \(daemon.errors)") }
            return nil
        }
    }

    /// Whether the daemon runs, or has ended because a client stopped it or it has no store.
    var isDaemonIntact: Bool { [nil, situation?.exitStatus ?? 0].contains(daemon.poll()) }

    /// Stops the daemon, and returns its exit status if that is unexpected.
    func stop() throws -> Int32? {
        if situation?.exitStatus == nil { daemon.send(SIGTERM) }
        let status = try daemon.wait().status
        return status == situation?.exitStatus ?? 0 ? nil : status
    }
}
