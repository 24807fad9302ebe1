// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension NotificationCenter {
    /// Returns the notifications with a name that are posted from the start of an iteration on.
    ///
    /// Foundation on Linux lacks the method; should it get one, code uses that.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object that posts them; nil for any.
    /// - Returns: The sequence of notifications, which ends with the task that iterates over it.
    @_disfavoredOverload public func notifications(
        named name: Notification.Name,
        object: AnyObject? = nil
    ) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// The notifications with a name, as they are posted.
    ///
    /// Each iteration has all notifications from its start on, also those that are posted while the
    /// loop is busy.
    public final class Notifications: AsyncSequence, @unchecked Sendable {
        // Unchecked, because the object is only compared by its identity.

        /// A notification.
        public typealias Element = Notification

        private let center: NotificationCenter
        private let name: Notification.Name
        private let object: AnyObject?

        init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Begins an iteration.
        public func makeAsyncIterator() -> Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: PostedNotification.self)
            let observer = Observer(
                center,
                token: center.addObserver(forName: name, object: object, queue: nil) {
                    continuation.yield(PostedNotification(notification: $0))
                }
            )
            continuation.onTermination = { _ in observer.remove() }
            return Iterator(stream.makeAsyncIterator(), observer: observer)
        }

        /// An iteration over the notifications, which ends with its task.
        public struct Iterator: AsyncIteratorProtocol {
            private var stream: AsyncStream<PostedNotification>.AsyncIterator
            private let observer: Observer

            fileprivate init(
                _ stream: AsyncStream<PostedNotification>.AsyncIterator,
                observer: Observer
            ) {
                self.stream = stream
                self.observer = observer
            }

            /// Returns the next notification, once there is one; nil if the task was cancelled.
            public mutating func next() async -> Notification? {
                await next(isolation: #isolation)
            }

            /// Returns the next notification, once there is one; nil if the task was cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification?
            {
                await stream.next(isolation: actor)?.notification
            }
        }
    }
}

/// A notification on its way from the thread that posts it to the task that receives it.
private struct PostedNotification: @unchecked Sendable {
    // Unchecked, as in Foundation, which delivers notifications to any thread, too.

    let notification: Notification
}

/// An observer, which is removed at the end of its iteration.
private final class Observer: @unchecked Sendable {
    // Unchecked, because the token is constant, and a center is used from any thread.

    private let center: NotificationCenter
    private let token: any NSObjectProtocol

    init(_ center: NotificationCenter, token: any NSObjectProtocol) {
        self.center = center
        self.token = token
    }

    deinit { remove() }

    func remove() { center.removeObserver(token) }
}
