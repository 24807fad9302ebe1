// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftDataCloud
import Synchronization

/// The events of one store that ended, as lines, from the notifications of the process.
final class EventHistory: Sendable {
    private let lines: Lines

    private final class Lines: Sendable {
        let values = Mutex<[String]>([])
    }

    init(ofStore identifier: String?) {
        let lines = Lines()
        self.lines = lines
        _ = NotificationCenter.default.addObserver(
            forName: NSPersistentCloudKitContainer.eventChangedNotification,
            object: nil,
            queue: nil
        ) { [weak lines] notification in
            let key = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
            guard let event = notification.userInfo?[key] as? NSPersistentCloudKitContainer.Event,
                event.storeIdentifier == identifier, event.endDate != nil
            else { return }
            lines?.values.withLock { $0.append(event.line) }
        }
    }

    /// Returns the lines since the last call.
    func take() -> [String] {
        lines.values.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

extension NSPersistentCloudKitContainer.Event {
    /// The kind of the event, and its error.
    var line: String {
        error.map { "\(type) failed: \($0)" } ?? "\(type) succeeded"
    }
}
