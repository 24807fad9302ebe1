// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
package import JournalProtocol
internal import JournalSystem
internal import Synchronization

/// A scripted daemon: it listens on a real socket and replies as the test says.
package final class FakeServer: Sendable {
    /// The reaction of the server to a request.
    package enum Action: Sendable {
        case result(JSON)
        case error(ProtocolError)
        case send(String)
        case silence
        case close
        case sendAndClose(String)
    }

    /// Maps a request to a reaction.
    package typealias Script = @Sendable (Request) -> Action

    /// The path of the socket.
    package let path: String
    private let directory: TemporaryDirectory
    private let listener: Int32
    private let isServing: Bool
    private let received = ReceivedRequests()

    /// The requests received so far, over all connections.
    package var requests: [Request] { received.all }

    /// Listens; without a script no connection is ever accepted.
    package init(
        directory: TemporaryDirectory? = nil,
        backlog: Int32 = 16,
        script: Script? = nil
    ) throws {
        self.directory = try directory ?? TemporaryDirectory()
        path = self.directory.path + "/journal.sock"
        listener = try Self.listen(path, backlog)
        isServing = script != nil
        guard let script else { return }
        let (listener, received) = (listener, received)
        Thread.detachNewThread {
            // Only this thread closes the listener: if another one did, the number could belong to
            // another server by the next call.
            defer { close(listener) }
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.serve(connection, received, script) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        if !isServing { close(listener) }
    }

    private static func listen(_ path: String, _ backlog: Int32) throws -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try UnixSocketAddress(path: path)?.bind(listener)
        guard Glibc.listen(listener, backlog) == 0 else { throw SystemError.last }
        return listener
    }

    private static func serve(_ connection: Int32, _ received: ReceivedRequests, _ script: Script) {
        defer { close(connection) }
        var framer = LineFramer()
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            while let line = try? framer.next() {
                guard let request = try? Request(line: line) else { return }
                received.record(request)
                guard perform(script(request), request, connection) else { return }
            }
            let count = read(connection, &chunk, chunk.count)
            guard count > 0 else { return }
            framer.append(Array(chunk[..<count]))
        }
    }

    private static func perform(
        _ action: Action,
        _ request: Request,
        _ connection: Int32
    ) -> Bool {
        func send(_ bytes: [UInt8]) {
            _ = bytes.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
        }
        switch action {
        case .result(let json):
            send(Response(id: request.id, outcome: .success(json)).line + [0x0A])
        case .error(let error):
            send(Response(id: request.id, outcome: .failure(error)).line + [0x0A])
        case .send(let text): send(Array(text.utf8))
        case .silence: break
        case .close: return false
        case .sendAndClose(let text):
            send(Array(text.utf8))
            return false
        }
        return true
    }
}

/// The requests received by a server, shared by its threads.
private final class ReceivedRequests: Sendable {
    private let requests = Mutex<[Request]>([])

    var all: [Request] { requests.withLock { $0 } }

    func record(_ request: Request) { requests.withLock { $0.append(request) } }
}
