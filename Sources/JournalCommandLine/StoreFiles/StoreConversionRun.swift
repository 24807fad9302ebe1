// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The work of `journal encrypt` and `journal decrypt`.
///
/// The executable of the daemon changes the store, in a copy that replaces it in one step. The
/// daemon closes the store before, and opens it again afterwards; its connections wait.
package struct StoreConversionRun {
    /// The result of a conversion.
    package struct Outcome {
        /// The path of the store.
        package var store: String
        /// Whether the store is encrypted now, and whether it was so before.
        package var conversion: StoreConversion
        /// The files that contain entries in plain text.
        package var plainFiles: [String]
        /// The files that are still encrypted after the store was decrypted.
        package var encryptedFiles: [String] = []
        /// Why the encrypted store could not be unlocked; nil if it was.
        package var unlockingFailure: ClientError?

        /// The outcome for `--json`.
        package var json: JSON {
            var object = JSONObject()
            object.append("store", store)
            object.append("encrypted", conversion.isEncrypted)
            object.append("unchanged", conversion.isUnchanged ? true : nil)
            object.append("locked", unlockingFailure != nil ? true : nil)
            if conversion.isEncrypted {
                object.append("plainFiles", each: plainFiles)
            } else {
                object.append("encryptedFiles", each: encryptedFiles)
                object.append("losses", each: conversion.losses)
                object.append("kept", conversion.kept)
            }
            return .object(object)
        }
    }

    /// The time for which a daemon with the changed store is awaited.
    private static let patience = Duration.seconds(30)

    private let context: CommandContext
    private let client: JournalClient
    private let program: StoreProgram
    private let control: DaemonControl

    /// Prepares a conversion.
    ///
    /// - Parameters:
    ///   - context: The context of the command; its client launches the daemon afterwards.
    ///   - quiet: A context with a client that launches no daemon.
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
        let (conversion, failure) = try convert(store, unlockingWith: passphrase) {
            program throws(ClientError) in
            try program.encrypt(store, passphrase: passphrase, cost: cost)
        }
        return Outcome(
            store: store,
            conversion: conversion,
            // What cannot be read is listed too.
            plainFiles: StoreCopies(of: store, in: context).paths.filter { !isEncrypted($0) }
                + unstoredTexts(),
            unlockingFailure: conversion.isUnchanged ? nil : failure
        )
    }

    /// Decrypts the store.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase.
    ///   - skipsDamaged: Whether damaged values are omitted, and the encrypted store is kept.
    /// - Returns: The result.
    /// - Throws: An error if the passphrase is wrong or something is damaged; the journal is then
    ///   as it was.
    package func decrypt(
        passphrase: String,
        skipsDamaged: Bool = false
    ) throws(ClientError) -> Outcome {
        let store = try store()
        try check(passphrase, of: store)
        let (conversion, _) = try convert(store) { program throws(ClientError) in
            try program.decrypt(store, passphrase: passphrase, skipsDamaged: skipsDamaged)
        }
        return Outcome(
            store: store,
            conversion: conversion,
            plainFiles: [],
            encryptedFiles: StoreCopies(of: store, in: context).paths.filter(isEncrypted)
        )
    }

    /// Replaces the passphrase, and unlocks the store with the new one.
    package func changePassphrase(
        from former: String,
        to passphrase: String,
        cost: Int?
    ) throws(ClientError) -> Outcome {
        let store = try store()
        try check(former, of: store, replacedBy: passphrase, cost: cost)
        let (conversion, failure) = try convert(store, unlockingWith: passphrase) {
            program throws(ClientError) in
            try program.changePassphrase(of: store, from: former, to: passphrase, cost: cost)
        }
        return Outcome(
            store: store,
            conversion: conversion,
            plainFiles: [],
            unlockingFailure: failure
        )
    }

    /// Checks passphrases while the daemon runs, which keeps the key if one is wrong.
    private func check(
        _ passphrase: String,
        of store: String,
        replacedBy new: String? = nil,
        cost: Int? = nil
    ) throws(ClientError) {
        do throws(ClientError) {
            try program.check(passphrase: passphrase, of: store, replacedBy: new, cost: cost)
        } catch {
            throw error.adding("The store was not changed.")
        }
    }

    /// Changes the store while no daemon has it open.
    ///
    /// - Parameters:
    ///   - store: The path of the store.
    ///   - passphrase: The passphrase with which the daemon unlocks the changed store; nil if the
    ///     store is plain then. If the store could not be changed, the daemon has its key.
    ///   - body: The change.
    /// - Returns: The result of the change, and why the store remains locked; nil if it does not.
    /// - Throws: The error of the change.
    private func convert(
        _ store: String,
        unlockingWith passphrase: String? = nil,
        _ body: (StoreProgram) throws(ClientError) -> StoreConversion
    ) throws(ClientError) -> (StoreConversion, unlockingFailure: ClientError?) {
        var failure: ClientError?
        let conversion = try ReservedStore.with(store, control: control, program: program) {
            reserved throws(ClientError) in
            let conversion: StoreConversion
            do throws(ClientError) {
                conversion = try reserved.change(body)
            } catch {
                throw error.addingThatNothingChanged()
            }
            // Still reserved, so that no request is answered before the store is unlocked.
            if let passphrase {
                do throws(ClientError) {
                    try reserved.unlock(passphrase, startingWith: context.client)
                } catch {
                    failure = error
                }
            }
            return conversion
        }
        if failure == nil, let passphrase { failure = unlockingFailure(passphrase) }
        return (conversion, failure)
    }

    /// Waits for a daemon with the changed store; returns why it remains locked, or nil.
    private func unlockingFailure(_ passphrase: String) -> ClientError? {
        let deadline = Deadline.after(Self.patience)
        while true {
            do throws(ClientError) {
                // The daemon that got the passphrase may have been killed since.
                if try context.client.call(Status()).isLocked {
                    try JournalUnlocking(context.client).unlock(passphrase)
                }
                return nil
            } catch {
                // A daemon derives the key before it answers.
                guard [.busy, .unresponsive, .connectionLost].contains(error.code),
                    !deadline.isOver
                else { return error }
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

    /// Returns the files with drafts and undelivered entries, which are never encrypted.
    private func unstoredTexts() -> [String] {
        guard let state = try? context.stateDirectory() else { return [] }
        return SavedTexts(stateDirectory: state).all.map(\.path)
    }

    private func isEncrypted(_ path: String) -> Bool {
        (try? program.check(path, isQuick: true))?.isEncrypted == true
    }
}
