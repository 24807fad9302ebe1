// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxMacros

/// The `@Model` macro, which makes a class a `PersistentModel` and its stored properties persisted
/// ones.
///
/// Each role of the macro has its own file. All roles read the class through ``ParsedModel``, and
/// only the member role emits diagnostics, so that each appears once.
enum ModelMacro {}

extension ModelMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard
            let declaration = context.modelClass(declaration, at: node),
            var model = ParsedModel(declaration, in: context)
        else { return [] }
        model.superclass = declaration.modelSuperclass(missing: protocols)
        declaration.issues(model, in: context).forEach(context.diagnose)
        return try model.members
    }
}
