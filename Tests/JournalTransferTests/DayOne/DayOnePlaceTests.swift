// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

struct DayOnePlaceTests {
    private func entry(_ members: String) throws -> TransferEntry {
        let json = "{\"creationDate\":\"2018-12-10T16:54:13Z\",\"text\":\"a\",\(members)}"
        return try #require(try TransferFixture.read(json, JSONEntryDecoder(clock: .utc)).first)
    }

    @Test(
        arguments: [
            (
                """
                "location":{"localityName":"Porto","country":"Portugal","longitude":-8.62910001,
                "placeName":"Café  Luna\\n","administrativeArea":"Porto","latitude":41.15785}
                """, "Café Luna, Porto, Portugal (41.1579, -8.6291)", nil
            ),
            ("\"location\":{\"longitude\":10,\"latitude\":0.5}", "0.5, 10", nil),
            ("\"location\":{\"country\":\"\",\"latitude\":\"x\"},\"weather\":{}", nil, nil),
            ("\"location\":null,\"weather\":[1]", nil, nil),
            ("\"location\":{\"latitude\":1e300,\"longitude\":1}", nil, nil),
            (
                "\"weather\":{\"conditionsDescription\":\"Cloudy\",\"temperatureCelsius\":-0.6}",
                nil, "Cloudy, -1 °C"
            ),
            ("\"weather\":{\"temperatureCelsius\":21}", nil, "21 °C"),
        ] as [(String, String?, String?)]
    )
    func placesAndWeatherBecomeWords(members: String, place: String?, weather: String?) throws {
        let entry = try entry(members)
        #expect(entry.place == place)
        #expect(entry.weather == weather)
        #expect(entry.text == "a")
    }

    @Test func placeAndWeatherAreTheLastLinesOnRequest() throws {
        var entry = TransferEntry(text: "a walk")
        entry.appendPlace()
        #expect(entry.text == "a walk")
        entry.weather = "Rain"
        entry.place = "Porto"
        entry.appendPlace()
        #expect(entry.text == "a walk\n\nPlace: Porto\nWeather: Rain")
    }
}
