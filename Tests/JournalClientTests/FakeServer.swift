// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Synchronization

/// A directory of a test's own, removed with the value's last owner.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = "/tmp/journal-test-\(EntryID.random().text.prefix(13))"
        try FileSystem.makeDirectory(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A daemon made of a script: it listens on a real socket and answers as the test says.
final class FakeServer: Sendable {
    /// What the server does with a request.
    enum Action: Sendable {
        case result(JSON)
        case error(ProtocolError)
        case send(String)
        case silence
        case close
        case sendAndClose(String)
    }

    typealias Script = @Sendable (Request) -> Action

    let path: String
    private let directory: TemporaryDirectory
    private let listener: Int32
    private let isServing: Bool
    private let seen = SeenRequests()

    /// The requests that came in so far, over all connections.
    var requests: [Request] { seen.all }

    /// Listens; without a script nobody ever accepts.
    init(
        directory: TemporaryDirectory? = nil,
        backlog: Int32 = 16,
        script: Script? = nil
    ) throws {
        self.directory = try directory ?? TemporaryDirectory()
        path = self.directory.path + "/journal.sock"
        listener = try Self.listen(path, backlog)
        isServing = script != nil
        guard let script else { return }
        let (listener, seen) = (listener, seen)
        Thread.detachNewThread {
            // Only this thread closes what it listens on: a number that was closed elsewhere could be
            // another server's by the time of the next call.
            defer { close(listener) }
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.serve(connection, seen, script) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        if !isServing { close(listener) }
    }

    private static func listen(_ path: String, _ backlog: Int32) throws -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, Glibc.listen(listener, backlog) == 0 else {
            throw ClientError(.file, "cannot listen at \(path)")
        }
        return listener
    }

    private static func serve(_ connection: Int32, _ seen: SeenRequests, _ script: Script) {
        defer { close(connection) }
        var framer = LineFramer()
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            while let line = try? framer.next() {
                guard let request = try? Request(line: line) else { return }
                seen.record(request)
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
            send(Response(id: request.id, .success(json)).line + [0x0A])
        case .error(let error):
            send(Response(id: request.id, .failure(error)).line + [0x0A])
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

/// What a server has been asked, shared with the threads that serve.
final class SeenRequests: Sendable {
    private let requests = Mutex<[Request]>([])

    var all: [Request] { requests.withLock { $0 } }

    func record(_ request: Request) { requests.withLock { $0.append(request) } }
}

/// A starter that does what the test says, and counts.
final class FakeStarter: DaemonStarter, DaemonStart {
    let startCount = Mutex(0)
    private let onStart: @Sendable () throws -> Void
    private let outcome: ClientError?

    init(failure: ClientError? = nil, onStart: @escaping @Sendable () throws -> Void = {}) {
        outcome = failure
        self.onStart = onStart
    }

    func start(socket: SocketPath, deadline: Deadline) throws(ClientError) -> any DaemonStart {
        startCount.withLock { $0 += 1 }
        do {
            try onStart()
        } catch {
            throw ClientError(.program, "\(error)")
        }
        return self
    }

    func failure() -> ClientError? { outcome }
}

func socketPath(_ path: String) throws -> SocketPath {
    try SocketPath.resolve(option: path, environment: Environment([:]), uid: 0) { _ in nil }
}

extension JournalClient {
    /// A client that never starts a daemon and is soon out of patience.
    ///
    /// A daemon that answers is never taken for one that hangs because the machine is slow, unless
    /// the test says so.
    convenience init(
        at path: String,
        call: Duration = .seconds(5),
        longCall: Duration = .seconds(5),
        pulse: Duration = .seconds(5)
    ) throws {
        self.init(
            socket: try socketPath(path),
            patience: Patience(
                call: call,
                longCall: longCall,
                start: .seconds(5),
                pulse: pulse
            ),
            starter: RealDaemonStarter(environment: Environment([:]), allowed: false)
        )
    }
}
