// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Reads the entries of a listing page by page.
package struct ListedEntries {
    /// The entries that `list` prints.
    package enum Selection: Sendable {
        /// All that match, in the order of time.
        case ordered(ListOrder)
        /// The entries of a day of the year in all years.
        case yearDay(YearDay, ListOrder)
        /// A random selection.
        case random
    }

    private let client: JournalClient
    private let filter: Filter
    private let include: Include
    private let limit: Int?

    /// Creates a list; without a limit it has all entries.
    package init(client: JournalClient, filter: Filter, include: Include, limit: Int?) {
        self.client = client
        self.filter = filter
        self.include = include
        self.limit = limit
    }

    /// The outcome of a list.
    package struct End: Sendable, Equatable {
        /// Whether the limit left entries out.
        package var isCut = false
        /// The position of the next page, of a list in the order of time.
        package var next: PageCursor?
    }

    /// Passes every entry to a closure as its page arrives.
    ///
    /// - Throws: The error of the first call that fails, or of the closure.
    package func forEach(
        _ selection: Selection,
        _ body: (EntryRecord) throws(ClientError) -> Void
    ) throws(ClientError) -> End {
        switch selection {
        case .ordered(let order):
            let next = try pages(filter, order: order, limit: limit).forEach(body)
            return End(isCut: next != nil, next: next)
        case .yearDay(let day, let order): return try years(of: day, order: order, body)
        case .random:
            let call = EntryList(
                filter: filter,
                order: .random,
                limit: min(limit ?? 1, Limits.page),
                include: include
            )
            for entry in try client.call(call).entries { try body(entry) }
            return End()
        }
    }

    private func pages(_ filter: Filter, order: ListOrder, limit: Int?) -> EntryPages {
        EntryPages(client: client, filter: filter, order: order, include: include, limit: limit)
    }

    /// Reads the day of one year after the other, and skips years without entries: the number of
    /// calls is proportional to the years that have some.
    private func years(
        of day: YearDay,
        order: ListOrder,
        _ body: (EntryRecord) throws(ClientError) -> Void
    ) throws(ClientError) -> End {
        var left = limit ?? .max
        guard var year = try nextYear(nil, order: order) else { return End() }
        while true {
            if let days = day.days(in: year) {
                var filter = filter
                filter.since = .day(days.lowerBound)
                filter.until = .day(days.upperBound)
                // One more than the limit, to find out whether it leaves entries out.
                var isCut = false
                let end = left == .max ? nil : left + 1
                _ = try pages(filter, order: order, limit: end).forEach {
                    entry throws(ClientError) in
                    guard left > 0 else {
                        isCut = true
                        return
                    }
                    left -= 1
                    try body(entry)
                }
                if isCut { return End(isCut: true) }
            }
            guard let next = try nextYear(year, order: order) else { return End() }
            year = next
        }
    }

    /// Returns the next year that may have an entry, or the first one; nil if no entries are left.
    private func nextYear(_ year: Int?, order: ListOrder) throws(ClientError) -> Int? {
        var filter = filter
        if let year {
            switch order {
            case .oldest:
                guard let day = Day(year: year + 1, month: 1, day: 1) else { return nil }
                filter.since = .day(day)
            case .newest, .random:
                guard let day = Day(year: year - 1, month: 12, day: 31) else { return nil }
                filter.until = .day(day)
            }
        }
        let call = EntryList(filter: filter, order: order, limit: 1, include: .summary)
        return try client.call(call).entries.first?.localDay.firstYear(in: order, after: year)
    }
}

extension Day {
    /// Returns the first year, in the direction of an order, in which an entry may have its local
    /// day, if this is the local day of the entry with the first instant.
    ///
    /// Offsets are shorter than a day, so an entry with a later instant can have an earlier local
    /// day, by two days at most.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - year: The previous year in this order, or `nil`.
    /// - Returns: The year.
    func firstYear(in order: ListOrder, after year: Int?) -> Int {
        switch order {
        case .oldest:
            let first = Day(daysSince1970: daysSince1970 - 2)?.year ?? self.year
            return max(first, year.map { $0 + 1 } ?? first)
        case .newest, .random:
            let first = Day(daysSince1970: daysSince1970 + 2)?.year ?? self.year
            return min(first, year.map { $0 - 1 } ?? first)
        }
    }
}

/// A day of the year, such as 22 November, in every year.
package struct YearDay: Sendable, Equatable {
    private let month: Int
    private let day: Int
    /// Whether 29 February belongs to 28 February, because the year that was asked for lacks it.
    private let includesLeapDay: Bool

    /// Creates the day of the year of a day.
    ///
    /// 28 February of a year without a 29th includes 29 February of other years. 29 February exists
    /// only in leap years.
    package init(_ day: Day) {
        month = day.month
        self.day = day.day
        includesLeapDay = (day.month, day.day) == (2, 28) && day.monthLength == 28
    }

    /// Returns the span of days in a year; nil if the year lacks the day.
    package func days(in year: Int) -> ClosedRange<Day>? {
        guard let first = Day(year: year, month: month, day: day) else { return nil }
        guard includesLeapDay, first.monthLength == 29 else { return first...first }
        return first...first.endOfMonth
    }
}
