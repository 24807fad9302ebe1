// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol

/// A change of the journal that the writer makes.
protocol WriterTask: Sendable {
    /// Makes the changes and returns what is told of them.
    ///
    /// - Throws: `ProtocolError`, `JournalError` or what the store throws; nothing is kept then.
    func answer(at desk: WriteDesk) throws -> JSON
}

/// A change that the daemon makes by itself.
protocol WriterChore: WriterTask {
    /// Makes the changes.
    ///
    /// - Throws: What `WriterTask.answer(at:)` throws.
    func run(at desk: WriteDesk) throws
}

extension WriterChore {
    func answer(at desk: WriteDesk) throws -> JSON {
        try run(at: desk)
        return .null
    }
}

/// A method that changes the journal.
protocol WriteMethod: MethodCall, WriterTask {
    /// Makes the changes; whoever calls saves them and waits for the disk.
    ///
    /// - Throws: `ProtocolError`, `JournalError` or what the store throws; nothing is kept then.
    func apply(at desk: WriteDesk) throws -> Reply
}

extension WriteMethod {
    /// Makes the changes and puts the reply into its form on the wire.
    func answer(at desk: WriteDesk) throws -> JSON { try apply(at: desk).json }
}

/// A method that asks the journal.
protocol ReadMethod: MethodCall {
    /// Whether the answer may take long, so that quick questions must not wait behind it.
    static var isLong: Bool { get }
    /// Finds the answer.
    ///
    /// - Throws: `ProtocolError`, `JournalError` or what the store throws.
    func find(from desk: ReadDesk) throws -> Reply
}

extension ReadMethod {
    static var isLong: Bool { false }

    var isLong: Bool { Self.isLong }

    func answer(from desk: ReadDesk) throws -> JSON { try find(from: desk).json }
}

/// A method that asks for what the daemon keeps an eye on by itself.
protocol LookMethod: MethodCall {
    /// Looks at the daemon's own view.
    ///
    /// - Throws: What the store throws.
    @MainActor func look(at view: LiveView, _ facts: ServiceFacts) throws -> Reply
}

extension LookMethod {
    /// Looks, and puts the reply into its form on the wire.
    @MainActor func answer(
        from view: LiveView,
        _ facts: ServiceFacts
    ) -> Result<JSON, ProtocolError> {
        do {
            return .success(try look(at: view, facts).json)
        } catch {
            return .failure(ProtocolError(describing: error))
        }
    }
}
