// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
