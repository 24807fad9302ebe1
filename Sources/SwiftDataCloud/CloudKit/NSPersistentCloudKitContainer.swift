// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The names of Core Data under which programs follow a synchronization; it has no instances.
public enum NSPersistentCloudKitContainer {
    /// Posted when an event begins and when it ends, on any thread.
    ///
    /// The object is the ``ContainerSync``; the user info contains the event.
    public static let eventChangedNotification = Notification.Name(
        "NSPersistentCloudKitContainerEventChangedNotification"
    )
    /// The key of the ``Event`` in the user info of the notification.
    public static let eventNotificationUserInfoKey = "event"

    /// The kind of an event.
    public enum EventType: Int, Sendable {
        /// The store is connected with its hub.
        case setup
        /// Changes of other devices are written to the store.
        case `import`
        /// Changes of the store are written to the hub.
        case export
    }

    /// A step of a synchronization.
    public struct Event: Identifiable, Sendable {
        /// The identifier, which the beginning and the end of an event have in common.
        public let identifier: UUID
        /// The identifier of the store.
        public let storeIdentifier: String
        /// The kind.
        public let type: EventType
        /// The time of the beginning.
        public let startDate: Date
        /// The time of the end; nil while the event is in progress.
        public internal(set) var endDate: Date?
        /// The error with which the event ended; a `CloudError`.
        public internal(set) var error: (any Error)?

        /// The identifier.
        public var id: UUID { identifier }
        /// Whether the event ended without an error.
        public var succeeded: Bool { endDate != nil && error == nil }

        init(_ type: EventType, storeIdentifier: String, startDate: Date) {
            identifier = UUID()
            self.storeIdentifier = storeIdentifier
            self.type = type
            self.startDate = startDate
        }
    }
}
