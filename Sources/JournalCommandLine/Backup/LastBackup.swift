// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The record of the last backup, in the state directory.
package struct LastBackup: Equatable {
    /// The path of the backup.
    package var path: String
    /// The time at which it was written.
    package var date: Timestamp

    private static func file(_ context: CommandContext) throws(ClientError) -> String {
        try context.stateDirectory() + "/last-backup.json"
    }

    /// Reads the record; nil if no backup was written yet.
    package static func read(_ context: CommandContext) -> LastBackup? {
        guard let file = try? file(context), let bytes = try? FileSystem.read(file),
            let json = try? JSON.parse(bytes), let fields = try? JSONFields(json),
            let path = try? fields.required("path", as: String.self),
            let date = try? fields.required("date", as: Timestamp.self)
        else { return nil }
        return LastBackup(path: path, date: date)
    }

    /// Records a backup that was just written.
    ///
    /// A backup is good without its record, so a failure is only reported.
    package static func record(_ path: String, _ context: CommandContext) {
        do throws(ClientError) {
            let json: JSON = ["path": .string(path), "date": LocalTime.now().json]
            try FileSystem.makeDirectory(try context.stateDirectory())
            try FileSystem.write(Array((json.description + "\n").utf8), to: try file(context))
        } catch {
            StandardError.say("journal: the backup was not recorded: \(error.message)")
        }
    }

    /// Whether the file still exists.
    package var exists: Bool { FileStatus(path: path) != nil }

    /// The record for `--json`.
    package var json: JSON {
        ["path": .string(path), "date": date.json, "exists": .bool(exists)]
    }

    /// The record for a person.
    package var text: String {
        "\(EntryText.time(LocalTime.local(date)))  \(path)\(exists ? "" : " (missing)")"
    }
}
