// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
    /// The declaration as the kind a macro is for; says so and gives nil when it is another kind.
    func require<Kind: DeclGroupSyntax & NamedDeclSyntax>(
        _ kind: Kind.Type,
        for macro: AnnotationName,
        at node: AttributeSyntax,
        _ declaration: some DeclGroupSyntax
    ) -> Kind? {
        if let declaration = declaration.as(kind) { return declaration }
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

    /// The class `@Model` stands on; says what is wrong and gives nil when it cannot be a model.
    func modelClass(
        _ declaration: some DeclGroupSyntax,
        at node: AttributeSyntax,
        missing conformances: [TypeSyntax]
    ) -> ClassDeclSyntax? {
        guard let declaration = require(ClassDeclSyntax.self, for: .model, at: node, declaration)
        else { return nil }
        if declaration.genericParameterClause != nil {
            diagnose(Diagnostic(node: node, message: ModelDiagnostic.genericClass))
            return nil
        }
        if let superclass = declaration.modelSuperclass(missing: conformances) {
            diagnose(Diagnostic(node: superclass, message: ModelDiagnostic.subclass))
            return nil
        }
        return declaration
    }

    /// Whether the macro stands inside a class marked `@Model`.
    var isInsideModel: Bool {
        lexicalContext.contains { scope in
            scope.as(ClassDeclSyntax.self)?.attributes.contains(.model) == true
        }
    }
}

extension ClassDeclSyntax {
    /// The superclass when it is a model.
    ///
    /// A class that takes `PersistentModel` from a protocol still lacks `Sendable`. Only a model
    /// hands all conformances of the macro down to its subclass.
    fileprivate func modelSuperclass(missing conformances: [TypeSyntax]) -> InheritedTypeSyntax? {
        conformances.isEmpty ? inheritanceClause?.inheritedTypes.first : nil
    }
}
