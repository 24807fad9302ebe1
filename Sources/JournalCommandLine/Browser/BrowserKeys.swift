// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The keys of the browser, for its screen and for the help of its command.
package enum BrowserKeys {
    private static let keys = [
        ("↑ ↓, k j", "select an entry, or scroll its text"),
        ("PgUp PgDn, Space", "a page up or down"),
        ("Home End, g G", "the beginning or the end"),
        ("Enter", "show the whole text"),
        ("e, n", "edit the entry, write a new one"),
        ("d, Delete", "move the entry to the trash"),
        ("s", "star the entry, or remove its star"),
        ("t", "change the tags of the entry"),
        ("m", "move the entry to another notebook"),
        ("u", "undo your last change"),
        ("/", "search; Escape shows all"),
        ("?", "show these keys"),
        ("q", "back, or quit"),
    ]

    /// A line for each key and its effect.
    package static var lines: [String] {
        let width = keys.map(\.0.displayWidth).max() ?? 0
        return keys.map { "  " + $0.0.padded(to: width) + "  " + $0.1 }
    }

    /// The last line of the screen with the list, the most important keys first.
    static let ofList = "? keys  q quit  Enter read  e edit  n new  d delete  u undo  / search"
    /// The last line of the screen with a text.
    static let ofText = "? keys  q back  e edit  d delete  s star  t tags  ↑ ↓ scroll"
    /// The last line of the screen with the keys.
    static let ofHelp = "q back"
}
