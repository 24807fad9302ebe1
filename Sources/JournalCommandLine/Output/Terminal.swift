// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol
internal import JournalSystem

/// What the standard output is: a person's terminal, or a pipe that wants plain text.
package struct Terminal: Sendable, Equatable {
    /// When to use colour.
    package enum ColorChoice: String, Sendable, CaseIterable {
        case auto
        case always
        case never
    }

    /// Whether a person looks at it.
    package var isInteractive: Bool
    /// Whether colour and bold are wanted.
    package var hasColor: Bool
    /// How many columns there are.
    package var width: Int

    /// Describes an output.
    package init(isInteractive: Bool, hasColor: Bool, width: Int = 80) {
        self.isInteractive = isInteractive
        self.hasColor = hasColor
        self.width = width
    }

    /// Looks at the standard output and the variables.
    package init(environment: Environment, color: ColorChoice = .auto) {
        let interactive = StandardDescriptors.isTerminal(1)
        self.init(
            isInteractive: interactive,
            hasColor: Self.wantsColor(environment, color, interactive: interactive),
            width: Self.columns(environment)
        )
    }

    /// Whether colour is wanted, by the convention of `NO_COLOR`.
    package static func wantsColor(
        _ environment: Environment,
        _ choice: ColorChoice,
        interactive: Bool
    ) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto:
            interactive && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
        }
    }

    private static func columns(_ environment: Environment) -> Int {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// A way to make text stand out.
    package enum Emphasis: String, Sendable {
        case bold = "1"
        case faint = "2"
        case yellow = "33"
        case cyan = "36"
    }

    /// The text with its emphasis, where there is colour.
    package func styled(_ text: String, _ emphasis: Emphasis) -> String {
        hasColor && !text.isEmpty ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The text as a person may see it; a pipe gets it as it is.
    package func safe(_ text: String) -> String { isInteractive ? Self.harmless(text) : text }

    /// The text made harmless for a terminal: control characters other than line ends and tabs
    /// are shown as pictures of themselves.
    static func harmless(_ text: String) -> String {
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
        default: nil
        }
    }
}
