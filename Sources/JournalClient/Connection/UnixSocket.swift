// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalSystem

/// A connected Unix stream socket, closed when it goes out of scope.
///
/// The descriptor is non-blocking and every wait is a `poll` with a deadline, so no peer can block
/// the caller longer.
struct UnixSocket: ~Copyable {
    /// The outcome of an attempt to connect.
    enum Attempt: Equatable {
        case connected
        /// Nothing listens: there is no file, or one that a daemon left behind.
        case notListening
        /// The queue of the listener was full until the deadline.
        case queueFull
        case failed(SystemError)
    }

    /// The outcome of waiting for bytes.
    enum Received: Equatable {
        case bytes([UInt8])
        case end
        case late
    }

    let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects; returns nil and sets `attempt` to the reason on failure.
    static func connect(
        path: String,
        deadline: Deadline,
        attempt: inout Attempt
    ) -> UnixSocket? {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, type | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else {
            attempt = .failed(.last)
            return nil
        }
        let socket = UnixSocket(descriptor: descriptor)
        attempt = socket.connect(path: path, deadline: deadline)
        guard attempt == .connected else { return nil }
        return socket
    }

    private borrowing func connect(path: String, deadline: Deadline) -> Attempt {
        guard let address = UnixSocketAddress(path: path) else { return .failed(.nameTooLong) }
        var wait: Int32 = 1
        while true {
            do throws(SystemError) {
                try address.connect(descriptor)
                return .connected
            } catch {
                switch error {
                case .interrupted: continue
                case .noSuchFile, .connectionRefused: return .notListening
                case .wouldBlock:
                    // The backlog is full. Polling a Unix socket does not report free space in it.
                    guard !deadline.isOver else { return .queueFull }
                    deadline.pause(milliseconds: wait)
                    wait = min(wait * 2, 50)
                default: return .failed(error)
                }
            }
        }
    }

    /// Sends all bytes; returns false if the connection is closed, nil if the deadline passed and
    /// `extended` returned no later one.
    borrowing func send(
        _ bytes: [UInt8],
        deadline: Deadline,
        extended: () -> Deadline? = { nil }
    ) -> Bool? {
        var deadline = deadline
        var rest = bytes[...]
        while true {
            guard let sent = sendNow(rest) else { return false }
            rest = rest.dropFirst(sent)
            if rest.isEmpty { return true }
            while !wait(for: POLLOUT, until: deadline) {
                guard let later = extended() else { return nil }
                deadline = later
            }
        }
    }

    /// Sends as many bytes as possible without waiting and returns their number; nil if the
    /// connection is closed.
    borrowing func sendNow(_ bytes: ArraySlice<UInt8>) -> Int? {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Glibc.send(
                    descriptor,
                    raw.baseAddress.map { $0 + sent },
                    raw.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return nil
            }
        }
        return sent
    }

    /// Waits for bytes.
    borrowing func receive(deadline: Deadline) -> Received {
        while true {
            let received = receiveNow()
            switch received {
            case .late: guard wait(for: POLLIN, until: deadline) else { return .late }
            default: return received
            }
        }
    }

    /// Receives the available bytes; returns `late` if there are none.
    private borrowing func receiveNow() -> Received {
        var failure: Int32 = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            failure = received < 0 ? errno : 0
            count = max(0, received)
        }
        switch failure {
        case 0: return chunk.isEmpty ? .end : .bytes(chunk)
        case EAGAIN, EINTR: return .late
        default: return .end
        }
    }

    private borrowing func wait(for events: Int32, until deadline: Deadline) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let ready = poll(&entry, 1, deadline.pollTimeout)
            if ready > 0 { return true }
            if ready < 0, errno == EINTR { continue }
            return false
        }
    }

    /// Shuts down the sending side.
    borrowing func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Returns the process and the user that listened at the other end.
    borrowing func peer() -> PeerCredentials? { PeerCredentials(socket: descriptor) }
}
