// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A value in a tombstone, as the history records it.
enum HistoryValue: Hashable {
    case plain(_ColumnValue)
    /// The encrypted form of a value.
    case sealed(Data)

    /// Returns the encrypted form of the value; NULL stays as it is.
    func sealed(by cipher: ValueCipher, at place: ValueCipher.Place) throws -> HistoryValue {
        guard case .plain(let value) = self,
            case .blob(let sealed) = try cipher.seal(value, at: place)
        else { return self }
        return .sealed(sealed)
    }

    /// Returns the value in plain form; itself if it is not encrypted with this key.
    func opened(by cipher: ValueCipher, at place: ValueCipher.Place) -> HistoryValue {
        guard case .sealed(let sealed) = self, let value = cipher.open(sealed, at: place)
        else { return self }
        return .plain(value)
    }
}
