// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Writes entries so that no text is ever lost.
///
/// A text that no daemon took waits in a file until it is delivered. One that is refused for good
/// would wait for ever, so it becomes a draft, for the person to change.
package struct EntryWriter {
    private let client: JournalClient
    private let outbox: Outbox
    private let drafts: Drafts

    /// Writes through a client, and keeps what it must below the state directory of the journal.
    package init(client: JournalClient, stateDirectory: String) {
        self.client = client
        outbox = Outbox(stateDirectory: stateDirectory)
        drafts = Drafts(stateDirectory: stateDirectory)
    }

    /// Writes through the client of a run, and keeps what it must where that run keeps its state.
    package init(_ context: CommandContext) throws(ClientError) {
        self.init(client: try context.client, stateDirectory: try context.stateDirectory())
    }

    /// Writes an entry; a text that the daemon did not take is kept, and the error says where.
    ///
    /// - Parameters:
    ///   - call: The entry.
    ///   - draft: The file that holds its text already, if one does.
    /// - Returns: What the daemon answered.
    /// - Throws: Why it was not written.
    package func write(
        _ call: EntryCreate,
        draft: String? = nil
    ) throws(ClientError) -> EntryWritten {
        guard !Editor.isBlank(call.text) else {
            throw ClientError(ProtocolError(.entryEmpty, "there is nothing to write"))
        }
        do throws(ClientError) {
            guard call.text.utf8.count <= Limits.entryText else { throw Self.tooLarge(call.text) }
            return try client.call(call)
        } catch {
            throw error.adding(
                error.isPermanent ? keepAsDraft(call, draft) : keep(call, draft, error)
            )
        }
    }

    private static func tooLarge(_ text: String) -> ClientError {
        let message = "the text has \(text.utf8.count) bytes; \(Limits.entryText) is the most"
        return ClientError(ProtocolError(.entryTooLarge, message))
    }

    private func keep(_ call: EntryCreate, _ draft: String?, _ error: ClientError) -> String {
        do throws(ClientError) {
            let path = try outbox.keep(call)
            if let draft { FileSystem.discard(draft) }
            return "The text is kept: \(path)\n\(Self.deliveryHint(error))"
        } catch {
            return draft.map { Drafts.note($0) } ?? Drafts.note(call.text, lostBy: error)
        }
    }

    private func keepAsDraft(_ call: EntryCreate, _ draft: String?) -> String {
        if let draft { return Drafts.note(draft) }
        do throws(ClientError) {
            return Drafts.note(try drafts.keep(call.text, as: Self.name(call)))
        } catch {
            return Drafts.note(call.text, lostBy: error)
        }
    }

    private static func name(_ call: EntryCreate) -> String { call.id?.text ?? "new" }

    private static func deliveryHint(_ error: ClientError) -> String {
        error.cause?.kind == .notebookNotFound
            ? "Deliver it with: journal new --deliver -n NAME, or with --create-notebook"
            : "Deliver it later with: journal new --deliver"
    }

    /// How many texts wait to be delivered.
    package var waitingCount: Int { outbox.paths.count }
}

extension EntryWriter {
    /// Delivers what was kept, oldest first.
    ///
    /// A text that fails does not hold up the next; a daemon that cannot be reached ends the attempt.
    ///
    /// - Parameters:
    ///   - adjust: May change a call, for instance to name a notebook that exists.
    ///   - delivered: Told of each entry that arrived.
    /// - Throws: All failures as one, each with the place where its text now is.
    package func deliver(
        adjust: (inout EntryCreate) -> Void = { _ in },
        _ delivered: (EntryWritten) -> Void
    ) throws(ClientError) {
        var failures: [ClientError] = []
        for path in outbox.paths {
            do throws(ClientError) {
                var call = try outbox.call(at: path)
                adjust(&call)
                if let written = try deliver(call, path) { delivered(written) }
            } catch {
                failures.append(error)
                if error.isUnreachable { break }
            }
        }
        if let failure = ClientError(joining: failures) { throw failure }
    }

    /// Delivers one text; nil when the entry was there already.
    private func deliver(
        _ call: EntryCreate,
        _ path: String
    ) throws(ClientError) -> EntryWritten? {
        var written: EntryWritten?
        do throws(ClientError) {
            written = try client.call(call)
        } catch {
            if !error.confirmsDelivery(of: call) { throw error.adding(place(call, path, error)) }
        }
        outbox.forget(path)
        return written
    }

    /// Moves a text that is refused for good out of the way, and says where each is now.
    private func place(_ call: EntryCreate, _ path: String, _ error: ClientError) -> String {
        guard error.isPermanent else {
            return "The text stays where it is: \(path)\n\(Self.deliveryHint(error))"
        }
        guard let draft = try? drafts.keep(call.text, as: Self.name(call)) else {
            return "The text stays where it is: \(path)"
        }
        outbox.forget(path)
        return Drafts.note(draft)
    }
}

extension ClientError {
    /// Whether the same text will be refused again, however often it is delivered.
    ///
    /// A notebook can be made or another one named, and what is wrong with the store is not the
    /// fault of a text.
    fileprivate var isPermanent: Bool {
        guard let cause else { return code == .input }
        switch cause.kind {
        case .notebookNotFound, .storeFailed, .storeNotAStore, .storeReadOnly, .storeTooNew:
            return false
        default: return !cause.retryable
        }
    }

    /// Whether the next text would fare no better.
    fileprivate var isUnreachable: Bool {
        switch code {
        case .file, .input, .connectionLost, .refused: false
        default: true
        }
    }

    /// Whether the entry that stands in the way is the one that the call asks for.
    ///
    /// By the bytes: an accent written another way is another text.
    fileprivate func confirmsDelivery(of call: EntryCreate) -> Bool {
        guard cause?.kind == .entryExists, let json = cause?.details["current"],
            let current = try? EntryRecord(json: json)
        else { return false }
        return !current.truncated && current.text.utf8.elementsEqual(call.text.utf8)
    }
}
