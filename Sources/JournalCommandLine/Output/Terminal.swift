// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol
internal import JournalSystem

/// The properties of standard output: a terminal for a person, or a pipe for a program.
package struct Terminal: Sendable, Equatable {
    /// When to use color.
    package enum ColorChoice: String, Sendable, CaseIterable {
        case auto
        case always
        case never
    }

    /// Whether standard output is a terminal.
    package var isInteractive: Bool
    /// Whether to use color and bold.
    package var hasColor: Bool
    /// The number of columns.
    package var width: Int
    /// The number of rows; 0 if it is unknown.
    package var height: Int

    /// Describes an output.
    package init(isInteractive: Bool, hasColor: Bool, width: Int = 80, height: Int = 0) {
        self.isInteractive = isInteractive
        self.hasColor = hasColor
        self.width = width
        self.height = height
    }

    /// The terminal for messages, which are not styled, even if standard output is a pipe.
    package var forMessages: Terminal {
        Terminal(isInteractive: true, hasColor: false, width: width)
    }

    /// Determines the properties from standard output and the environment.
    package init(environment: Environment, color: ColorChoice = .auto) {
        let interactive = StandardDescriptors.isTerminal(1)
        let size = Self.size
        func number(_ variable: String) -> Int? {
            environment[variable].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        }
        self.init(
            isInteractive: interactive,
            hasColor: Self.usesColor(environment, choice: color, interactive: interactive),
            width: number("COLUMNS") ?? (size.columns > 0 ? size.columns : 80),
            height: number("LINES") ?? size.rows
        )
    }

    /// Determines the properties; variables that forbid color take precedence over the setting.
    init(environment: Environment, color: ColorChoice?, setting: ColorChoice?) {
        let isForbidden = environment["NO_COLOR"] != nil || environment["TERM"] == "dumb"
        self.init(
            environment: environment,
            color: color ?? (isForbidden ? nil : setting) ?? .auto
        )
    }

    /// The size of the terminal that standard output is; 0 if it is none.
    package static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0 else { return (0, 0) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Returns whether to use color, following the convention of `NO_COLOR`.
    package static func usesColor(
        _ environment: Environment,
        choice: ColorChoice,
        interactive: Bool
    ) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto:
            interactive && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
        }
    }

    /// An emphasis of text.
    package enum Emphasis: String, Sendable {
        case bold = "1"
        case faint = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }

    /// Returns the text with an emphasis if color is used.
    package func styled(_ text: String, as emphasis: Emphasis) -> String {
        hasColor && !text.isEmpty ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Returns a line without the sequences that `styled` adds.
    static func withoutEmphasis(_ line: String) -> String {
        guard line.utf8.contains(0x1B) else { return line }
        let parts = line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts.first ?? "")) { result, part in
            result += part.drop { $0 != "m" }.dropFirst()
        }
    }

    /// Returns the beginning of a line that fits into a number of columns; the sequences that
    /// `styled` adds occupy none, and all of them remain.
    static func clipped(_ line: String, to width: Int) -> String {
        guard withoutEmphasis(line).displayWidth > width else { return line }
        var result = ""
        var used = 0
        var isSequence = false
        for character in line {
            if character == "\u{1B}" { isSequence = true }
            if !isSequence { used += String(character).displayWidth }
            if isSequence || used <= width { result.append(character) }
            if character.unicodeScalars.first == "m" { isSequence = false }
        }
        return result
    }

    /// Returns the text sanitized for a terminal, or unchanged for a pipe.
    package func safe(_ text: String) -> String { isInteractive ? Self.sanitized(text) : text }

    /// Returns the text with control characters replaced by control pictures (U+2400), except line
    /// breaks and tabs, and with controls of the direction of text replaced by U+FFFD.
    static func sanitized(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { picture(of: $0) != nil }) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(picture(of: scalar) ?? scalar)
        }
        return String(scalars)
    }

    private static func picture(of scalar: UnicodeScalar) -> UnicodeScalar? {
        switch scalar.value {
        case 0x09, 0x0A: nil
        case 0..<0x20: UnicodeScalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0: "\u{FFFD}"
        // Controls of the direction of text, which show characters in another order.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
        default: nil
        }
    }
}
