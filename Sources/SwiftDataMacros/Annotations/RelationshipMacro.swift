// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxMacros

/// How a property refers to other models: `@Relationship`.
enum RelationshipMacro: PropertyAnnotation {
    static let name = AnnotationName.relationship
}
