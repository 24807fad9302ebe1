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

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        filter = try fields.optional("filter") ?? Filter()
        query = try fields.optional("query")
        options = try QueryOptions(fields)
        from = try fields.optional("from")
        to = try fields.optional("to")
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

    package var json: JSON {
        var object = JSONObject()
        object.append("filter", filter.isEmpty ? nil : filter)
        object.append("query", query)
        options.append(to: &object)
        object.append("from", from)
        object.append("to", to)
        return .object(object)
    }

    /// The numbers.
    package struct Reply: JSONConvertible, Equatable {
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

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            entryCount = try fields.required("entries")
            wordCount = try fields.required("words")
            dayCount = try fields.required("dayCount")
            first = try fields.optional("first")
            last = try fields.optional("last")
            longestStreak = try fields.optional("longestStreak")
            currentStreak = try fields.optional("currentStreak")
            days = try fields.array("days") ?? []
            hours = try Self.numbers("hours", 24, fields)
            weekdays = try Self.numbers("weekdays", 7, fields)
            tags = try fields.array("tags") ?? []
            cursor = try fields.required("cursor")
        }

        private static func numbers(
            _ key: String,
            _ count: Int,
            _ fields: JSONFields
        ) throws(InvalidParams) -> [Int] {
            let numbers = try fields.array(key, of: Int.self) ?? []
            guard numbers.count == count else {
                throw InvalidParams("expected \(count) numbers, got \(numbers.count)").under(key)
            }
            return numbers
        }

        package var json: JSON {
            var object = JSONObject()
            object.append("entries", entryCount)
            object.append("words", wordCount)
            object.append("dayCount", dayCount)
            object.append("first", first)
            object.append("last", last)
            object.append("longestStreak", longestStreak)
            object.append("currentStreak", currentStreak)
            object.append("days", each: days)
            object.append("hours", each: hours)
            object.append("weekdays", each: weekdays)
            object.append("tags", each: tags)
            object.append("cursor", cursor)
            return .object(object)
        }
    }
}

extension EntryStatistics {
    /// A sequence of successive days with entries.
    package struct Streak: JSONConvertible, Equatable {
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

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            from = try fields.required("from")
            to = try fields.required("to")
        }

        package var json: JSON {
            ["days": dayCount.json, "from": from.json, "to": to.json]
        }
    }

    /// The entries of a day.
    package struct DayCount: JSONConvertible, Equatable {
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

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            day = try fields.required("day")
            entryCount = try fields.required("entries")
            wordCount = try fields.required("words")
        }

        package var json: JSON {
            ["day": day.json, "entries": entryCount.json, "words": wordCount.json]
        }
    }

    /// The entries with a tag.
    package struct TagCount: JSONConvertible, Equatable {
        /// The name of the tag.
        package var name: String
        /// The number of entries.
        package var entryCount: Int

        /// Creates the number of a tag.
        package init(name: String, entryCount: Int) {
            self.name = name
            self.entryCount = entryCount
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            name = try fields.required("name")
            entryCount = try fields.required("entries")
        }

        package var json: JSON { ["name": .string(name), "entries": entryCount.json] }
    }
}
