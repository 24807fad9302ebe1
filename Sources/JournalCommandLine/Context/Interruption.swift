// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient

/// The delay of signals that end the process, while a command changes entries.
///
/// The first signal ends the command after the write that is in progress; a second one ends the
/// process at once.
package enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    // Unchecked, because only handlers of signals write it, and a number is written as a whole.
    nonisolated(unsafe) private static var received: Int32 = 0
    // Unchecked, because a command delays signals on its main thread only.
    nonisolated(unsafe) private static var depth = 0

    /// Whether a signal has arrived since the first delay.
    package static var isRequested: Bool { received != 0 }

    /// Executes a body and delays signals until it has ended.
    package static func delayed<Value>(
        _ body: () throws(ClientError) -> Value
    ) throws(ClientError) -> Value {
        depth += 1
        let former = depth == 1 ? signals.map { ($0, install($0)) } : []
        defer {
            for (number, handler) in former { signal(number, handler) }
            depth -= 1
        }
        return try body()
    }

    /// Returns the error of a command that has ended early.
    package static func error(_ done: String) -> ClientError {
        ClientError(.interrupted, "interrupted: \(done)")
    }

    /// Ends the process with the signal that was delayed, if any.
    static func deliver() {
        guard received != 0 else { return }
        signal(received, SIG_DFL)
        raise(received)
    }

    private static func install(_ number: Int32) -> sighandler_t? {
        let former = signal(number) { number in
            if Interruption.received != 0 {
                signal(number, SIG_DFL)
                // Delivered when the handler returns.
                raise(number)
            }
            Interruption.received = number
        }
        // A process that was started to survive the signal, as by nohup, keeps ignoring it.
        if former.isIgnored { signal(number, SIG_IGN) }
        return former
    }
}

extension sighandler_t? {
    /// Whether the signal had no effect on the process.
    var isIgnored: Bool {
        // Unchecked, because functions of C are equal if their addresses are.
        unsafeBitCast(self, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
