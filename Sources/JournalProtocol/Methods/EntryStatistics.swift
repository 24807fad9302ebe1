// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns numbers about the entries that match a filter and a query: entries and words by day,
/// streaks, hours, weekdays and tags.
package struct EntryStatistics: MethodCall {
    package static let method = MethodName.entryStatistics

    /// The criteria that entries must match.
    package var filter: Filter
    /// A search query that entries must match, as in `entry.search`.
    package var query: String?
    /// The meaning of words and relative dates in the query.
    package var options: QueryOptions
    /// The first day of `days`; nil means 370 days before the last one.
    package var from: Day?
    /// The last day of `days`, on which the current streak may end if it is not in the future; nil
    /// means today.
    package var to: Day?

    /// The maximum number of days from the first to the last day of `days`.
    package static let maximumDayCount = 4000
    /// The number of days in `days` if the request has no `from`: a calendar of whole weeks that
    /// contains a year.
    package static let defaultDayCount = 371
    /// The maximum number of tags in a reply.
    package static let maximumTagCount = 100

    /// Creates a request for statistics.
    package init(
        filter: Filter = Filter(),
        query: String? = nil,
        options: QueryOptions = QueryOptions(),
        from: Day? = nil,
        to: Day? = nil
    ) {
        self.filter = filter
        self.query = query
        self.options = options
        self.from = from
        self.to = to
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        filter = try fields.optional("filter", \.filter, default: Filter())
        query = try fields.optional("query", \.query)
        options = try fields.embedded(\.options)
        from = try fields.optional("from", \.from)
        to = try fields.optional("to", \.to)
    }

    package func validate() throws(InvalidParams) {
        guard let from, let to else { return }
        guard from <= to else {
            throw InvalidParams("expected a day up to \(to), got \"\(from)\"").under("from")
        }
        guard to.daysSince1970 - from.daysSince1970 < Self.maximumDayCount else {
            throw InvalidParams(
                "expected at most \(Self.maximumDayCount) days up to \(to), got \"\(from)\""
            ).under("from")
        }
    }

    /// The numbers.
    package struct Reply: ProtocolObject, Equatable {
        /// The number of matching entries.
        package var entryCount: Int
        /// The number of their words.
        package var wordCount: Int
        /// The number of days on which they were written.
        package var dayCount: Int
        /// The first of these days; nil if there are no entries.
        package var first: Day?
        /// The last of these days.
        package var last: Day?
        /// The longest sequence of successive days with entries, the latest if there are several.
        package var longestStreak: Streak?
        /// The sequence of days that ends today, at the `to` of the request if that is earlier, or
        /// the day before.
        package var currentStreak: Streak?
        /// The days with entries between `from` and `to` of the request.
        package var days: [DayCount]
        /// The number of entries of each hour, from midnight.
        package var hours: [Int]
        /// The number of entries of each day of the week, Monday first.
        package var weekdays: [Int]
        /// The most frequent tags of the entries, the most frequent first.
        package var tags: [TagCount]
        /// The position in the history at which the entries were read.
        package var cursor: Cursor

        /// Creates a reply.
        package init(
            entryCount: Int,
            wordCount: Int,
            dayCount: Int,
            first: Day? = nil,
            last: Day? = nil,
            longestStreak: Streak? = nil,
            currentStreak: Streak? = nil,
            days: [DayCount] = [],
            hours: [Int] = Array(repeating: 0, count: 24),
            weekdays: [Int] = Array(repeating: 0, count: 7),
            tags: [TagCount] = [],
            cursor: Cursor
        ) {
            self.entryCount = entryCount
            self.wordCount = wordCount
            self.dayCount = dayCount
            self.first = first
            self.last = last
            self.longestStreak = longestStreak
            self.currentStreak = currentStreak
            self.days = days
            self.hours = hours
            self.weekdays = weekdays
            self.tags = tags
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            entryCount = try fields.required("entries", \.entryCount)
            wordCount = try fields.required("words", \.wordCount)
            dayCount = try fields.required("dayCount", \.dayCount)
            first = try fields.optional("first", \.first)
            last = try fields.optional("last", \.last)
            longestStreak = try fields.optional("longestStreak", \.longestStreak)
            currentStreak = try fields.optional("currentStreak", \.currentStreak)
            days = try fields.sent("days", \.days, ifAbsent: [])
            hours = try fields.required("hours", \.hours, as: .array(24...24, of: "numbers"))
            weekdays = try fields.required("weekdays", \.weekdays, as: .array(7...7, of: "numbers"))
            tags = try fields.sent("tags", \.tags, ifAbsent: [])
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}

extension EntryStatistics {
    /// A sequence of successive days with entries.
    package struct Streak: ProtocolObject, Equatable {
        /// The first day.
        package var from: Day
        /// The last day.
        package var to: Day

        /// The number of days.
        package var dayCount: Int { to.daysSince1970 - from.daysSince1970 + 1 }

        /// Creates a sequence.
        package init(from: Day, to: Day) {
            self.from = from
            self.to = to
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            fields.derived("days", \.dayCount)
            from = try fields.required("from", \.from)
            to = try fields.required("to", \.to)
        }
    }

    /// The entries of a day.
    package struct DayCount: ProtocolObject, Equatable {
        /// The day, in the time zone of each author.
        package var day: Day
        /// The number of entries.
        package var entryCount: Int
        /// The number of their words.
        package var wordCount: Int

        /// Creates the numbers of a day.
        package init(day: Day, entryCount: Int, wordCount: Int) {
            self.day = day
            self.entryCount = entryCount
            self.wordCount = wordCount
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            day = try fields.required("day", \.day)
            entryCount = try fields.required("entries", \.entryCount)
            wordCount = try fields.required("words", \.wordCount)
        }
    }

    /// The entries with a tag.
    package struct TagCount: ProtocolObject, Equatable {
        /// The name of the tag.
        package var name: String
        /// The number of entries.
        package var entryCount: Int

        /// Creates the number of a tag.
        package init(name: String, entryCount: Int) {
            self.name = name
            self.entryCount = entryCount
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            name = try fields.required("name", \.name)
            entryCount = try fields.required("entries", \.entryCount)
        }
    }
}
