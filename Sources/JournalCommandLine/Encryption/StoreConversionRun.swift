// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The work of `journal encrypt` and `journal decrypt`.
///
/// The executable of the daemon changes the store, in a copy that replaces it in one step; this
/// process stops the daemon before, and opens the journal again afterwards.
package struct StoreConversionRun {
    /// The result of a conversion.
    package struct Outcome {
        /// The path of the store.
        package var store: String
        /// Whether the store is encrypted now, and whether it was so before.
        package var conversion: StoreConversion
        /// The files that contain the texts in plain form.
        package var plainFiles: [String]

        /// The outcome for `--json`.
        package var json: JSON {
            var object = JSONObject()
            object.append("store", store)
            object.append("encrypted", conversion.isEncrypted)
            object.append("unchanged", conversion.isUnchanged ? true : nil)
            object.append("plainFiles", each: plainFiles)
            return .object(object)
        }
    }

    /// The number of times that a daemon may be started by others meanwhile.
    private static let attempts = 20

    private let context: CommandContext
    private let client: JournalClient
    private let program: StoreProgram
    private let control: DaemonControl

    /// Prepares a conversion.
    ///
    /// - Parameters:
    ///   - context: The context of the command, whose client launches the daemon afterwards.
    ///   - quiet: A context whose client launches none.
    /// - Throws: An error if the executable of the daemon was not found.
    package init(_ context: CommandContext, quiet: CommandContext) throws(ClientError) {
        self.context = context
        client = try quiet.client
        program = try StoreProgram(environment: context.environment)
        control = DaemonControl(environment: context.environment, client: client)
    }

    /// Returns whether the store of the daemon is encrypted.
    ///
    /// - Throws: An error if the daemon cannot open the store.
    package func isEncrypted() throws(ClientError) -> Bool {
        try context.client.call(Status()).isEncrypted
    }

    /// Encrypts the store, and unlocks it.
    package func encrypt(passphrase: String, cost: Int?) throws(ClientError) -> Outcome {
        let store = try store()
        let conversion = try convert { program throws(ClientError) in
            try program.encrypt(store, passphrase: passphrase, cost: cost)
        }
        if !conversion.isUnchanged {
            try JournalUnlocking(context.client).unlock(passphrase)
        }
        return Outcome(store: store, conversion: conversion, plainFiles: plainFiles(beside: store))
    }

    /// Decrypts the store.
    package func decrypt(passphrase: String) throws(ClientError) -> Outcome {
        let store = try store()
        let conversion = try convert { program throws(ClientError) in
            try program.decrypt(store, passphrase: passphrase)
        }
        return Outcome(store: store, conversion: conversion, plainFiles: [])
    }

    /// Replaces the passphrase, and unlocks the store with the new one.
    package func changePassphrase(
        from former: String,
        to passphrase: String,
        cost: Int?
    ) throws(ClientError) -> Outcome {
        let store = try store()
        let conversion = try convert { program throws(ClientError) in
            try program.changePassphrase(of: store, from: former, to: passphrase, cost: cost)
        }
        try JournalUnlocking(context.client).unlock(passphrase)
        return Outcome(store: store, conversion: conversion, plainFiles: [])
    }

    private func convert(
        _ body: (StoreProgram) throws(ClientError) -> StoreConversion
    ) throws(ClientError) -> StoreConversion {
        defer { control.listen() }
        var attempt = 0
        while true {
            attempt += 1
            try control.stop()
            do throws(ClientError) {
                return try body(program)
            } catch {
                // Another client started a daemon in the meantime.
                guard error.cause?.kind == .storeLocked, attempt < Self.attempts else {
                    throw error.adding("The store was not changed.")
                }
            }
        }
    }

    /// Returns the path of the store.
    private func store() throws(ClientError) -> String {
        let store = try control.store()
        guard try control.isRunning() else { return store }
        let present = try client.call(Status()).store
        guard let present else {
            throw ClientError(.usage, "the journal is only in memory; it is on no disk")
        }
        guard FileIdentity(path: present) == FileIdentity(path: store) else {
            throw ClientError(
                .usage,
                "the daemon that runs has another store than the next one would open: \(present)",
                advice: "Stop it, then run: journal-daemon encrypt \(present)"
            )
        }
        return store
    }

    // MARK: Plain copies

    /// Returns the files with copies of the journal from before its encryption that are known.
    private func plainFiles(beside store: String) -> [String] {
        var paths: [String] = []
        if let slash = store.lastIndex(of: "/") {
            let folder = String(store[..<slash])
            let name = store[store.index(after: slash)...]
            paths += FileSystem.names(in: folder).filter {
                ($0.hasPrefix("replaced-") && $0.hasSuffix(name))
                    || $0.hasPrefix("\(name).recovered")
            }.map { "\(folder)/\($0)" }
        }
        if let last = LastBackup.read(context) {
            if let slash = last.path.lastIndex(of: "/") {
                paths += BackupFolder(path: String(last.path[..<slash])).backups
            }
            if !paths.contains(last.path), last.exists { paths.append(last.path) }
        }
        return paths.filter { path in
            // What cannot be read is listed too.
            (try? program.check(path, isQuick: true))?.isEncrypted != true
        }
    }
}
