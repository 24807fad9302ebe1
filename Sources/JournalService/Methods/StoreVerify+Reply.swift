// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension StoreVerify: ReadMethod {
    var readsOneCommit: Bool { false }

    func reply(in context: ReadContext) throws -> JSON {
        let container = context.models.container
        guard JournalContainer.isEncrypted(container) else {
            throw ProtocolError(.encryptionAbsent, "the journal is not encrypted")
        }
        context.progress?.set(WorkProgress(.check))
        let found = try JournalContainer.checkEncryptedValues(
            of: container,
            interruption: context.models.readInterruption
        )
        return Reply(problems: found.problems, values: EncryptedValueReport(found)).json
    }
}

extension EncryptedValues {
    /// The maximum number of problems in a message for people.
    private static let problemLimit = 20

    /// The problems for a message.
    var problems: [String] {
        descriptions(limit: Self.problemLimit).map { "\($0) cannot be decrypted" }
    }
}

extension StoreVerification {
    /// The problems of the file and of its values.
    var allProblems: [String] { problems + valueProblems + (encryptedValues?.problems ?? []) }
}

extension EncryptedValueReport {
    /// Creates the report of a check.
    init(_ found: EncryptedValues) {
        self.init(
            count: found.count,
            damagedCount: found.damagedCount,
            entries: found.damagedEntries
        )
    }
}
