// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalSystem
package import Logging

/// Writes log lines to standard error, with syslog priorities when systemd's log reads it.
package struct StandardErrorLogHandler: LogHandler {
    /// The level below which nothing is written.
    package var logLevel: Logger.Level
    /// The metadata that is added to every line.
    package var metadata: Logger.Metadata = [:]
    private let hasPriorities: Bool

    /// Creates a log handler.
    ///
    /// - Parameters:
    ///   - level: The level below which nothing is written.
    ///   - hasPriorities: Whether each line begins with its priority, as `<4>`. Such lines have no
    ///     time, because systemd's log adds it.
    package init(level: Logger.Level, hasPriorities: Bool) {
        logLevel = level
        self.hasPriorities = hasPriorities
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        // One write for each line, so that lines of several threads stay whole.
        let line = Self.line(
            level: event.level,
            text: "\(event.message)\(details)",
            hasPriorities: hasPriorities
        )
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// The text of one event; line breaks become spaces.
    static func line(level: Logger.Level, text: String, hasPriorities: Bool) -> String {
        let flat = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return hasPriorities
            ? "<\(priority(level))>\(flat)\n" : "\(now()) \(level.rawValue): \(flat)\n"
    }

    /// The priority of `syslog(3)`.
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    private static func now() -> String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var buffer = [CChar](repeating: 0, count: 32)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Detects a descriptor that is connected to the log of systemd, which reads priorities.
package enum SystemdLogStream {
    /// Compares the value of `JOURNAL_STREAM`, as `device:inode`, with a descriptor.
    package static func isConnected(_ descriptor: Int32, variable: String?) -> Bool {
        guard let variable else { return false }
        let numbers = variable.split(separator: ":").compactMap { UInt64($0) }
        guard numbers.count == 2 else { return false }
        return FileIdentity(descriptor: descriptor)
            == FileIdentity(device: numbers[0], inode: numbers[1])
    }
}
