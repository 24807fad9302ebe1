// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Lines and bytes in both directions over descriptors.
final class WireChannel {
    /// The end of the communication.
    enum Failure: Error, Equatable {
        /// The other end was closed.
        case closed
        /// The other end does not continue.
        case timeout
        /// A system call failed.
        case system(Int32)
    }

    /// A line of the input.
    enum Line: Equatable {
        case line([UInt8])
        /// A line beyond the limit, which was skipped.
        case tooLong
        case end
    }

    /// The descriptor of the input.
    let input: Int32
    private let output: Int32
    /// A descriptor with messages for people, such as standard error of a process; or -1.
    private let diagnostics: Int32
    private let timeout: Duration
    private var buffer: [UInt8] = []
    private var start = 0
    /// The last messages for people.
    private(set) var messages: [UInt8] = []
    private var hasDiagnostics: Bool

    /// Creates a channel, which does not close the descriptors.
    ///
    /// - Parameters:
    ///   - input: The descriptor to read.
    ///   - output: The descriptor to write.
    ///   - diagnostics: The descriptor of messages for people; or -1.
    ///   - timeout: The time after which a transfer that does not continue fails.
    init(input: Int32, output: Int32, diagnostics: Int32 = -1, timeout: Duration) {
        self.input = input
        self.output = output
        self.diagnostics = diagnostics
        self.timeout = timeout
        hasDiagnostics = diagnostics >= 0
    }

    /// Whether bytes were read that belong to the next message.
    var hasBufferedInput: Bool { start < buffer.count }

    /// Reads a line.
    ///
    /// - Parameter deadline: The time to wait for each piece of it; nil for the timeout.
    /// - Returns: The line without its end.
    /// - Throws: `Failure` if there is no input in time.
    func readLine(until deadline: ContinuousClock.Instant? = nil) throws(Failure) -> Line {
        var searched = start
        var isTooLong = false
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[start..<end])
                start = end + 1
                return isTooLong || line.count > Wire.lineLength ? .tooLong : .line(line)
            }
            if buffer.count - start > Wire.lineLength {
                isTooLong = true
                start = buffer.count
            }
            // The first byte of the next piece, once the buffer begins at `start`.
            searched = buffer.count - start
            guard try fill(until: deadline) else { return .end }
        }
    }

    /// Reads bytes after a line.
    func readBytes(_ count: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while true {
            let piece = buffer[start...].prefix(count - bytes.count)
            bytes += piece
            start += piece.count
            if bytes.count == count { return bytes }
            guard try fill() else { throw .closed }
        }
    }

    /// Skips bytes after a line.
    func skip(_ count: Int) throws(Failure) {
        var rest = count
        while true {
            let length = min(rest, buffer.count - start)
            rest -= length
            start += length
            if rest == 0 { return }
            guard try fill() else { throw .closed }
        }
    }

    /// Reads more bytes; returns false at the end of the input.
    private func fill(until deadline: ContinuousClock.Instant? = nil) throws(Failure) -> Bool {
        buffer.removeSubrange(..<start)
        start = 0
        let deadline = deadline ?? .now + timeout
        while true {
            let ready = Readiness.wait(
                toRead: [input, hasDiagnostics ? diagnostics : -1],
                until: deadline
            )
            if ready.contains(diagnostics) { readDiagnostics() }
            if ready.contains(input) {
                let length = try read(input, into: &buffer)
                return length > 0
            }
            guard ContinuousClock.now < deadline else { throw .timeout }
        }
    }

    private static let chunk = 64 << 10

    private func read(_ descriptor: Int32, into bytes: inout [UInt8]) throws(Failure) -> Int {
        while true {
            var number: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunk) { memory, count in
                let length = Glibc.read(descriptor, memory.baseAddress, memory.count)
                number = length < 0 ? errno : 0
                count = max(0, length)
            }
            if number == 0 {
                bytes += chunk
                return chunk.count
            }
            // The other end was closed before it had read everything.
            if number == ECONNRESET { throw .closed }
            guard number == EINTR || number == EAGAIN else { throw .system(number) }
        }
    }

    /// Reads what a process wrote for people and keeps the end.
    ///
    /// - Parameter count: The number of pieces to read: a program may write without end.
    func readDiagnostics(upTo count: Int = 1) {
        for _ in 0..<count {
            guard hasDiagnostics, !Readiness.wait(toRead: [diagnostics], until: .now).isEmpty
            else { return }
            guard let length = try? read(diagnostics, into: &messages), length > 0 else {
                hasDiagnostics = false
                return
            }
            messages = messages.suffix(4_096)
        }
    }

    /// Writes bytes.
    func write(_ bytes: [UInt8]) throws(Failure) {
        var written = 0
        var deadline = ContinuousClock.now + timeout
        while written < bytes.count {
            let ready = Readiness.wait(
                toWrite: output,
                orRead: hasDiagnostics ? diagnostics : -1,
                until: deadline
            )
            if ready.contains(diagnostics) { readDiagnostics() }
            if ready.contains(output) {
                let count = try write(bytes, from: written)
                written += count
                if count > 0 { deadline = .now + timeout }
            }
            guard ContinuousClock.now < deadline else { throw .timeout }
        }
    }

    /// Writes some bytes, so few that a pipe that is ready takes them without blocking.
    private func write(_ bytes: [UInt8], from start: Int) throws(Failure) -> Int {
        let count = min(4_096, bytes.count - start)
        let length = bytes.withUnsafeBytes { memory in
            let position = memory.baseAddress?.advanced(by: start)
            let length = send(output, position, memory.count - start, Self.flags)
            guard length < 0, errno == ENOTSOCK else { return length }
            return Glibc.write(output, position, count)
        }
        if length >= 0 { return length }
        switch errno {
        case EINTR, EAGAIN: return 0
        case EPIPE, ECONNRESET: throw .closed
        default: throw .system(errno)
        }
    }

    private static let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
}
