// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol

extension ZonedInstant {
    /// Creates an instant with the offset and the local date of its timestamp.
    init(_ timestamp: Timestamp, in zone: String) {
        self.init(
            milliseconds: timestamp.milliseconds,
            offsetMinutes: timestamp.offsetMinutes,
            zone: zone,
            localDay: timestamp.day.description
        )
    }

    /// Returns the instant with the time and the zone that a request replaces.
    ///
    /// With a new zone only, the instant remains the same, and the clock of the zone determines its
    /// offset and its local date.
    ///
    /// - Throws: `dateInvalid` for an unknown time zone.
    func replacing(createdAt: Timestamp?, zone: String?) throws(JournalError) -> ZonedInstant {
        guard let zone else {
            return createdAt.map { ZonedInstant($0, in: self.zone) } ?? self
        }
        let name = try TimeZoneName(zone)
        if let createdAt { return ZonedInstant(createdAt, in: name.text) }
        let offset = name.offsetMinutes(at: date)
        return ZonedInstant(Timestamp(date, offsetMinutes: offset), in: name.text)
    }
}
