// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// One connected Unix stream socket; closed when it goes out of scope.
///
/// The descriptor is non-blocking and every wait is a `poll` with a deadline, so no peer can hold
/// the caller longer than it agreed to.
struct UnixSocket: ~Copyable {
    /// What came of an attempt to connect.
    enum Attempt: Equatable {
        case connected
        /// Nobody listens there: no file, or a file that nobody owns any more.
        case absent
        /// Somebody listens, but the queue was full until the deadline.
        case queueFull
        case failed(errno: Int32)
    }

    /// What came of waiting for bytes.
    enum Received: Equatable {
        case bytes([UInt8])
        case end
        case late
    }

    let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects, and tells why when it cannot.
    static func connect(
        path: String,
        deadline: Deadline,
        _ attempt: inout Attempt
    ) -> UnixSocket? {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, type | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else {
            attempt = .failed(errno: errno)
            return nil
        }
        let socket = UnixSocket(descriptor: descriptor)
        attempt = socket.connect(path: path, deadline: deadline)
        guard attempt == .connected else { return nil }
        return socket
    }

    private borrowing func connect(path: String, deadline: Deadline) -> Attempt {
        var wait: Int32 = 1
        while true {
            let error = connectOnce(path: path)
            switch error {
            case 0: return .connected
            case EINTR: continue
            case ENOENT, ECONNREFUSED: return .absent
            case EAGAIN:
                // The backlog is full. A Unix socket offers nothing to poll for, so ask again.
                guard !deadline.isOver else { return .queueFull }
                deadline.pause(milliseconds: wait)
                wait = min(wait * 2, 50)
            default: return .failed(errno: error)
            }
        }
    }

    private borrowing func connectOnce(path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            return ENAMETOOLONG
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? 0 : errno
    }

    /// Sends every byte; false when the peer is gone, nil when the deadline came first.
    borrowing func send(_ bytes: [UInt8], deadline: Deadline) -> Bool? {
        var rest = bytes[...]
        while true {
            guard let sent = sendNow(rest) else { return false }
            rest = rest.dropFirst(sent)
            if rest.isEmpty { return true }
            guard wait(for: POLLOUT, deadline) else { return nil }
        }
    }

    /// Sends what the peer takes at once, and tells how much; nil when the peer is gone.
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
            case .late: guard wait(for: POLLIN, deadline) else { return .late }
            default: return received
            }
        }
    }

    /// Takes what is there; `late` when there is nothing yet.
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

    private borrowing func wait(for events: Int32, _ deadline: Deadline) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let ready = poll(&entry, 1, deadline.pollTimeout)
            if ready > 0 { return true }
            if ready < 0, errno == EINTR { continue }
            return false
        }
    }

    /// Says that nothing more will be sent.
    borrowing func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Who listened on the other end.
    borrowing func peer() -> (pid: Int32, uid: UInt32)? {
        // struct ucred { pid_t pid; uid_t uid; gid_t gid; }, which Glibc shows to GNU sources only.
        var credentials: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
            return nil
        }
        return (credentials.pid, credentials.uid)
    }
}
