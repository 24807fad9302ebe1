// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalSystem
internal import NIOCore

extension PeerCredentials {
    /// Reads the credentials of a channel's peer.
    static func read(from channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return options.unsafeGetSocketOption(
            level: .socket,
            name: NIOBSDSocket.Option(rawValue: socketOption)
        )
    }
}
