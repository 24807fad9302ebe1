// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import Testing

@testable import SwiftDataMacros

/// The macros used in source code, with the conformances that a plain class lacks.
let sourceMacros: [String: MacroSpec] = [
    "Attribute": MacroSpec(type: AttributeMacro.self),
    "Index": MacroSpec(type: IndexMacro.self),
    "Model": MacroSpec(
        type: ModelMacro.self,
        conformances: ["PersistentModel", "Observable", "Sendable"]
    ),
    "ModelActor": MacroSpec(type: ModelActorMacro.self, conformances: ["ModelActor"]),
    "Predicate": MacroSpec(type: PredicateMacro.self),
    "Query": MacroSpec(type: QueryMacro.self),
    "Relationship": MacroSpec(type: RelationshipMacro.self),
    "Transient": MacroSpec(type: TransientMacro.self),
    "Unique": MacroSpec(type: UniqueMacro.self),
]

/// The macros that `@Model` generates.
let generatedMacros: [String: MacroSpec] = [
    "_ModelDeinitializer": MacroSpec(type: ModelDeinitializerMacro.self),
    "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
    "_TransformablePersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
]

/// Expects the source to expand to exactly the given text, without diagnostics; newlines at the ends
/// do not matter.
func expectExpansion(
    of source: String,
    _ expanded: String,
    macros: [String: MacroSpec] = sourceMacros,
    configuration: (any BuildConfiguration)? = nil,
    at location: SourceLocation = #_sourceLocation
) {
    let expansion = Expansion(of: source, macros: macros, configuration: configuration)
    #expect(
        expansion.text.trimmingCharacters(in: .newlines)
            == expanded.trimmingCharacters(in: .newlines),
        sourceLocation: location
    )
    #expect(expansion.diagnostics.map(\.message) == [], sourceLocation: location)
    #expect(!expansion.hasSyntaxErrors, sourceLocation: location)
}
