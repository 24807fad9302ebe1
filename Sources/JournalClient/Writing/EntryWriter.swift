// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Writes entries so that no text is ever lost: what cannot be delivered is kept in a file.
package struct EntryWriter {
    private let client: JournalClient
    private let undelivered: Undelivered

    /// Writes through a client.
    package init(client: JournalClient, undelivered: Undelivered) {
        self.client = client
        self.undelivered = undelivered
    }

    /// Writes through the client of a run, and keeps what it must where that run keeps its state.
    package init(_ session: Session) throws(ClientError) {
        self.init(
            client: session.client,
            undelivered: Undelivered(stateDirectory: try session.stateDirectory())
        )
    }

    /// Writes an entry; a text that the daemon did not take is kept, and the error says where.
    package func write(_ call: EntryCreate) throws(ClientError) -> EntryWritten {
        guard !Editor.isBlank(call.text) else {
            throw ClientError(ProtocolError(.entryEmpty, "there is nothing to write"))
        }
        guard call.text.utf8.count <= Limits.entryText else {
            throw keep(
                call,
                ClientError(
                    ProtocolError(
                        .entryTooLarge,
                        "the text has \(call.text.utf8.count) bytes; "
                            + "\(Limits.entryText) is the most"
                    )
                )
            )
        }
        do {
            return try client.call(call)
        } catch {
            throw keep(call, error)
        }
    }

    private func keep(_ call: EntryCreate, _ error: ClientError) -> ClientError {
        var error = error
        let note: String
        do throws(ClientError) {
            let path = try undelivered.keep(call)
            note = "The text is kept: \(path)\nDeliver it later with: journal new --deliver"
        } catch {
            note = "The text could not be kept (\(error.message)). It was:\n\(call.text)"
        }
        error.advice = error.advice.map { "\($0)\n\(note)" } ?? note
        return error
    }

    /// How many texts wait to be delivered.
    package var waitingCount: Int { undelivered.paths.count }

    /// Delivers what was kept, oldest first.
    ///
    /// A text that the daemon refuses stays and the next one is tried; a daemon that cannot be
    /// reached ends the attempt.
    ///
    /// - Parameters:
    ///   - adjust: May change a call, for instance to name a notebook that exists.
    ///   - delivered: Told of each entry that arrived.
    /// - Throws: The last failure; what is left stays kept.
    package func deliver(
        adjust: (inout EntryCreate) -> Void = { _ in },
        _ delivered: (EntryWritten) -> Void
    ) throws(ClientError) {
        var failure: ClientError?
        for path in undelivered.paths {
            var call = try undelivered.call(at: path)
            adjust(&call)
            do throws(ClientError) {
                delivered(try client.call(call))
                undelivered.forget(path)
            } catch {
                failure = error
                failure?.advice = "The text stays where it is: \(path)"
                if error.code != .refused { break }
            }
        }
        if let failure { throw failure }
    }
}
