// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// A note.
@Model
final class Note {
    /// The same on all devices.
    @Attribute(.unique) var id = UUID()
    var text = ""
    var isStarred = false
    var created = Date.now
    /// Stays on the device.
    @Attribute(.local) var isPinned = false
    @Relationship(inverse: \Tag.notes) var tags: [Tag] = []

    init(_ text: String) { self.text = text }
}

/// A word that notes have in common.
@Model
final class Tag {
    @Attribute(.unique) var name: String
    var notes: [Note] = []

    init(_ name: String) { self.name = name }
}
