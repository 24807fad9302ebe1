// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The values of `config.toml`; nil for those that it does not have.
///
/// Options and variables of the environment take precedence over them.
package struct Settings: Sendable, Equatable {
    /// A value of a setting.
    package enum Value: Sendable, Equatable {
        case text(String)
        case flag(Bool)
    }

    private var values: [SettingName: Value] = [:]

    /// Creates settings without values.
    package init() {}

    /// The settings that have a value.
    package var names: [SettingName] { SettingName.allCases.filter { values[$0] != nil } }

    /// The value of a setting, or `nil`.
    package subscript(name: SettingName) -> Value? { values[name] }

    /// The notebook of new entries.
    package var notebook: String? { text(.notebook) }
    /// The template of new entries.
    package var template: String? { text(.template) }
    /// Whether words such as `#garden` become tags.
    package var textTags: Bool? { flag(.textTags) }
    /// Returns whether words such as `#garden` become tags, with the choice of a command; nil for
    /// none.
    package func makesTextTags(_ choice: Bool?) -> Bool { choice ?? textTags ?? true }

    /// The command of the editor.
    package var editor: String? { text(.editor) }
    /// The order of day and month.
    package var dateOrder: DateConventions.NumberOrder? {
        text(.dateOrder).flatMap { Self.orders[$0] }
    }
    /// The day with which a week starts.
    package var firstWeekday: Weekday? {
        text(.firstWeekday).flatMap { name in
            Self.weekdays.firstIndex(of: name).flatMap { Weekday(rawValue: $0) }
        }
    }
    /// Whether lists show times relative to now.
    package var relativeTimes: Bool? { flag(.relativeTimes) }
    /// When to use color.
    package var color: Terminal.ColorChoice? {
        text(.color).flatMap { Terminal.ColorChoice(rawValue: $0) }
    }
    /// The format of the lines of lists.
    package var listFormat: String? { text(.listFormat) }
    /// The command that shows long output; empty for none.
    package var pager: String? { text(.pager) }

    /// Sets a value if it is valid.
    ///
    /// - Parameters:
    ///   - name: The setting.
    ///   - value: The value; nil for one of a type that no setting has.
    /// - Returns: What is wrong with the value; nil if it was valid and was set.
    package mutating func set(_ name: SettingName, to value: Value?) -> String? {
        if let expected = Self.expectation(name, for: value) { return "use \(expected)" }
        if name == .listFormat, case .text(let format)? = value,
            let fault = EntryTemplate.fault(of: format)
        {
            return "\(fault); see: journal list --help"
        }
        values[name] = value
        return nil
    }

    private func text(_ name: SettingName) -> String? {
        if case .text(let text)? = values[name] { text } else { nil }
    }

    private func flag(_ name: SettingName) -> Bool? {
        if case .flag(let flag)? = values[name] { flag } else { nil }
    }
}

extension Settings {
    private static let orders: [String: DateConventions.NumberOrder] = [
        "day-month": .dayMonth, "month-day": .monthDay,
    ]
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Returns what a valid value of a setting is; nil if the value is valid.
    private static func expectation(_ name: SettingName, for value: Value?) -> String? {
        switch (name, value) {
        case (.textTags, .flag), (.relativeTimes, .flag), (.pager, .text): nil
        case (.textTags, _), (.relativeTimes, _): "true or false"
        case (.notebook, .text(let text)) where text.utf8.count > Limits.name:
            "a name of at most \(Limits.name) bytes"
        case (.dateOrder, .text(let text)) where orders[text] != nil: nil
        case (.dateOrder, _): "\"day-month\" or \"month-day\""
        case (.firstWeekday, .text(let text)) where weekdays.contains(text): nil
        case (.firstWeekday, _): "a day such as \"monday\" or \"sunday\""
        case (.color, .text(let text)) where Terminal.ColorChoice(rawValue: text) != nil: nil
        case (.color, _): "\"auto\", \"always\" or \"never\""
        case (_, .text(let text)) where !text.allSatisfy(\.isWhitespace): nil
        case (.pager, _): "a string"
        default: "a string that is not empty"
        }
    }
}

extension DateConventions {
    /// Creates the conventions of the settings, and of the locale for what they leave out.
    package init(_ settings: Settings, environment: Environment) {
        self.init(environment: environment)
        order = settings.dateOrder ?? order
        firstWeekday = settings.firstWeekday ?? firstWeekday
    }
}

/// The settings of `config.toml`, by their keys.
package enum SettingName: String, Sendable, CaseIterable {
    /// The notebook of new entries.
    case notebook
    /// The template of new entries.
    case template
    /// Whether words such as `#garden` become tags.
    case textTags = "text-tags"
    /// The editor for `new` and `edit`.
    case editor
    /// The order of day and month in dates such as `9/11/2026`.
    case dateOrder = "date-order"
    /// The day with which a week starts.
    case firstWeekday = "first-weekday"
    /// Whether lists show times relative to now.
    case relativeTimes = "relative-times"
    /// When to use color.
    case color
    /// The format of the lines of lists.
    case listFormat = "list-format"
    /// The program that shows long output.
    case pager
}
