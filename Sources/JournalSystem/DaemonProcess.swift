// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// A process that has a store open, as `/proc` describes it.
package struct DaemonProcess: Sendable, Equatable {
    /// The number of the process.
    package let number: Int32
    /// The short name of its program.
    package let program: String
    /// The words of its command line after the name of the program.
    private let arguments: [String]

    /// Describes a process.
    package init(number: Int32, program: String, arguments: [String]) {
        self.number = number
        self.program = program
        self.arguments = arguments
    }

    /// Describes a running process; returns `nil` if it does not exist.
    package init?(number: Int32) {
        guard let name = Self.read("/proc/\(number)/comm") else { return nil }
        let words = (Self.read("/proc/\(number)/cmdline") ?? []).split(separator: 0)
            .map { String(decoding: $0, as: UTF8.self) }
        self.init(
            number: number,
            program: String(decoding: name.prefix { $0 != 0x0A }, as: UTF8.self),
            arguments: Array(words.dropFirst())
        )
    }

    /// Returns the process that holds the lock of an open store; nil if none does, or if it is not
    /// known.
    package static func holder(ofStore store: String) -> DaemonProcess? {
        let lock = StorePath.lock(of: store)
        guard FileLock.isHeld(lock) else { return nil }
        return FileLock.holder(of: lock).flatMap { DaemonProcess(number: $0) }
    }

    /// Whether the process is a daemon, and not a command of its program that works on a file.
    package var isDaemon: Bool {
        program == "journal-daemon" && arguments.first?.hasPrefix("-") != false
    }

    /// The socket of a daemon that was started with the option `--socket`; nil for the default.
    package var socket: String? {
        let option = "--socket"
        if let index = arguments.lastIndex(of: option), index + 1 < arguments.count {
            return arguments[index + 1]
        }
        let prefix = option + "="
        return arguments.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// The way to use the store nevertheless, in a sentence.
    package var advice: String {
        guard isDaemon else { return "Wait until process \(number) (\(program)) has ended." }
        guard let socket else { return "Stop that daemon with: journal daemon stop" }
        return "Stop that daemon with: journal daemon stop --socket \(socket); or use it: "
            + "journal list --socket \(socket)"
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}
