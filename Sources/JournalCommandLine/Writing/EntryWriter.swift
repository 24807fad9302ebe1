// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Writes entries without ever losing a text.
///
/// A text that no daemon accepted is kept in the outbox. A text that is rejected permanently is
/// saved as a draft instead, to be changed by hand.
package struct EntryWriter {
    private let client: JournalClient
    private let stateDirectory: String
    private let outbox: Outbox
    /// Called with the name of a notebook that was created for an entry.
    package var notebookCreated: (String) -> Void = { _ in }
    /// Called when the journal is locked; returns whether it was unlocked, so that the request is
    /// repeated.
    package var unlock: () throws(ClientError) -> Bool = { () throws(ClientError) in false }

    /// Creates a writer that saves unwritten text below the state directory of the journal.
    package init(client: JournalClient, stateDirectory: String) {
        self.client = client
        self.stateDirectory = stateDirectory
        outbox = Outbox(stateDirectory: stateDirectory)
    }

    /// Creates a writer with the client and the state directory of a run.
    package init(_ context: CommandContext) throws(ClientError) {
        self.init(client: try context.client, stateDirectory: try context.stateDirectory())
    }

    /// Prints on standard error that a notebook was created for an entry.
    static func announceNotebook(_ name: String) {
        StandardError.say("journal: created the notebook \"\(name)\"")
    }

    /// Writes an entry, or keeps its text and throws an error that names the file.
    ///
    /// - Parameters:
    ///   - call: The entry.
    ///   - draft: The file that already contains the text, or `nil`.
    /// - Returns: The reply of the daemon.
    /// - Throws: The failure.
    package func write(
        _ call: EntryCreate,
        draft: String? = nil
    ) throws(ClientError) -> EntryWritten {
        guard !call.text.isBlank else {
            throw ClientError(ProtocolError(.entryEmpty, "the text is empty; nothing was written"))
        }
        do throws(ClientError) {
            return try attempt(call)
        } catch {
            let note =
                error.isPermanent
                ? saveDraft(call, replacing: draft, because: error)
                : addToOutbox(call, replacing: draft, because: error)
            throw error.adding(note)
        }
    }

    /// Writes an entry as `write` does, but saves no text.
    func attempt(_ call: EntryCreate) throws(ClientError) -> EntryWritten {
        try TextLimit.check(call.text)
        return try create(call)
    }

    /// Creates an entry, and its notebook if it does not exist yet.
    private func create(_ call: EntryCreate) throws(ClientError) -> EntryWritten {
        do throws(ClientError) {
            return try createUnlocked(call)
        } catch {
            guard error.cause?.kind == .encryptionLocked, try unlock() else { throw error }
            return try createUnlocked(call)
        }
    }

    private func createUnlocked(_ call: EntryCreate) throws(ClientError) -> EntryWritten {
        do throws(ClientError) {
            return try client.call(call)
        } catch {
            guard error.cause?.kind == .notebookNotFound, !call.createNotebook,
                let name = call.notebook
            else { throw error }
            var call = call
            call.createNotebook = true
            let written = try client.call(call)
            notebookCreated(name)
            return written
        }
    }

    private func addToOutbox(
        _ call: EntryCreate,
        replacing draft: String?,
        because error: ClientError
    ) -> String {
        do throws(ClientError) {
            let path = try outbox.add(call)
            if let draft { FileSystem.discard(draft) }
            return "The text was saved: \(path)\n\(Self.deliveryHint(error))"
        } catch {
            return draft.map { Drafts.note($0) } ?? Drafts.note(call.text, lostBy: error)
        }
    }

    private func saveDraft(
        _ call: EntryCreate,
        replacing draft: String?,
        because reason: ClientError
    ) -> String {
        if let draft {
            DraftAttributes.removeRejected(by: reason, ofDraft: draft)
            return Drafts.note(draft, rejectedBy: reason)
        }
        do throws(ClientError) {
            return Drafts.note(try keepRejected(call, because: reason), rejectedBy: reason)
        } catch {
            return Drafts.note(call.text, lostBy: error)
        }
    }

    /// Makes a draft of a text with the attributes that were not rejected, and returns its path.
    private func keepRejected(
        _ call: EntryCreate,
        because reason: ClientError
    ) throws(ClientError) -> String {
        let attributes = DraftAttributes(call).accepted(after: reason)
        return try Drafts(stateDirectory: stateDirectory)
            .keep(call.text, as: Self.name(call), attributes: attributes)
    }

    /// Returns the name of a draft, which cannot be confused with the draft of an edit.
    private static func name(_ call: EntryCreate) -> String {
        call.id.map { "new-\($0)" } ?? "new"
    }

    private static func deliveryHint(_ error: ClientError) -> String {
        switch error.cause?.kind {
        case .notebookNotFound: "To deliver it: journal new --deliver -N NAME"
        case .encryptionLocked:
            "It is not encrypted there. To deliver it: journal unlock && journal new --deliver"
        default: "To deliver it later: journal new --deliver"
        }
    }

    /// The number of entries in the outbox.
    package var outboxCount: Int { outbox.paths.count }

    /// Returns messages about drafts and undelivered entries of earlier runs.
    ///
    /// - Parameter isInteractive: Whether to mention drafts and conflicts, which only a person can
    ///   deal with.
    /// - Returns: At most one message about the outbox, and one about drafts and conflicts.
    package func reminders(isInteractive: Bool) -> [String] {
        var reminders: [String] = []
        let waiting = outboxCount
        if waiting > 0 {
            let entries = waiting == 1 ? "1 entry is" : "\(waiting) entries are"
            reminders.append("\(entries) not delivered yet; to deliver: journal new --deliver")
        }
        if isInteractive,
            let announcement = SavedTexts(stateDirectory: stateDirectory).announcement
        {
            reminders.append(announcement)
        }
        return reminders
    }
}

