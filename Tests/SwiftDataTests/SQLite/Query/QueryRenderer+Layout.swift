// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftData

extension QueryRenderer {
    /// Creates a renderer without the prepared SQL of a store.
    init(_ layout: SchemaLayout, pending: PendingRows? = nil) {
        self.init(layout: layout, tables: layout.tables.map { TableSQL($0) }, pending: pending)
    }
}
