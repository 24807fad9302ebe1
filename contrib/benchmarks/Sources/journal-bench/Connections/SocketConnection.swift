// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// A stream connection to a Unix socket, with a buffer of received bytes.
final class SocketConnection {
    let descriptor: Int32
    private(set) var buffer: [UInt8] = []

    init(_ path: String) throws {
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else {
            let error = BenchmarkError("\(path): \(String(cString: strerror(errno)))")
            close(descriptor)
            throw error
        }
        var timeout = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &timeout,
            socklen_t(MemoryLayout<timeval>.size)
        )
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws {
        var text = text
        let isSent = text.withUTF8 { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(
                    descriptor,
                    bytes.baseAddress.map { $0 + sent },
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
        guard isSent else { throw BenchmarkError("a server closed the connection") }
    }

    /// Reads once from the socket into the buffer.
    func fill() throws {
        let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { chunk in
            let count = recv(descriptor, chunk.baseAddress, chunk.count, 0)
            if count > 0 { buffer += UnsafeRawBufferPointer(rebasing: chunk[..<count]) }
            return count
        }
        guard count > 0 else {
            throw BenchmarkError(
                count == 0
                    ? "a server closed the connection"
                    : "a server did not reply: \(String(cString: strerror(errno)))"
            )
        }
    }

    /// Removes bytes from the start of the buffer.
    func take(_ count: Int) -> [UInt8] {
        let bytes = Array(buffer[..<count])
        buffer.removeSubrange(..<count)
        return bytes
    }
}
