// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxMacros

/// A property the store does not know: `@Transient`.
enum TransientMacro: PropertyAnnotation {
    static let name = AnnotationName.transient
}
