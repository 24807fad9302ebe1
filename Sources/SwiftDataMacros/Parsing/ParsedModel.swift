// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax

/// The properties of a class that `@Model` depends on, parsed once for all generated members.
struct ParsedModel {
    let name: TokenSyntax

    /// The access modifier of generated members: `public`, `package` or none.
    let access: DeclModifierListSyntax

    let isFinal: Bool

    /// Whether another module may declare subclasses.
    let isOpen: Bool

    /// The superclass, if it is a model; only the member role can determine it.
    var superclass: TypeSyntax?

    let properties: [ParsedProperty]

    /// The arguments of each `#Index`, in source order.
    let indexes: [LabeledExprListSyntax]

    /// The arguments of each `#Unique`, in source order.
    let uniques: [LabeledExprListSyntax]

    /// The unescaped names of all members declared in the class.
    let declaredNames: Set<String>

    /// Whether the class has a deinitializer.
    let hasDeinitializer: Bool
}
