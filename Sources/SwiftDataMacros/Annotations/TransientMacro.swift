// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxMacros

/// The `@Transient` macro, which excludes a property from the store.
enum TransientMacro: PropertyAnnotation {
    static let name = AnnotationName.transient
}
