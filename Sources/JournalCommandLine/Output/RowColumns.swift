// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The division of the columns of a row between a text and what follows it, such as tags.
struct RowColumns: Equatable {
    /// The number of columns of the text.
    let text: Int
    /// The number of columns of the rest, without the two spaces before it; 0 if it has no room.
    let tail: Int

    /// The text keeps at least this many columns of a room that has them.
    private static let minimumText = 12
    /// Drops the last column when it would be narrower than this.
    private static let minimumTail = 6

    /// Divides `room` columns: all to the text that fits, and at least three fifths of them to one
    /// that does not.
    init(text: Int, tail: Int, room: Int) {
        let room = max(0, room)
        guard text + (tail > 0 ? tail + 2 : 0) > room else {
            self.text = text
            self.tail = tail
            return
        }
        let rest = room - 2 - min(text, max(Self.minimumText, room * 3 / 5))
        let end = tail <= rest ? tail : rest >= Self.minimumTail ? rest : 0
        self.tail = end
        self.text = end > 0 ? room - 2 - end : room
    }
}
