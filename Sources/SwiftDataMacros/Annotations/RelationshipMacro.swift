// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxMacros

/// The `@Relationship` macro, which sets the options of a relationship.
enum RelationshipMacro: PropertyAnnotation {
    static let name = AnnotationName.relationship
}
