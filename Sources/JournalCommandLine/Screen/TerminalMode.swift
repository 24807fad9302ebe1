// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalSystem

/// The mode of the terminal, which handlers of signals restore.
enum TerminalMode {
    // Unchecked, because they are set before the handlers of signals are installed, and only read
    // afterwards.
    nonisolated(unsafe) private static var former = termios()
    nonisolated(unsafe) private static var raw = termios()
    nonisolated(unsafe) private static var pipeEnds: (read: Int32, write: Int32) = (-1, -1)
    // Unchecked, because handlers change it too, but not while another handler or `enter` and
    // `leave` run.
    nonisolated(unsafe) private static var isEntered = false
    // Static strings, because a signal handler may not allocate memory.
    private static let entering = StaticBytes("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h")
    private static let leaving = StaticBytes("\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")

    /// The descriptor that can be read once a signal has changed the screen.
    static var wakeDescriptor: Int32 { pipeEnds.read }

    /// Reads the mode of the terminal and prepares the other one; returns false if that fails.
    static func save() -> Bool {
        guard tcgetattr(0, &former) == 0 else { return false }
        raw = former
        // Signals stay: control-C interrupts the program even while it waits for the daemon.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON)
        guard pipeEnds.read < 0 else { return true }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        pipeEnds = (ends[0], ends[1])
        return true
    }

    /// Switches to the other screen and mode; can be called by a handler of a signal.
    static func enter() {
        isEntered = true
        tcsetattr(0, TCSANOW, &raw)
        entering.write()
    }

    /// Restores the screen and the mode; can be called by a handler of a signal.
    static func leave() {
        guard isEntered else { return }
        isEntered = false
        leaving.write()
        tcsetattr(0, TCSANOW, &former)
    }

    /// Installs the handlers.
    static func handleSignals() {
        // An interrupt is the normal end.
        signal(SIGINT) { _ in
            TerminalMode.leave()
            _exit(0)
        }
        for number in [SIGTERM, SIGHUP, SIGQUIT] {
            let former = signal(number) { number in
                TerminalMode.leave()
                signal(number, SIG_DFL)
                // Delivered when the handler returns.
                raise(number)
            }
            // A process that was started to survive the signal, as by nohup, keeps ignoring it.
            if former.isIgnored { signal(number, SIG_IGN) }
        }
        signal(SIGTSTP) { _ in TerminalMode.suspend() }
        // After SIGSTOP, which no handler sees, the shell has changed the mode.
        signal(SIGCONT) { _ in
            guard TerminalMode.isEntered else { return }
            let error = errno
            TerminalMode.enter()
            TerminalMode.wake()
            errno = error
        }
        signal(SIGWINCH) { _ in
            let error = errno
            TerminalMode.wake()
            errno = error
        }
    }

    /// Stops the process in the previous mode, and enters the screen's mode again when it
    /// continues.
    ///
    /// The signal itself is repeated with its default action, because the kernel stops no process
    /// that no shell could continue.
    private static func suspend() {
        let error = errno
        // Otherwise another program, such as an editor, uses the terminal.
        let wasEntered = isEntered
        leave()
        let handler = signal(SIGTSTP, SIG_DFL)
        var own = sigset_t()
        var former = sigset_t()
        sigemptyset(&own)
        sigaddset(&own, SIGTSTP)
        raise(SIGTSTP)
        // The process stops here.
        sigprocmask(SIG_UNBLOCK, &own, &former)
        sigprocmask(SIG_SETMASK, &former, nil)
        signal(SIGTSTP, handler)
        if wasEntered {
            enter()
            wake()
        }
        errno = error
    }

    private static func wake() {
        var byte: UInt8 = 0
        _ = Glibc.write(pipeEnds.write, &byte, 1)
    }
}

/// A constant text that can be written without an allocation.
private struct StaticBytes: Sendable {
    private let text: StaticString

    init(_ text: StaticString) { self.text = text }

    func write() {
        let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        _ = DescriptorIO.write(bytes, to: 1)
    }
}
