// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An entry to create.
struct SampleEntry {
    let identifier: String
    let text: String
    var createdAt = "2026-11-21T10:15:00.250+01:00"
    var tags: [String] = []
    var isStarred = false

    /// The parameters of `entry.create`; the strings need no escaping.
    var parameters: String {
        let names = tags.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"id":"\(identifier)","text":"\(text)","createdAt":"\(createdAt)",\
            "zone":"Europe/Berlin","tags":[\(names)],"starred":\(isStarred)}
            """
    }
}

extension SampleText {
    /// Returns an entry with one of 200 tags, or without tags.
    mutating func entry(isTagged: Bool) -> SampleEntry {
        SampleEntry(
            identifier: identifier(),
            text: next(),
            tags: isTagged ? ["tag\(random(below: 200))"] : []
        )
    }
}
