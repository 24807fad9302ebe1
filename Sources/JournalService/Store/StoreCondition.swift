// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData
internal import Synchronization

/// Whether the open store can be written.
///
/// What is intact in a damaged store can be read. Nothing more is written to it, because a write
/// could destroy what is intact.
final class StoreCondition: Sendable {
    private struct State {
        var damage: StoreError?
    }

    /// Whether the store was opened read-only.
    let isReadOnly: Bool
    private let path: String
    private let state = Mutex(State())

    init(path: String?, isReadOnly: Bool) {
        self.path = path ?? "the store"
        self.isReadOnly = isReadOnly
    }

    /// The damage that was found first; nil if none was found.
    var damage: String? { state.withLock { $0.damage?.message } }

    /// Records the damage that an error reports; returns whether it is the first.
    @discardableResult
    func note(_ error: any Error) -> Bool {
        guard let error = error as? StoreError, error.code == .damaged else { return false }
        return state.withLock { state in
            guard state.damage == nil else { return false }
            state.damage = error
            return true
        }
    }

    /// The error of all writes; nil if the store can be written.
    var refusal: ProtocolError? {
        if let damage {
            return ProtocolError(
                .storeFailed,
                "\(damage); nothing is written to it any more. Save what can still be read, and "
                    + "continue with a backup"
            )
        }
        guard isReadOnly else { return nil }
        return ProtocolError(
            .storeReadOnly,
            "\(path) or its folder cannot be written; the journal can only be read. Make both "
                + "writable and restart the daemon"
        )
    }
}
