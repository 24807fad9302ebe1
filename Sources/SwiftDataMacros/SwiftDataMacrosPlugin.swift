// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct SwiftDataMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        AttributeMacro.self,
        IndexMacro.self,
        ModelActorMacro.self,
        ModelDeinitializerMacro.self,
        ModelMacro.self,
        PersistedPropertyMacro.self,
        PredicateMacro.self,
        QueryMacro.self,
        RelationshipMacro.self,
        TransientMacro.self,
        UniqueMacro.self,
    ]
}
