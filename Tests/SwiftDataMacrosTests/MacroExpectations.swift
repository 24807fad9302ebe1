// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftIfConfig
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import SwiftDataMacros

/// The macros a person writes, with the conformances a plain class lacks.
let writtenMacros: [String: MacroSpec] = [
    "Attribute": MacroSpec(type: AttributeMacro.self),
    "Index": MacroSpec(type: IndexMacro.self),
    "Model": MacroSpec(
        type: ModelMacro.self,
        conformances: ["PersistentModel", "Observable", "Sendable"]
    ),
    "ModelActor": MacroSpec(type: ModelActorMacro.self, conformances: ["ModelActor"]),
    "Relationship": MacroSpec(type: RelationshipMacro.self),
    "Transient": MacroSpec(type: TransientMacro.self),
    "Unique": MacroSpec(type: UniqueMacro.self),
]

/// The macro that `@Model` writes.
let propertyMacro: [String: MacroSpec] = [
    "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self)
]

/// Expands the source and expects exactly the given text, and nothing to complain about.
func expectExpansion(
    of source: String,
    _ expanded: String,
    macros: [String: MacroSpec] = writtenMacros,
    configuration: (any BuildConfiguration)? = nil,
    at location: SourceLocation = #_sourceLocation
) {
    assertMacroExpansion(
        source,
        expandedSource: expanded,
        macroSpecs: macros,
        buildConfiguration: configuration,
        failureHandler: { Issue.record(Comment(rawValue: $0.message), sourceLocation: location) }
    )
}
