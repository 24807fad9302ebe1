// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxMacros

/// How the store keeps a property: `@Attribute`.
enum AttributeMacro: PropertyAnnotation {
    static let name = AnnotationName.attribute
}
