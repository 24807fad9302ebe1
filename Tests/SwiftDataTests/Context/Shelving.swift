// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData

/// Boxes that stay when their shelf is deleted.
enum Shelving {
    @Model final class Shelf {
        var name: String
        @Relationship(deleteRule: .nullify, inverse: \Box.shelf) var boxes: [Box] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Box {
        var name: String
        var shelf: Shelf?
        init(_ name: String) { self.name = name }
    }
}
