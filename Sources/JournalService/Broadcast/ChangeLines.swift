// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Puts changes into notifications none of which is longer than a peer must take.
struct ChangeLines {
    let subscription: RequestID
    let from: Cursor
    let to: Cursor

    /// The lines, without their newlines; all but the last say that more of the same follows, and so
    /// does that one unless this is the end.
    func lines(_ items: [ChangeItem], isEnd: Bool = true) -> [[UInt8]] {
        var parts: [[ChangeItem]] = [[]]
        var size = 0
        let room = Limits.notification - frameSize
        for item in items {
            let fitting = fit(item, into: room)
            let length = fitting.json.serialized().count + 1
            if size + length > room, !(parts.last ?? []).isEmpty {
                parts.append([])
                size = 0
            }
            parts[parts.count - 1].append(fitting)
            size += length
        }
        return parts.enumerated().map { index, part in
            Changes(
                subscription: subscription,
                from: from,
                to: to,
                items: part,
                more: !isEnd || index < parts.count - 1
            ).notification.line
        }
    }

    /// The length of a notification without items.
    private var frameSize: Int {
        Changes(subscription: subscription, from: from, to: to, items: [], more: true)
            .notification.line.count
    }

    private func fit(_ item: ChangeItem, into room: Int) -> ChangeItem {
        guard let entry = item.entry else { return item }
        // Even a text of nothing but escapes fits when it is this short.
        if entry.text.utf8.count < 4096 { return item }
        guard item.json.serialized().count + 1 > room else { return item }
        var reduced = item
        reduced.entry = nil
        reduced.truncated = true
        return reduced
    }
}
