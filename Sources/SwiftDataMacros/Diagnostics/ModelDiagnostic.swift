// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics

/// All diagnostics of the macros in this module.
///
/// The wording follows Apple's where Apple's is known. The identifiers are stable.
enum ModelDiagnostic: DiagnosticMessage {
    case annotationOutsideModel(String)
    case annotationWithoutEffect(AnnotationName, UnpersistedKind, property: String)
    case attributeOnRelationship(property: String)
    case constantProperty(String)
    case genericClass
    case missingInitializer(className: String)
    case notAProperty(AnnotationName)
    case patternBinding
    case repeatedAnnotation(AnnotationName, property: String)
    case reservedName(String)
    case severalBindings
    case storageCollision(property: String, storage: String)
    case transientWithoutDefault(property: String)
    case undecidedCondition
    case wrongKind(macro: AnnotationName, kind: String, name: String)

    /// The kinds of properties that cannot be persisted and hence take no annotation.
    enum UnpersistedKind: String {
        case computed
        case lazy
        case `static`
        case transient
    }

    var severity: DiagnosticSeverity {
        switch self {
        // Without effect for Apple's macro, so that existing code contains it.
        case .annotationOutsideModel, .annotationWithoutEffect(.attribute, .computed, _): .warning
        default: .error
        }
    }

    var diagnosticID: MessageID {
        MessageID(domain: "SwiftData", id: identifier)
    }

    var message: String {
        switch self {
        case .annotationOutsideModel(let name):
            "\(name) has an effect only inside a class marked '@Model'"
        case .annotationWithoutEffect(let name, let kind, let property):
            severity == .warning
                ? "'@\(name.rawValue)' has no effect on \(kind.rawValue) property '\(property)'"
                : "'@\(name.rawValue)' cannot be applied to \(kind.rawValue) property '\(property)'"
        case .attributeOnRelationship(let property):
            "'@Attribute' and '@Relationship' cannot both be applied to property '\(property)'"
        case .constantProperty(let property):
            "@Model cannot persist constant '\(property)'; use 'private(set) var'"
        case .genericClass:
            "@Model does not support generic classes"
        case .missingInitializer(let className):
            "@Model requires an initializer be provided for '\(className)'"
        case .notAProperty(let name):
            "'@\(name.rawValue)' can only be applied to a property"
        case .patternBinding:
            "@Model cannot persist properties declared by a pattern; declare each by its name"
        case .repeatedAnnotation(let name, let property):
            "'@\(name.rawValue)' is applied to property '\(property)' more than once"
        case .reservedName(let property):
            "'\(property)' is a name of PersistentModel; choose another name for the property"
        case .severalBindings:
            "@Model requires a declaration of its own for each property"
        case .storageCollision(let property, let storage):
            "'\(storage)' is the name of the storage of '\(property)'; choose another name"
        case .transientWithoutDefault(let property):
            "@Transient requires non-optional property '\(property)' to have a default value"
        case .undecidedCondition:
            "@Model cannot tell which clause of this '#if' holds; move what is persisted out of it"
        case .wrongKind(let macro, let kind, let name):
            "'@\(macro.rawValue)' cannot be applied to \(kind) type '\(name)'"
        }
    }
}

extension ModelDiagnostic {
    private var identifier: String {
        switch self {
        case .annotationOutsideModel: "annotationOutsideModel"
        case .annotationWithoutEffect: "annotationWithoutEffect"
        case .attributeOnRelationship: "attributeOnRelationship"
        case .constantProperty: "constantProperty"
        case .genericClass: "genericClass"
        case .missingInitializer: "missingInitializer"
        case .notAProperty: "notAProperty"
        case .patternBinding: "patternBinding"
        case .repeatedAnnotation: "repeatedAnnotation"
        case .reservedName: "reservedName"
        case .severalBindings: "severalBindings"
        case .storageCollision: "storageCollision"
        case .transientWithoutDefault: "transientWithoutDefault"
        case .undecidedCondition: "undecidedCondition"
        case .wrongKind: "wrongKind"
        }
    }
}
