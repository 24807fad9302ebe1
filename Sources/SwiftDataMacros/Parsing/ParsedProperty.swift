// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftParser
import SwiftSyntax

/// One persisted property of a model, as its source states it.
struct ParsedProperty {
    /// The annotation a person may put on a persisted property, with its arguments as written.
    enum Annotation {
        case attribute(LabeledExprListSyntax)
        case relationship(LabeledExprListSyntax)
    }

    /// The name as written, with backticks if it has them.
    let name: TokenSyntax

    /// The declared type, where `T!` is already `T?`; nil when the default value decides the type.
    let declaredType: TypeSyntax?

    let defaultValue: ExprSyntax?
    let isOptional: Bool
    let isConstant: Bool
    let annotation: Annotation?

    /// The position among the persisted properties of the model.
    ///
    /// It is the number of the column in every row the store hands over.
    let index: Int

    /// The stored variable that holds the value: `_x`.
    var storageName: TokenSyntax { name.prefixed("_") }

    /// The empty variable that makes the compiler demand an initial value: `_$x`.
    var markerName: TokenSyntax { name.prefixed("_$") }
}

extension TokenSyntax {
    /// The identifier without its backticks.
    var unescapedName: String { identifier?.name ?? text }

    fileprivate func prefixed(_ prefix: String) -> TokenSyntax {
        let name = prefix + unescapedName
        return .identifier(name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`")
    }
}
