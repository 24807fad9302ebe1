// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import NIOCore

/// The socket of an open connection, and the channel that owns it.
struct ConnectionSocket {
    let context: ChannelHandlerContext
    /// The descriptor, which the channel closes; nil for a channel without a socket.
    private let descriptor: NIOBSDSocket.Handle?

    init(_ context: ChannelHandlerContext) {
        self.context = context
        descriptor = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable { $0 }
    }

    /// The descriptor, while the channel has it open.
    private var openDescriptor: NIOBSDSocket.Handle? {
        context.channel.isActive ? descriptor : nil
    }

    /// The number of bytes that wait in the channel.
    ///
    /// The channel searches all of its options for the number, which takes longer than a write.
    var channelByteCount: Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    /// The number of bytes in the send buffer of the socket, as the system counts them.
    ///
    /// A reader that is slower than the buffer is long makes progress only there.
    var sentByteCount: Int { byteCount(UInt(TIOCOUTQ)) }

    /// The number of bytes that the peer has sent and the daemon has not read.
    var receivableByteCount: Int { byteCount(UInt(FIONREAD)) }

    private func byteCount(_ request: UInt) -> Int {
        var count: CInt = 0
        guard let descriptor = openDescriptor, ioctl(descriptor, request, &count) == 0 else {
            return 0
        }
        return Int(count)
    }

    /// Passes bytes to the system, and removes those that it accepts.
    ///
    /// Errors are left to the channel, which writes the rest.
    func send(_ bytes: inout ByteBuffer) {
        guard let descriptor = openDescriptor else { return }
        let count = bytes.withUnsafeReadableBytes { bytes in
            Glibc.send(
                descriptor,
                bytes.baseAddress,
                bytes.count,
                Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
            )
        }
        if count > 0 { bytes.moveReaderIndex(forwardBy: count) }
    }

    /// Returns what the peer has sent and the channel has not read, up to a number of bytes.
    func receive(atMost limit: Int) -> [UInt8] {
        guard let descriptor = openDescriptor else { return [] }
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)), 0)
        }
    }

    /// Returns a duplicate of the descriptor, which the caller closes, or `nil` without a channel.
    func duplicate() -> Int32? {
        guard let descriptor = openDescriptor else { return nil }
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        return duplicate >= 0 ? duplicate : nil
    }
}
