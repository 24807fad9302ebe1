// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol

extension UUID {
    /// The form in which identities are sent.
    var text: String {
        let (high, low) = halves
        return EntryID.text(high: high, low: low)
    }
}

extension EntryID {
    /// Creates the identity of a stored UUID.
    init(_ uuid: UUID) {
        let (high, low) = uuid.halves
        self.init(high: high, low: low)
    }

    /// The form in which identities are stored.
    var uuid: UUID {
        let (high, low) = bits
        return UUID(high: high, low: low)
    }
}
