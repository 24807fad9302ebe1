// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension QueryFunction {
    /// The name of the SQL function, either installed by `SQLFunctions` or built into SQLite.
    var name: String {
        switch self {
        case .contains: "swift_contains"
        case .startsWith: "swift_starts_with"
        case .characterCount: "swift_character_count"
        case .firstCharacter: "swift_first_character"
        case .lastCharacter: "swift_last_character"
        case .localizedStandardContains: "swift_localized_standard_contains"
        case .localizedCompare: "swift_localized_compare"
        case .caseInsensitiveCompare: "swift_case_insensitive_compare"
        case .byteCount: "length"
        }
    }
}
