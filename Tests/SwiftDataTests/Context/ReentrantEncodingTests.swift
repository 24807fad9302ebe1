// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Values whose code for encoding queries the context that encodes them.
@Suite struct ReentrantEncodingTests {
    struct Reading: Codable {
        struct Hook: @unchecked Sendable {
            // Unchecked, because it is only called in the task that sets it.
            let run: () throws -> Void
        }

        @TaskLocal static var whileEncoding: Hook?
        var degrees: Int

        init(_ degrees: Int) { self.degrees = degrees }

        init(from decoder: any Decoder) throws {
            degrees = try decoder.singleValueContainer().decode(Int.self)
        }

        func encode(to encoder: any Encoder) throws {
            try Self.whileEncoding?.run()
            var container = encoder.singleValueContainer()
            try container.encode(degrees)
        }
    }

    @Model final class Gauge {
        var name: String
        var reading: Reading

        init(_ name: String, _ degrees: Int) {
            self.name = name
            reading = Reading(degrees)
        }
    }

    private let context: ModelContext
    private let warm = FetchDescriptor<Gauge>(predicate: #Predicate { $0.name == "warm" })

    init() throws {
        context = ModelContext(
            try ModelContainer(
                for: Gauge.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
        context.insert(Gauge("cold", 1))
        context.insert(Gauge("warm", 20))
    }

    /// Calls `body`, during which each encoding of a reading counts the gauges.
    private func countingWhileEncoding<R>(_ body: () throws -> R) throws -> (R, count: Int) {
        var count = 0
        let hook = Reading.Hook {
            count += 1
            _ = try context.fetchCount(FetchDescriptor<Gauge>())
        }
        return (try Reading.$whileEncoding.withValue(hook, operation: body), count)
    }

    @Test func queryOfTheTableThatIsEncodedSucceeds() throws {
        let (found, count) = try countingWhileEncoding { try context.fetch(warm) }
        #expect(found.map(\.reading.degrees) == [20])
        #expect(count == 2)
        #expect(try context.fetchCount(FetchDescriptor<Gauge>()) == 2)
    }

    @Test func queryDuringTheEncodingOfChangesSucceeds() throws {
        try context.save()
        let gauge = try #require(try context.fetch(warm).first)
        gauge.reading = Reading(25)
        let (found, count) = try countingWhileEncoding { try context.fetch(warm) }
        #expect(found.map(\.reading.degrees) == [25])
        #expect(count == 1)
    }

    @Test func queryDuringASaveSucceeds() throws {
        let (_, count) = try countingWhileEncoding { try context.save() }
        #expect(count >= 2)
        #expect(try context.fetch(warm).map(\.reading.degrees) == [20])
    }
}
