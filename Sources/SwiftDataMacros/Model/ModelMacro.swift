// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxMacros

/// `@Model`: turns the stored properties of a class into persisted ones and makes it a `PersistentModel`.
///
/// Each role has its file. All of them read the class through ``ParsedModel`` and only the member
/// role speaks about what is wrong with it, so that every diagnostic appears once.
enum ModelMacro {}

extension ModelMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard
            let declaration = context.modelClass(declaration, at: node, missing: protocols),
            let model = ParsedModel(declaration, in: context)
        else { return [] }
        declaration.issues(model, in: context).forEach(context.diagnose)
        return try model.members
    }
}
