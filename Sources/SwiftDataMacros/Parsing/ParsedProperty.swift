// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftParser
import SwiftSyntax

/// A persisted property of a model, as declared in source code.
struct ParsedProperty {
    /// The annotation of a persisted property, with its arguments as written.
    enum Annotation {
        case attribute(LabeledExprListSyntax)
        case relationship(LabeledExprListSyntax)
    }

    /// The name as written, including backticks.
    let name: TokenSyntax

    /// The declared type, with `T!` normalized to `T?`, or nil if the type is inferred from the
    /// default value.
    let declaredType: TypeSyntax?

    let defaultValue: ExprSyntax?
    let isOptional: Bool
    let isConstant: Bool
    let annotation: Annotation?

    /// The index among the persisted properties of the model, in declaration order.
    ///
    /// It is also the index of the column in the rows that the store decodes and encodes.
    let index: Int

    /// Whether the property has a value before an initializer assigns one: optionals are nil.
    var hasDefaultValue: Bool { defaultValue != nil || isOptional }

    /// The name of the stored variable with the value: `_x`.
    var storageName: TokenSyntax { name.prefixed("_") }

    /// The name of the marker variable that makes the compiler require initialization:
    /// `_$initialized_x`, which differs from the generated members for every property name.
    var markerName: TokenSyntax { name.prefixed("_$initialized_") }
}

extension TokenSyntax {
    /// The identifier without backticks.
    var unescapedName: String { identifier?.name ?? text }

    fileprivate func prefixed(_ prefix: String) -> TokenSyntax {
        let name = prefix + unescapedName
        return .identifier(name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`")
    }
}
