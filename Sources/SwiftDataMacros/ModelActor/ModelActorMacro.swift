// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The `@ModelActor` macro, which adds a model context to an actor and runs the actor on the
/// context's executor.
enum ModelActorMacro {}

extension ModelActorMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard
            let declaration = context.require(
                ActorDeclSyntax.self,
                for: .modelActor,
                at: node,
                declaration
            )
        else { return [] }
        return ParsedModelActor(declaration, in: context).members
    }
}

extension ModelActorMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): SwiftData.ModelActor {}")]
    }
}
