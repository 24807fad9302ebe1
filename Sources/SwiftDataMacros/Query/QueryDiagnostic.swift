// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics

/// The diagnostics of `@Query`.
enum QueryDiagnostic: DiagnosticMessage, Error {
    case missingType(String)
    case notAProperty
    case unsuitableProperty(String)

    var severity: DiagnosticSeverity { .error }

    var diagnosticID: MessageID {
        let identifier =
            switch self {
            case .missingType: "queryWithoutType"
            case .notAProperty: "queryOfNoProperty"
            case .unsuitableProperty: "queryOfUnsuitableProperty"
            }
        return MessageID(domain: "SwiftData", id: identifier)
    }

    var message: String {
        switch self {
        case .missingType(let name):
            "@Query requires a type for '\(name)'; declare it as an array of models, such as [Item]"
        case .notAProperty: "'@Query' can only be applied to a property"
        case .unsuitableProperty(let name):
            "@Query requires '\(name)' to be a stored instance variable without an initial value"
        }
    }
}