extension EntryWriter {
    /// Delivers the entries of the outbox, oldest first.
    ///
    /// A text that fails does not stop the others, unless the daemon cannot be reached.
    ///
    /// - Parameters:
    ///   - paths: The files to deliver; nil for all of them.
    ///   - adjust: Changes a request first, for instance to name a notebook that exists.
    ///   - delivered: Called with each entry that was written.
    /// - Throws: All failures as one, each with the path of its text.
    package func flushOutbox(
        _ paths: [String]? = nil,
        adjust: (inout EntryCreate) -> Void = { _ in },
        _ delivered: (EntryWritten) -> Void
    ) throws(ClientError) {
        var failures: [ClientError] = []
        // A text that is open in an editor is delivered from there.
        for path in paths ?? outbox.paths.filter({ DraftLock.holder(of: $0) == nil }) {
            do throws(ClientError) {
                var call = try Outbox.call(at: path)
                adjust(&call)
                if let written = try deliver(call, from: path) { delivered(written) }
            } catch {
                failures.append(error)
                if error.isUnreachable { break }
            }
        }
        if let failure = ClientError(joining: failures) { throw failure }
    }

    /// Delivers one text; returns nil if the entry exists already.
    private func deliver(
        _ call: EntryCreate,
        from path: String
    ) throws(ClientError) -> EntryWritten? {
        var written: EntryWritten?
        // A text of an earlier run is undone by itself.
        if let command = client.step?.command { client.beginStep(command) }
        defer { if let command = client.step?.command { client.beginStep(command) } }
        do throws(ClientError) {
            written = try create(call)
        } catch {
            if !error.confirmsDelivery(of: call) {
                throw error.adding(keep(call, at: path, because: error))
            }
        }
        outbox.remove(path)
        return written
    }

    /// Makes a draft of a text that is rejected permanently, and returns a message with its path.
    private func keep(_ call: EntryCreate, at path: String, because error: ClientError) -> String {
        guard error.isPermanent else {
            return "The text remains in \(path)\n\(Self.deliveryHint(error))"
        }
        guard let draft = try? keepRejected(call, because: error) else {
            return "The text remains in \(path)"
        }
        outbox.remove(path)
        return Drafts.note(draft, rejectedBy: error)
    }
}

extension ClientError {
    /// Whether the same text is rejected again, however often it is sent.
    ///
    /// A missing notebook can be created, and a store can be repaired.
    fileprivate var isPermanent: Bool {
        guard let cause else { return code == .input }
        switch cause.kind {
        case .encryptionLocked, .notebookNotFound, .storeFailed, .storeNotAStore, .storeReadOnly,
            .storeTooNew:
            return false
        default: return !cause.retryable
        }
    }

    /// Whether the next text would fail in the same way.
    fileprivate var isUnreachable: Bool {
        switch code {
        case .file, .unreadable, .input, .connectionLost, .refused: false
        default: true
        }
    }

    /// Returns whether the entry with the same id is the one that the call would create.
    ///
    /// The bytes are compared: `é` has two encodings, which are equal as strings.
    fileprivate func confirmsDelivery(of call: EntryCreate) -> Bool {
        guard cause?.kind == .entryExists, let json = cause?.details["current"],
            let current = try? EntryRecord(json: json)
        else { return false }
        return !current.truncated && current.text.utf8.elementsEqual(call.text.utf8)
    }
}

/// The limit of the length of a text, which is checked before the text is sent: a request that is
/// longer than a line may be would be refused without the reason.
enum TextLimit {
    /// Checks the length of a text.
    ///
    /// - Throws: `entry.tooLarge`, as the daemon would reply, if the text is too long.
    static func check(_ text: String) throws(ClientError) {
        let count = text.utf8.count
        guard count > Limits.entryText else { return }
        let message = "the text is \(count) bytes; the limit is \(Limits.entryText)"
        throw ClientError(ProtocolError(.entryTooLarge, message))
    }
}

extension String {
    /// Whether the text is empty or only white space, which is no entry.
    package var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
