// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax

/// The attached macros of SwiftData, by the names of their attributes.
enum AnnotationName: String {
    case attribute = "Attribute"
    case model = "Model"
    case modelActor = "ModelActor"
    case persistedProperty = "_PersistedProperty"
    case relationship = "Relationship"
    case transformablePersistedProperty = "_TransformablePersistedProperty"
    case transient = "Transient"

    /// The annotations of properties in source code, without those that `@Model` generates.
    static let ofProperties: [AnnotationName] = [.attribute, .relationship, .transient]
}

extension AttributeListSyntax {
    func contains(_ name: AnnotationName) -> Bool {
        all(name).first != nil
    }

    /// Returns the attributes with a name, whether or not it is qualified with the module's name.
    func all(_ name: AnnotationName) -> [AttributeSyntax] {
        compactMap { $0.as(AttributeSyntax.self) }.filter { $0.isNamed(name) }
    }
}

extension AttributeSyntax {
    fileprivate func isNamed(_ name: AnnotationName) -> Bool {
        if let member = attributeName.as(MemberTypeSyntax.self) {
            return member.name.text == name.rawValue
                && member.baseType.trimmedDescription == "SwiftData"
        }
        return attributeName.as(IdentifierTypeSyntax.self)?.name.text == name.rawValue
    }

    /// The arguments as written, or an empty list.
    var argumentList: LabeledExprListSyntax {
        arguments?.as(LabeledExprListSyntax.self)?.trimmed ?? []
    }
}
