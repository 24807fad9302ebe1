// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension Notification.Name {
    /// Posted after the saves of another process to a store of a container were noticed.
    ///
    /// The notification is posted on a queue of the module and has no object. Its user info has
    /// values for ``NSStoreUUIDKey``, ``NSPersistentStoreURLKey`` and
    /// ``NSPersistentHistoryTokenKey``.
    public static let NSPersistentStoreRemoteChange = Self(
        "NSPersistentStoreRemoteChangeNotification"
    )
}

/// The key of the identifier of the changed store, a string, in the user info of
/// `Notification.Name.NSPersistentStoreRemoteChange`.
public let NSStoreUUIDKey = "NSStoreUUID"

/// The key of the location of the changed store, a `URL`, in the user info of
/// `Notification.Name.NSPersistentStoreRemoteChange`.
public let NSPersistentStoreURLKey = "storeURL"

/// The key of the position of the last of the saves, a ``DefaultHistoryToken``, in the user info of
/// `Notification.Name.NSPersistentStoreRemoteChange`.
public let NSPersistentHistoryTokenKey = "historyToken"
