// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
internal import JournalSystem

/// The terminal as a screen that is redrawn in place, with its keys.
///
/// The previous content and mode of the terminal are restored when the program leaves the screen,
/// is interrupted or terminated, and while it is suspended. A process has one screen at most.
package final class TerminalScreen {
    /// The events that end a wait.
    package struct Events: Sendable {
        /// The keys that were typed.
        package var keys: [Key] = []
        /// Whether the descriptor can be read.
        package var isReadable = false
        /// Whether the size of the terminal has changed, or its content was lost.
        package var isResized = false
        /// Whether the terminal is gone.
        package var isClosed = false
    }

    /// The time after which an escape is a key, and not the beginning of a sequence.
    private static let escapePause: Int32 = 50

    private var shown: [String] = []
    private var decoder = KeyDecoder()

    /// Enters the screen.
    ///
    /// - Throws: `usage` if standard input or output is no terminal.
    package init() throws(ClientError) {
        guard StandardDescriptors.isTerminal(0), StandardDescriptors.isTerminal(1),
            TerminalMode.save()
        else { throw ClientError(.usage, "standard input and output must be a terminal") }
        TerminalMode.handleSignals()
        TerminalMode.enter()
    }

    deinit { TerminalMode.leave() }

    /// Leaves the screen while another program uses the terminal.
    package func suspended<Value>(
        _ body: () throws(ClientError) -> Value
    ) throws(ClientError) -> Value {
        TerminalMode.leave()
        defer {
            TerminalMode.enter()
            shown = []
        }
        return try body()
    }

    /// Shows lines from the top of the screen, in one write and only if they differ.
    package func draw(_ lines: [String]) {
        guard lines != shown else { return }
        shown = lines
        let text = "\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
        _ = FileSystem.write(Array(text.utf8), descriptor: 1)
    }

    /// Makes the next lines be drawn even if they do not differ, because other output has changed
    /// the screen.
    func invalidate() { shown = [] }

    /// Waits for keys, for a descriptor, for another size, or until a time has passed.
    package func wait(for descriptor: Int32?, milliseconds: Int32) -> Events {
        var entries = [
            pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
            pollfd(fd: TerminalMode.wakeDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        var events = Events()
        // An interrupted poll has left no events; the signal is reported by the pipe next.
        let pause = decoder.isAmbiguous ? min(milliseconds, Self.escapePause) : milliseconds
        let count = poll(&entries, 3, pause)
        if count == 0 { events.keys = decoder.finish() }
        guard count > 0 else { return events }
        var bytes = [UInt8](repeating: 0, count: 256)
        if entries[0].revents != 0 {
            let count = read(0, &bytes, bytes.count)
            if count > 0 {
                events.keys = decoder.decode(bytes[..<count])
            } else if count == 0 || ![EINTR, EAGAIN].contains(errno) {
                events.isClosed = true
            }
        }
        if entries[1].revents != 0 {
            _ = read(TerminalMode.wakeDescriptor, &bytes, bytes.count)
            shown = []
            events.isResized = true
        }
        events.isReadable = entries[2].revents != 0
        return events
    }
}
