// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax

/// The attributes that give a meaning to a declaration inside a model.
enum AnnotationName: String {
    case attribute = "Attribute"
    case model = "Model"
    case modelActor = "ModelActor"
    case persistedProperty = "_PersistedProperty"
    case relationship = "Relationship"
    case transient = "Transient"

    /// Those a person writes on a property.
    static let ofProperties: [AnnotationName] = [.attribute, .relationship, .transient]
}

extension AttributeListSyntax {
    func contains(_ name: AnnotationName) -> Bool {
        all(name).first != nil
    }

    /// The attributes of that name, written plainly or with the module before it.
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

    /// The arguments as written, empty when there are none.
    var argumentList: LabeledExprListSyntax {
        arguments?.as(LabeledExprListSyntax.self)?.trimmed ?? []
    }
}
