// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Encoding and decoding rows without a store.
@Suite struct RowCodecTests {
    private let entity: EntityDescription
    private let table: TableLayout
    private var columns: [Int32] { table.firstColumns }

    init() throws {
        let schema = try ResolvedSchema(Schema([Song.self]))
        entity = try schema.entity(for: Song.self)
        table = SchemaLayout(schema)[entity]
    }

    private func index(of name: String) throws -> Int {
        try #require(entity.property(named: name)).index
    }

    private func values(of song: Song, _ selection: PropertySet? = nil) throws -> [_ColumnValue] {
        var encoder = table.makeEncoder()
        encoder.selection = selection
        try song._$encode(&encoder)
        return encoder.values
    }

    private func decoder(_ values: [_ColumnValue]) -> _RowDecoder {
        _RowDecoder(ValueRow(values), columns: columns, of: entity)
    }

    private func emptySong() -> Song { Song(backingData: _EmptyBackingData<Song>()) }

    @Test func decodingValuesReturnsWhatWasEncoded() throws {
        let song = Song("Rain", text: "drops")
        song.links = [try #require(URL(string: "https://example.org"))]
        let copy = emptySong()
        try copy._$decode(decoder(try values(of: song)))
        #expect(copy.title == "Rain")
        #expect(copy.text == "drops")
        #expect(copy.links == song.links)
        #expect(copy.code == song.code)
        #expect(copy.mood == song.mood)
        #expect(copy.length == song.length)
        #expect(copy.cover == song.cover)
    }

    @Test func encodingIsLimitedToTheSelection() throws {
        var selection = PropertySet()
        selection.insert(try index(of: "title"))
        let encoded = try values(of: Song("Rain", text: "drops"), selection)
        #expect(encoded.filter { $0 != .null } == [.text("Rain")])
    }

    @Test func decodingKeepsOmittedProperties() throws {
        let row = decoder(try values(of: Song("Rain", text: "drops")))
        let other = Song("Snow", text: "flakes")
        var changed = PropertySet()
        changed.insert(try index(of: "title"))
        try other._$decode(row.omitting(changed))
        #expect(other.title == "Snow")
        #expect(other.text == "drops")
    }

    @Test func valueOfWrongClassIsReportedWithItsProperty() throws {
        var values = try values(of: Song("Rain"))
        values[Int(columns[try index(of: "title")])] = .integer(7)
        let error = #expect(throws: SwiftDataError.self) {
            try emptySong()._$decode(decoder(values))
        }
        #expect(error?.explanation.contains("Song.title") == true)
        #expect(error?.explanation.contains("the integer 7") == true)
    }

    @Test func propertyIndexesAreRelativeToTheDeclaringClass() throws {
        let entity = try #require(try ResolvedSchema(Schema(Trips.models)).entity(named: "Trip"))
        let positions = entity.properties.indices.map { Int32($0) }
        let row = _RowDecoder(ValueRow([]), columns: positions, of: entity)
        let badge = try #require(entity.property(named: "Conference.badge"))
        #expect(row.column(of: 1) == 1)
        #expect(row.properties(of: Trips.Conference.self).column(of: 0) == Int32(badge.index))
        #expect(row.properties(of: Trips.Trip.self).column(of: 1) == 1)
        var encoder = _RowEncoder(columns: positions, count: positions.count, of: entity)
        encoder.select(Trips.Conference.self)
        encoder.set(.integer(5), encoder.column(of: 0))
        #expect(encoder.values[badge.index] == .integer(5))
    }

    @Test func rowOfHierarchyHasTheNameOfItsClass() throws {
        let entity = try #require(try ResolvedSchema(Schema(Trips.models)).entity(named: "Trip"))
        let positions = entity.properties.indices.map { Int32($0) }
        var encoder = _RowEncoder(columns: positions, count: positions.count, of: entity)
        encoder.reset(for: Trips.Conference(name: "x", badge: 1))
        let row = _RowDecoder(ValueRow(encoder.values), columns: positions, of: entity)
        #expect(row.modelClass?.name == "Conference")
    }
}
