// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The right to change the file of a store as a whole, which at most one program has.
///
/// While it is held, a daemon that starts listens and waits instead of opening the store. The
/// kernel releases it with the last process that has its descriptor, so a crash leaves nothing.
package struct StoreReservation: Sendable {
    private let lock: FileLock

    /// Reserves a store.
    ///
    /// - Parameter store: The path of the store; its folder must exist.
    /// - Returns: The reservation; nil if another process holds it.
    /// - Throws: The error if the file of the lock cannot be created.
    package static func acquire(for store: String) throws(SystemError) -> StoreReservation? {
        // Daemons that wait test the lock, which holds it for an instant.
        for attempt in 1...attempts.count {
            if let lock = try FileLock.acquire(path(for: store)) {
                return StoreReservation(lock: lock)
            }
            if attempt < attempts.count { poll(nil, 0, attempts.pauseMilliseconds) }
        }
        return nil
    }

    private static let attempts = (count: 5, pauseMilliseconds: Int32(5))

    /// The descriptor with which another program continues the reservation.
    package var descriptor: Int32 { lock.descriptor }

    /// Returns whether a descriptor holds the reservation of a store.
    package static func isDescriptor(_ descriptor: Int32, of store: String) -> Bool {
        guard let identity = FileIdentity(descriptor: descriptor) else { return false }
        return identity == FileIdentity(path: path(for: store))
    }

    /// Returns whether a process has reserved a store.
    package static func isHeld(for store: String) -> Bool { FileLock.isHeld(path(for: store)) }

    /// Returns the process that reserved a store last.
    package static func holder(for store: String) -> Int32? {
        FileLock.holder(of: path(for: store))
    }

    /// Releases the reservation for all processes that have its descriptor.
    package func release() { lock.release() }

    /// The path of the lock's file, which is in the folder of the store and not of a link to it.
    private static func path(for store: String) -> String {
        StorePath.resolved(store) + ".reserved"
    }
}

/// A namespace for the paths of a store.
package enum StorePath {
    /// Returns the path of a store without symbolic links; its lock files are in the same folder.
    package static func resolved(_ store: String) -> String {
        guard let path = realpath(store, nil) else {
            // There is no store yet.
            guard let slash = store.lastIndex(of: "/"),
                let folder = realpath(String(store[..<slash]), nil)
            else { return store }
            defer { free(folder) }
            return String(cString: folder) + store[slash...]
        }
        defer { free(path) }
        return String(cString: path)
    }

    /// Returns the path of the lock that the process with the open store holds.
    package static func lock(of store: String) -> String { resolved(store) + ".lock" }
}
