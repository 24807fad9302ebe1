// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax

/// What `@Model` needs to know about the class it stands on; made once, read by every emitted member.
struct ParsedModel {
    let name: TokenSyntax

    /// The modifiers of members that must be as visible as the class: `public`, `package` or none.
    let access: DeclModifierListSyntax

    let isFinal: Bool
    let properties: [ParsedProperty]

    /// The arguments of each `#Index`, in the order written.
    let indexes: [LabeledExprListSyntax]

    /// The arguments of each `#Unique`, in the order written.
    let uniques: [LabeledExprListSyntax]

    /// The unescaped names of all members the class declares itself.
    let declaredNames: Set<String>
}
