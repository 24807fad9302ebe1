// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// A folder of backups with dated names, of which the newest are kept.
package struct BackupFolder {
    /// The result of a backup into a folder.
    package struct Outcome {
        /// The path of the new backup.
        package var path: String
        /// The number of entries in it, including those in the trash.
        package var entryCount: Int
        /// The paths of the backups that were removed.
        package var removed: [String]

        /// The outcome for `--json`.
        package var json: JSON {
            var object = JSONObject()
            object.append("path", path)
            object.append("entries", entryCount)
            object.append("removed", each: removed)
            return .object(object)
        }
    }

    private static let prefix = "journal-"
    private static let suffix = ".backup"
    /// The suffix of the name of a damaged backup.
    private static let damagedSuffix = ".damaged"
    /// The number of damaged backups that are kept, in case that they contain something that is
    /// damaged in the store later.
    private static let damagedLimit = 2
    private let path: String

    /// Describes a folder at an absolute path, which is created when it is needed.
    package init(path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The paths of the backups with dated names, oldest first.
    package var backups: [String] { files(ending: "") }

    /// The paths of the damaged backups, oldest first.
    package var damagedBackups: [String] { files(ending: Self.damagedSuffix) }

    /// Returns the paths of the files with a dated name and an extension, oldest first.
    private func files(ending: String) -> [String] {
        var found: [(date: (String, Int), path: String)] = []
        for name in FileSystem.names(in: path) where name.hasSuffix(ending) {
            guard let date = Self.date(of: String(name.dropLast(ending.utf8.count))) else {
                continue
            }
            found.append((date, "\(path)/\(name)"))
        }
        return found.sorted { $0.date < $1.date }.map(\.path)
    }

    /// Writes a backup, checks it, and removes the oldest ones beyond a number.
    ///
    /// - Parameters:
    ///   - count: The number of backups to keep, with the new one; nil for all.
    ///   - client: The client of the daemon.
    /// - Returns: The new backup and those that were removed.
    /// - Throws: An error if the backup cannot be written or is damaged; no backup is removed then.
    package func add(
        keeping count: Int?,
        from client: JournalClient
    ) throws(ClientError) -> Outcome {
        try FileSystem.makeDirectory(path)
        let file = try freePath()
        _ = try BackupFile(path: file).write(from: client)
        let report = try client.call(BackupVerify(path: file))
        guard report.isIntact else {
            // Under a name that is not counted among the good ones.
            let damaged = file + Self.damagedSuffix
            try FileSystem.move(file, to: damaged)
            for path in damagedBackups.dropLast(Self.damagedLimit) { try FileSystem.remove(path) }
            throw ClientError(
                .file,
                "the new backup \(damaged) is damaged; no intact one was removed",
                advice: (report.problems + ["Check the store: journal doctor --full"])
                    .joined(separator: "\n")
            )
        }
        var removed: [String] = []
        if let count {
            for path in backups.filter({ $0 != file }).dropLast(max(0, count - 1)) {
                try FileSystem.remove(path)
                removed.append(path)
            }
        }
        return Outcome(path: file, entryCount: report.entryCount, removed: removed)
    }

    /// Returns a name of the current second that is not in use.
    private func freePath() throws(ClientError) -> String {
        let time = String(LocalTime.now().utc.description.prefix(19).filter { $0 != ":" })
        for number in 1...1_000 {
            let end = number == 1 ? "" : "-\(number)"
            let file = "\(path)/\(Self.prefix)\(time)Z\(end)\(Self.suffix)"
            if FileStatus(path: file) == nil, FileStatus(path: file + Self.damagedSuffix) == nil {
                return file
            }
        }
        throw ClientError(.file, "\(path) has too many backups of this second")
    }

    /// Returns the time and the number in a name that `add` gives; nil for other files, which are
    /// not counted and never removed.
    private static func date(of name: String) -> (String, Int)? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let stamp = name.dropFirst(prefix.count).dropLast(suffix.count)
        let pattern = "0000-00-00T000000Z"
        let matches = zip(stamp, pattern).allSatisfy { character, expected in
            expected == "0" ? character.isASCII && character.isNumber : character == expected
        }
        guard stamp.count >= pattern.count, matches else { return nil }
        let rest = stamp.dropFirst(pattern.count)
        if rest.isEmpty { return (String(stamp), 1) }
        guard rest.first == "-", let number = Int(rest.dropFirst()) else { return nil }
        return (String(stamp.prefix(pattern.count)), number)
    }
}
