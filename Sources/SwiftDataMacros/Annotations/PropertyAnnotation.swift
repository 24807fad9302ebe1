// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An attached macro that expands to nothing; `@Model` reads it from the property.
///
/// It diagnoses only the uses that `@Model` cannot see: on a declaration other than a property, and
/// outside a model.
protocol PropertyAnnotation: PeerMacro {
    static var name: AnnotationName { get }
}

extension PropertyAnnotation {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if !declaration.is(VariableDeclSyntax.self) {
            context.diagnose(Diagnostic(node: node, message: ModelDiagnostic.notAProperty(name)))
        } else if !context.isInsideModel {
            let message = ModelDiagnostic.annotationOutsideModel("'@\(name.rawValue)'")
            context.diagnose(Diagnostic(node: node, message: message))
        }
        return []
    }
}
