// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The `@Query` macro, which turns a property into the results of a fetch.
///
/// The fetch itself is in a peer, `_name`, which an initializer can replace.
enum QueryMacro {}

extension QueryMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        // The peer role diagnoses the declarations that have no expansion.
        guard let query = try? ParsedQuery(declaration, node) else { return [] }
        return [
            """
            get {
                \(query.storageName)._result(in: modelContext)
            }
            """
        ]
    }
}

extension QueryMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        do {
            let query = try ParsedQuery(declaration, node)
            let type: TypeSyntax = "SwiftData.Query<\(query.element), \(query.result)>"
            return [
                """
                \(query.access) var \(query.storageName): \(type) = .init(\(query.arguments))
                """
            ]
        } catch let issue as QueryDiagnostic {
            context.diagnose(Diagnostic(node: node, message: issue))
            return []
        }
    }
}
