// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The notifications of the kernel about an open file.
final class FileSignal: Sendable {
    enum Event {
        /// A process has written to the file.
        case written
        /// A process that could write has closed the file, perhaps because it was killed.
        case closed
    }

    /// The descriptor that can be read when there are events.
    let descriptor: Int32

    /// Begins to watch an open file; nil if the user watches too many files.
    init?(_ file: Int32) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        // The file may have another name by now, or none.
        let events = UInt32(IN_MODIFY | IN_CLOSE_WRITE)
        guard inotify_add_watch(descriptor, "/proc/self/fd/\(file)", events) >= 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Waits for an event, at most for some milliseconds.
    func wait(atMost milliseconds: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, milliseconds) > 0 { _ = takeAll() }
    }

    /// Returns the kinds of the events since the last call.
    func takeAll() -> Set<Event> {
        var events: Set<Event> = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return events }
            buffer.withUnsafeBytes { bytes in
                // The events of a file have no name: a number, a mask, a cookie and a length.
                for start in stride(from: 0, to: count, by: 16) {
                    let mask = bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
                    events.insert(mask & UInt32(IN_MODIFY) != 0 ? .written : .closed)
                }
            }
        }
    }
}
