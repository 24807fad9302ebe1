// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol

/// The dates in the conditions of a search query.
struct SearchDates {
    private let reader: DateReader

    /// Creates dates relative to an instant, or to the present in the time zone of the daemon.
    init(now: Timestamp?) {
        let now = now ?? Self.present
        reader = DateReader(now: now)
    }

    /// The present in the time zone of the daemon.
    static var present: Timestamp {
        let date = Date()
        return Timestamp(
            milliseconds: date.milliseconds,
            offsetMinutes: TimeZone.current.secondsFromGMT(for: date) / 60
        ) ?? .epoch
    }

    /// Returns the test of `after:`, which includes the date.
    func since(_ condition: SearchCondition) throws -> EntryTest {
        guard let first = try span(condition).first else { return .all([]) }
        return .since(EntrySelection.Bound(first))
    }

    /// Returns the test of `before:`, which excludes the date.
    func before(_ condition: SearchCondition) throws -> EntryTest {
        switch try span(condition).first {
        case .instant(let instant): return .until(EntrySelection.Bound(.instant(instant)))
        case .day(let day):
            // Before the first day of the calendar there is no entry.
            guard let last = Day(daysSince1970: day.daysSince1970 - 1) else { return .any([]) }
            return .until(EntrySelection.Bound(.day(last)))
        case nil: return .any([])
        }
    }

    /// Returns the test of `on:`, which includes all of the date.
    func on(_ condition: SearchCondition) throws -> EntryTest {
        let span = try read(condition) { reader, text throws(DateError) in try reader.range(text) }
        return .all(
            [span.first.map { .since(EntrySelection.Bound($0)) }].compactMap { $0 }
                + [span.last.map { .until(EntrySelection.Bound($0)) }].compactMap { $0 }
        )
    }

    private func span(_ condition: SearchCondition) throws -> DateSpan {
        try read(condition) { reader, text throws(DateError) in try reader.span(text) }
    }

    private func read(
        _ condition: SearchCondition,
        _ body: (DateReader, String) throws(DateError) -> DateSpan
    ) throws -> DateSpan {
        do throws(DateError) {
            return try body(reader, condition.value)
        } catch {
            throw condition.error("\(error.message). \(error.advice)")
        }
    }
}
