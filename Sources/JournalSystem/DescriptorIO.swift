// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Reading and writing that waits for the other end, even if the descriptor does not block.
///
/// Whether a descriptor blocks is a property of the open file. Other processes share it, such as
/// the program that passed on its terminal, so it is not changed.
package enum DescriptorIO {
    /// Reads the bytes that are available, at least one.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - length: The maximum number of bytes.
    /// - Returns: The bytes; none at the end of the input.
    /// - Throws: The error of `read(2)`.
    package static func read(
        _ descriptor: Int32,
        upTo length: Int
    ) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        while true {
            let count = Glibc.read(descriptor, &bytes, length)
            if count >= 0 {
                bytes.removeSubrange(count...)
                return bytes
            }
            guard isReady(descriptor, for: POLLIN, after: errno) else { throw .last }
        }
    }

    /// Writes all bytes; can be called by a handler of a signal.
    ///
    /// - Returns: False if it fails; `errno` was set by `write(2)`.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if !isReady(descriptor, for: POLLOUT, after: errno) {
                return false
            }
        }
        return true
    }

    /// Waits for input; returns false if a signal has arrived before.
    package static func waitForInput(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, -1) >= 0 || errno != EINTR
    }

    /// Waits after a call that did not transfer anything; returns false if the call has failed.
    private static func isReady(_ descriptor: Int32, for event: Int32, after error: Int32) -> Bool {
        if error == EINTR { return true }
        guard error == EAGAIN else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        return poll(&entry, 1, -1) >= 0 || errno == EINTR
    }
}
