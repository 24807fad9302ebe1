// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import JournalSystem
import Testing

struct UnixSocketAddressTests {
    private func withSocket(_ body: (Int32) throws -> Void) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try body(descriptor)
    }

    @Test func boundSocketHasItsPathAndAcceptsConnections() throws {
        let folder = try TemporaryFolder()
        let address = try #require(UnixSocketAddress(path: folder.path + "/s"))
        try withSocket { listener in
            #expect(UnixSocketAddress(of: listener) == nil)
            try address.bind(listener)
            #expect(UnixSocketAddress(of: listener) == address)
            try #require(listen(listener, 1) == 0)
            try withSocket { client in
                try address.connect(client)
                let peer = try #require(PeerCredentials(socket: client))
                #expect(peer.processID == getpid())
                #expect(peer.userID == geteuid())
                #expect(peer.isCurrentUser)
            }
        }
    }

    @Test func connectingThrowsTheErrorOfTheSystem() throws {
        let folder = try TemporaryFolder()
        let address = try #require(UnixSocketAddress(path: folder.path + "/s"))
        try withSocket { client in
            #expect(throws: SystemError.noSuchFile) { try address.connect(client) }
        }
        try withSocket { try address.bind($0) }
        try withSocket { client in
            #expect(throws: SystemError.connectionRefused) { try address.connect(client) }
        }
        try withSocket { other in
            #expect(throws: SystemError(EADDRINUSE)) { try address.bind(other) }
        }
    }

    @Test func pathOver107BytesHasNoAddress() {
        #expect(UnixSocketAddress.maximumPathLength == 107)
        #expect(UnixSocketAddress(path: String(repeating: "x", count: 107)) != nil)
        #expect(UnixSocketAddress(path: String(repeating: "x", count: 108)) == nil)
        #expect(UnixSocketAddress(path: String(repeating: "é", count: 54)) == nil)
    }

    @Test func fileHasNoPeer() throws {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        #expect(PeerCredentials(socket: descriptor) == nil)
    }
}
