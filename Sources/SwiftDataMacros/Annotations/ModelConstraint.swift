// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A declaration macro that expands to nothing; `@Model` reads it from the body of the class.
protocol ModelConstraint: DeclarationMacro {}

extension ModelConstraint {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if !context.isInsideModel {
            let message = ModelDiagnostic.annotationOutsideModel("'#\(node.macroName.text)'")
            context.diagnose(Diagnostic(node: node, message: message))
        }
        return []
    }
}
