// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import NIOCore

/// Passes output to the system itself, and only what the system does not accept to the channel.
///
/// The system accepts nearly always all of it, and its call is faster than a write of the channel,
/// which matters when a change is sent to many subscribers (decisions 0089 and 0176).
final class DirectOutput: OutputSink {
    /// Whether connections use it: unless the environment contains `SWIFTDATA_ACCELERATORS=off`.
    static let isUsed = ProcessInfo.processInfo.environment["SWIFTDATA_ACCELERATORS"] != "off"

    private let channel: ChannelOutput

    /// Creates the direct way for the output that would be passed to a channel.
    init(_ channel: ChannelOutput) { self.channel = channel }

    func send(_ output: ByteBuffer, to socket: ConnectionSocket) {
        var rest = output
        if !channel.isBlocked { socket.send(&rest) }
        if rest.readableBytes > 0 { channel.send(rest, to: socket) }
    }
}

extension ConnectionSocket {
    /// Passes bytes to the system, and removes those that it accepts.
    ///
    /// Errors are left to the channel, which writes the rest.
    fileprivate func send(_ bytes: inout ByteBuffer) {
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
}
