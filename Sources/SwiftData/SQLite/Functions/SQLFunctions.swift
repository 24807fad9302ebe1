// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// SQL functions and collations with Swift's semantics of text and numbers.
///
/// They are C functions for speed, because a search calls them for every row. All return NULL if an
/// argument is NULL.
enum SQLFunctions {
    /// The collation of text columns and their indexes, which compares as `String` does.
    static let stringCollation = "swift_string"
    /// The collation that orders text like a file list, by the rules of the current locale.
    static let localizedStandardCollation = "swift_localized_standard"
    /// The collation that compares decimal numbers in text form by their values.
    static let decimalCollation = "swift_decimal"

    typealias Function = SQLiteDatabase.Function
    typealias Collation = SQLiteDatabase.Collation

    /// Installs all functions and collations in a connection.
    ///
    /// Every connection that runs rendered queries needs them.
    static func install(in database: SQLiteDatabase) throws {
        for (name, function) in textFunctions + localizedFunctions + numberFunctions {
            try database.add(function.body, name, arguments: function.arguments)
        }
        for (name, makeState) in aggregates { try database.addAggregate(name, makeState) }
        try database.add(compareStrings, stringCollation)
        try database.add(compareLocalized, localizedStandardCollation)
        try database.add(compareDecimals, decimalCollation)
    }
}
