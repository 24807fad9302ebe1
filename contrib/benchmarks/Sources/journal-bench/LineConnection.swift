// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// A connection to the daemon that sends and receives lines.
final class LineConnection {
    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ path: String) throws {
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw BenchmarkError("\(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    func send(_ line: String) throws {
        var line = line
        let isSent = line.withUTF8 { bytes in
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
        guard isSent else { throw BenchmarkError("the daemon closed the connection") }
    }

    /// Reads once from the socket and returns the completed lines.
    func receive() throws -> [String] {
        let capacity = 16_384
        let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
            count = max(0, recv(descriptor, bytes.baseAddress, capacity, 0))
        }
        guard !chunk.isEmpty else { throw BenchmarkError("the daemon closed the connection") }
        buffer += chunk
        guard let end = buffer.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let lines = buffer[..<end].split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
        buffer.removeSubrange(...end)
        return lines
    }
}
