// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation
internal import SwiftData

/// The state of an account, under the names of CloudKit.
public enum CKAccountStatus: Int, Sendable {
    /// The file of hubs, or the key, cannot be read.
    case couldNotDetermine
    /// There is a hub.
    case available
    /// The hub, or its key, cannot be used with the rights of this user.
    case restricted
    /// There is no hub.
    case noAccount
    /// The hub does not respond.
    case temporarilyUnavailable
}

/// The hub of a name, under the name of CloudKit.
public final class CKContainer: Sendable {
    /// The name; nil for the default one.
    public let containerIdentifier: String?
    private let hubs: HubDirectory

    /// Returns the hub that this process uses first, or the one with the name of the program.
    public static func `default`() -> CKContainer { CKContainer(nil, in: .current) }

    /// Creates a reference to the hub of a name.
    public convenience init(identifier containerIdentifier: String) {
        self.init(containerIdentifier, in: .current)
    }

    init(_ name: String?, in hubs: HubDirectory) {
        containerIdentifier = name
        self.hubs = hubs
    }

    /// Returns whether there is a hub, and whether it responded last time; it is not asked now.
    public func accountStatus() async throws -> CKAccountStatus { status }

    /// Calls a closure with the state, as ``accountStatus()``.
    public func accountStatus(
        completionHandler: @escaping @Sendable (CKAccountStatus, (any Error)?) -> Void
    ) {
        completionHandler(status, nil)
    }

    private var status: CKAccountStatus {
        let hub: AccountBook.Hub
        if let containerIdentifier {
            hub = AccountBook.Hub(name: containerIdentifier, file: hubs.file)
        } else {
            let name = ProcessInfo.processInfo.processName
            hub = AccountBook.shared.first ?? AccountBook.Hub(name: name, file: hubs.file)
        }
        return AccountBook.shared.status(of: hub)
    }
}

extension Notification.Name {
    /// Posted after the state of an account has changed, on any thread.
    public static let CKAccountChanged = Self("CKAccountChangedNotification")
}
