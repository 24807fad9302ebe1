// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The record of the last backup of a store, in the state directory.
package struct LastBackup: Equatable {
    /// The path of the backup.
    package var path: String
    /// The time at which it was written.
    package var date: Timestamp
    /// The path of the store; nil in the record of an earlier version, which had one for all.
    package var store: String?

    private static func file(_ context: CommandContext) throws(ClientError) -> String {
        try context.stateDirectory() + "/last-backup.json"
    }

    /// Reads the record of a store; nil if no backup of it was written yet.
    package static func read(of store: String, in context: CommandContext) -> LastBackup? {
        let records = all(context)
        return records.last { $0.store == store } ?? records.last { $0.store == nil }
    }

    private static func all(_ context: CommandContext) -> [LastBackup] {
        guard let file = try? file(context), let bytes = try? FileSystem.read(file),
            let json = try? JSON.parse(bytes)
        else { return [] }
        var records = [json]
        if case .array(let elements)? = json["backups"] { records = elements }
        return records.compactMap { try? LastBackup(json: $0) }
    }

    /// Records a backup of the daemon's store that was just written, unless the store is in memory.
    ///
    /// A backup is good without its record, so a failure is only reported.
    package static func record(_ path: String, in context: CommandContext) {
        do throws(ClientError) {
            guard let store = try context.client.call(Status()).store else { return }
            try LastBackup(path: path, date: LocalTime.now(), store: store).write(context)
        } catch {
            StandardError.say("journal: the backup was not recorded: \(error.message)")
        }
    }

    /// Replaces the record of the store.
    func write(_ context: CommandContext) throws(ClientError) {
        let others = Self.all(context).filter { $0.store != nil && $0.store != store }
        let json: JSON = ["backups": .array((others + [self]).map(\.record))]
        try FileSystem.makeDirectory(try context.stateDirectory())
        try FileSystem.write(Array((json.description + "\n").utf8), to: try Self.file(context))
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

extension LastBackup {
    /// Parses a record of the file.
    private init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        path = try fields.required("path")
        date = try fields.required("date")
        store = try fields.optional("store")
    }

    /// The record in the file.
    private var record: JSON {
        var object = JSONObject()
        object.append("path", path)
        object.append("date", date)
        object.append("store", store)
        return .object(object)
    }
}
