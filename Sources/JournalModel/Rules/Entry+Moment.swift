// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData

extension Entry {
    /// The creation time with the time zone and the local date of the author.
    package var moment: ZonedInstant {
        get {
            ZonedInstant(
                milliseconds: createdAt.milliseconds,
                offsetMinutes: offsetMinutes,
                zone: zone,
                localDay: localDay
            )
        }
        set {
            createdAt = newValue.date
            offsetMinutes = newValue.offsetMinutes
            zone = newValue.zone
            localDay = newValue.localDay
        }
    }
}
