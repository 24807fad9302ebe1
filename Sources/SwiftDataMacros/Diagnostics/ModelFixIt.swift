// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics

/// The fix-its that the diagnostics offer.
enum ModelFixIt: FixItMessage {
    case addInitializer
    case declareSeparately
    case removeAnnotation(AnnotationName)
    case usePrivateSetter

    var fixItID: MessageID {
        switch self {
        case .addInitializer: MessageID(domain: "SwiftData", id: "addInitializer")
        case .declareSeparately: MessageID(domain: "SwiftData", id: "declareSeparately")
        case .removeAnnotation: MessageID(domain: "SwiftData", id: "removeAnnotation")
        case .usePrivateSetter: MessageID(domain: "SwiftData", id: "usePrivateSetter")
        }
    }

    var message: String {
        switch self {
        case .addInitializer: "add an initializer"
        case .declareSeparately: "declare each property separately"
        case .removeAnnotation(let name): "remove '@\(name.rawValue)'"
        case .usePrivateSetter: "use 'private(set) var'"
        }
    }
}
