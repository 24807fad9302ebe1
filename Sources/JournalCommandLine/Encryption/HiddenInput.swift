// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
internal import JournalSystem

/// Reads a line from the terminal of the process without showing it.
///
/// The terminal is opened by its own name, because standard input may be a text.
struct HiddenInput {
    // Unchecked, because they are set before the handlers of signals are installed, and only read
    // until these are removed.
    nonisolated(unsafe) private static var former = termios()
    nonisolated(unsafe) private static var terminal: Int32 = -1

    private let descriptor: Int32

    /// Opens the terminal; nil if the process has none.
    init?() {
        descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
    }

    /// Closes the terminal.
    func end() { close(descriptor) }

    /// Asks for a line.
    ///
    /// - Returns: The line without its end; nil if the input ends or is interrupted.
    func line(_ question: String) -> String? {
        guard tcgetattr(descriptor, &Self.former) == 0 else { return nil }
        Self.terminal = descriptor
        let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
        let handlers = signals.map { number in
            signal(number) { number in
                HiddenInput.restore()
                signal(number, SIG_DFL)
                // Delivered when the handler returns.
                raise(number)
            }
        }
        var silent = Self.former
        silent.c_lflag &= ~tcflag_t(ECHO)
        silent.c_lflag |= tcflag_t(ICANON | ISIG)
        tcsetattr(descriptor, TCSAFLUSH, &silent)
        defer {
            Self.restore()
            for (number, handler) in zip(signals, handlers) { signal(number, handler) }
            write("\n")
        }
        write(question)
        return read()
    }

    private func read() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return bytes.isEmpty ? nil : String(validating: bytes) }
            guard byte != UInt8(ascii: "\n") else { return String(validating: bytes) }
            bytes.append(byte)
        }
    }

    private func write(_ text: String) {
        _ = FileSystem.write(Array(text.utf8), descriptor: descriptor)
    }

    /// Restores the terminal; can be called by a handler of a signal.
    private static func restore() { tcsetattr(terminal, TCSAFLUSH, &former) }
}

extension String {
    fileprivate init?(validating bytes: [UInt8]) { self.init(validating: bytes, as: UTF8.self) }
}
