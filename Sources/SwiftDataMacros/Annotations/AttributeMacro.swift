// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxMacros

/// The `@Attribute` macro, which sets storage options of a property.
enum AttributeMacro: PropertyAnnotation {
    static let name = AnnotationName.attribute
}
