// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData

/// Models for the second store of a container.
enum Depot {
    @Model final class Crate {
        var name: String
        var weight = 0
        @Relationship(deleteRule: .cascade, inverse: \Tool.crate) var tools: [Tool] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Tool {
        var name: String
        var crate: Crate?
        init(_ name: String) { self.name = name }
    }

    static var types: [any PersistentModel.Type] { [Crate.self, Tool.self] }
}
