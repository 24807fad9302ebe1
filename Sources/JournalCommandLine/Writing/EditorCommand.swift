// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The command line of the user's editor, and the place where it was chosen.
struct EditorCommand: Sendable, Equatable {
    /// The place of a choice.
    private enum Origin: Sendable, Equatable {
        case variable(String)
        case setting
        case system
    }

    /// A time in which no text is opened and closed again.
    static let shortTime = Duration.milliseconds(500)

    /// The options with which editors that open a window wait until it is closed.
    private static let waitingOptions: [String: String] = {
        var options = [
            "gnome-text-editor": "--standalone", "gvim": "-f", "kate": "--block",
            "mousepad": "--disable-server", "mvim": "-f",
        ]
        let others = """
            atom bbedit code code-insiders codium cursor gedit idea lapce mate pluma pulsar pycharm \
            subl sublime_text vscodium windsurf xed zed zeditor
            """
        for name in others.split(separator: " ") { options[String(name)] = "--wait" }
        return options
    }()

    /// Other forms of these options.
    private static let otherForms: Set<Substring> = ["-w", "-b", "--nofork", "-s"]

    /// The command, as a shell reads it.
    let line: String
    private let origin: Origin

    /// Chooses `$VISUAL`, `$EDITOR`, the command of the settings, or an editor that every Debian
    /// has.
    init(environment: Environment, setting: String?) {
        if let name = ["VISUAL", "EDITOR"].first(where: { environment[$0] != nil }) {
            (line, origin) = (environment[name] ?? "", .variable(name))
        } else if let setting {
            (line, origin) = (setting, .setting)
        } else {
            (line, origin) = (Self.fallback(environment), .system)
        }
    }

    /// Returns the editor of a user without a choice.
    static func fallback(_ environment: Environment) -> String {
        for name in ["sensible-editor", "editor"] {
            if let path = Program.find(name, path: environment["PATH"]) { return path }
        }
        return "vi"
    }

    /// Returns a hint for an editor command that exited without changing the text.
    ///
    /// - Parameter isQuick: Whether it ended within the short time.
    /// - Returns: Lines with the option to wait; nil if the editor has probably been closed.
    func hint(isQuick: Bool) -> String? {
        let words = line.split(separator: " ")
        let program = String(words.first?.split(separator: "/").last ?? "")
        let option = Self.waitingOptions[program]
        let isWaiting = words.dropFirst().contains { word in
            word == option ?? "--wait" || Self.otherForms.contains(word)
        }
        guard isQuick || option != nil, !isWaiting else { return nil }
        let state = "the editor (\(line)) returned without a change; its window may still be open"
        guard let option else {
            return "\(state)\nSuch an editor needs its option to wait, for example --wait or -f."
        }
        let name =
            switch origin {
            case .variable(let name): "\(name)="
            case .setting: "editor = "
            case .system: "EDITOR="
            }
        return "\(state)\nTo wait until it is closed: \(name)\"\(line) \(option)\""
    }
}
