// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax

extension ParsedProperty {
    /// The form in which the values of a property are stored.
    enum StorageForm {
        /// The form that follows from the type.
        case standard
        /// The JSON of any `Codable` value.
        case codable
        /// The data that a value transformer makes of any value.
        case transformable
    }

    /// The form that the options of `@Attribute` select.
    ///
    /// The storage has another type then, so that the options must be written in the annotation.
    var storageForm: StorageForm {
        guard case .attribute(let arguments) = annotation else { return .standard }
        for argument in arguments where argument.label == nil {
            let called = argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression
            let option = (called ?? argument.expression).as(MemberAccessExprSyntax.self)
            switch (option?.declName.baseName.text, called != nil) {
            case ("codable", false): return .codable
            case ("transformable", true): return .transformable
            default: continue
            }
        }
        return .standard
    }
}
