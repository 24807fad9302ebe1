// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Synchronization

/// The states of the hubs that the containers of this process use, for `CKContainer`.
final class AccountBook: Sendable {
    static let shared = AccountBook()

    /// A hub by its name, and the file that has it.
    struct Hub: Hashable, Sendable {
        let name: String
        let file: URL
    }

    private struct State {
        var first: Hub?
        var statuses: [Hub: CKAccountStatus] = [:]
    }

    private let state = Mutex(State())

    /// The first hub that was used.
    var first: Hub? { state.withLock { $0.first } }

    /// Notes the state of a hub that is used; nil if it is not used any more.
    func note(_ status: CKAccountStatus?, of hub: Hub) {
        state.withLock { state in
            state.first = state.first ?? hub
            state.statuses[hub] = status
        }
    }

    /// Returns the state of a hub, by its last use or else by its file.
    func status(of hub: Hub) -> CKAccountStatus {
        if let used = state.withLock({ $0.statuses[hub] }) { return used }
        do throws(CloudError) {
            return try HubDirectory(file: hub.file).hub(named: hub.name) == nil
                ? .noAccount : .available
        } catch {
            return CKAccountStatus(after: error)
        }
    }
}
