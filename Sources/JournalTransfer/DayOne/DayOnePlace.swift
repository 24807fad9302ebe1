// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The place and the weather of an entry of Day One, in words.
enum DayOnePlace {
    /// Returns the names of a place and its coordinates: `Café, Porto (41.1579, -8.6291)`.
    ///
    /// - Returns: The text, or nil if the object has neither.
    static func text(_ location: JSON?) -> String? {
        guard let location else { return nil }
        var names: [String] = []
        for member in ["userLabel", "placeName", "localityName", "administrativeArea", "country"] {
            guard let name = word(location[member]), !names.contains(name) else { continue }
            names.append(name)
        }
        var text = names.joined(separator: ", ")
        if let latitude = number(location["latitude"], decimals: 4),
            let longitude = number(location["longitude"], decimals: 4)
        {
            text += text.isEmpty ? "\(latitude), \(longitude)" : " (\(latitude), \(longitude))"
        }
        return text.isEmpty ? nil : text
    }

    /// Returns the weather: `Mostly Cloudy, 12 °C`.
    ///
    /// - Returns: The text, or nil if the object has neither a description nor a temperature.
    static func text(ofWeather weather: JSON?) -> String? {
        guard let weather else { return nil }
        let temperature = number(weather["temperatureCelsius"], decimals: 0).map { $0 + " °C" }
        let parts = [word(weather["conditionsDescription"]), temperature].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns a text in one line; nil for an empty one.
    private static func word(_ json: JSON?) -> String? {
        let words = json?.stringValue?.split(whereSeparator: \.isWhitespace) ?? []
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Returns a number without zeros at its end.
    private static func number(_ json: JSON?, decimals: Int) -> String? {
        let value: Double
        switch json {
        case .integer(let integer): value = Double(integer)
        case .number(let number): value = number
        default: return nil
        }
        let factor = (0..<decimals).reduce(1.0) { result, _ in result * 10 }
        let scaled = (value * factor).rounded()
        guard abs(scaled) < 1e9 else { return nil }
        let rounded = scaled / factor
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
