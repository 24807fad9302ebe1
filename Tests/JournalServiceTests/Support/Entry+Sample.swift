// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel

extension Entry {
    /// Returns an entry of the first day of 1970, for a test to insert.
    static func sample(
        _ text: String,
        milliseconds: Int64 = 0,
        in notebook: Notebook? = nil
    ) -> Entry {
        let moment = ZonedInstant(
            milliseconds: milliseconds,
            offsetMinutes: 0,
            zone: "UTC",
            localDay: "1970-01-01"
        )
        return Entry(
            uuid: UUID(),
            text: text,
            moment: moment,
            modifiedAt: moment.date,
            starred: false,
            revision: 1,
            notebook: notebook
        )
    }
}
