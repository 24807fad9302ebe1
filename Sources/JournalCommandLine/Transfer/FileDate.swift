// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import JournalTransfer

/// The date of a file with one entry that contains no date.
enum FileDate {
    /// Returns the day in the name of a file or of its folder, such as `2026-11-21-roof.md`, at
    /// noon; nil if neither contains a day.
    static func named(_ file: ImportFile, at clock: LocalClock) -> Timestamp? {
        for part in file.path.split(separator: "/").suffix(2).reversed() {
            if let day = Day(String(part.prefix(10))) {
                return clock.timestamp(day, second: 43_200)
            }
        }
        return nil
    }

    /// Returns the time of the last change of a file.
    ///
    /// It is no part of the identity of an entry: it changes without the text.
    static func changed(_ file: ImportFile) -> Timestamp? {
        file.changedAt.flatMap(LocalTime.timestamp(milliseconds:))
    }
}
