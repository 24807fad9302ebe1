// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalSystem

/// A socket that receives the notifications of a service as systemd does, and keeps the descriptors
/// that the service stores.
final class NotifySocket: Sendable {
    /// The variables with which a daemon must be started.
    let environment: [String: String]
    private let descriptor: Int32
    private let lock = NSLock()
    // Accessed only with the lock held.
    nonisolated(unsafe) private var kept: [(name: String, descriptor: Int32)] = []

    /// Listens at a path; a thread receives until the process ends.
    init(_ path: String) throws {
        environment = ["NOTIFY_SOCKET": path, "FDSTORE": "1024"]
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | 0o2000000, 0)
        guard (try? UnixSocketAddress(path: path)?.bind(descriptor)) != nil else {
            throw Stuck("cannot bind \(path): error \(errno)")
        }
        let descriptor = descriptor
        Thread.detachNewThread { [weak self] in
            while let message = Self.receive(descriptor) {
                guard let self else { break }
                self.handle(message)
            }
            close(descriptor)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RD)) }

    /// Removes the stored descriptors, which the caller closes.
    func take() -> [(name: String, descriptor: Int32)] {
        lock.withLock {
            defer { kept = [] }
            return kept
        }
    }

    private func handle(_ message: (text: String, descriptors: [Int32])) {
        let lines = message.text.split(separator: "\n")
        let name = lines.first { $0.hasPrefix("FDNAME=") }?.dropFirst("FDNAME=".count)
        guard lines.contains("FDSTORE=1"), let name else {
            // Closing that of a barrier lets the service continue.
            for descriptor in message.descriptors { close(descriptor) }
            return
        }
        lock.withLock { kept += message.descriptors.map { (String(name), $0) } }
    }

    /// Waits for a message; nil once the socket is shut down.
    private static func receive(_ socket: Int32) -> (text: String, descriptors: [Int32])? {
        var text = [UInt8](repeating: 0, count: 4096)
        var control = [UInt8](repeating: 0, count: 256)
        var controlCount = 0
        let count = text.withUnsafeMutableBytes { text in
            control.withUnsafeMutableBytes { control in
                var vector = iovec(iov_base: text.baseAddress, iov_len: text.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var message = msghdr()
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    let count = recvmsg(socket, &message, Int32(MSG_CMSG_CLOEXEC))
                    controlCount = message.msg_controllen
                    return count
                }
            }
        }
        guard count > 0 else { return nil }
        // The header has a length of 8 bytes, the level and the type; descriptors follow.
        let header = 16
        let end = control.withUnsafeBytes { controlCount < header ? 0 : $0.load(as: Int.self) }
        let descriptors = stride(from: header, to: end, by: 4).map { offset in
            let received = control.withUnsafeBytes {
                $0.load(fromByteOffset: offset, as: Int32.self)
            }
            defer { close(received) }
            // None of the numbers that a new process gets.
            return fcntl(received, F_DUPFD_CLOEXEC, 512)
        }
        return (String(decoding: text[..<count], as: UTF8.self), descriptors)
    }
}
