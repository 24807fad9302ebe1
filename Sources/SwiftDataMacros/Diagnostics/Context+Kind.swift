// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
    /// Returns the declaration as the kind that a macro requires, or diagnoses the mismatch and
    /// returns nil.
    func require<Declaration: DeclGroupSyntax & NamedDeclSyntax>(
        _ type: Declaration.Type,
        for macro: AnnotationName,
        at node: AttributeSyntax,
        _ declaration: some DeclGroupSyntax
    ) -> Declaration? {
        if let declaration = declaration.as(type) { return declaration }
        diagnose(
            Diagnostic(
                node: node,
                message: ModelDiagnostic.wrongKind(
                    macro: macro,
                    kind: declaration.introducer.text,
                    name: declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
                )
            )
        )
        return nil
    }

    /// Returns the annotated class, or diagnoses why it cannot be a model and returns nil.
    func modelClass(
        _ declaration: some DeclGroupSyntax,
        at node: AttributeSyntax
    ) -> ClassDeclSyntax? {
        guard let declaration = require(ClassDeclSyntax.self, for: .model, at: node, declaration)
        else { return nil }
        if declaration.genericParameterClause != nil {
            diagnose(Diagnostic(node: node, message: ModelDiagnostic.genericClass))
            return nil
        }
        return declaration
    }

    /// Whether the macro is used inside a class marked `@Model`.
    var isInsideModel: Bool {
        lexicalContext.contains { scope in
            scope.as(ClassDeclSyntax.self)?.attributes.contains(.model) == true
        }
    }
}
