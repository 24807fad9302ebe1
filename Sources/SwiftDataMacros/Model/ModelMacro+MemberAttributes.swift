// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ModelMacro: MemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        if member.is(DeinitializerDeclSyntax.self) { return ["@SwiftData._ModelDeinitializer"] }
        guard
            let variable = member.as(VariableDeclSyntax.self),
            let property = ParsedProperty(variable, index: 0),
            !variable.attributes.contains(.persistedProperty),
            !variable.attributes.contains(.transformablePersistedProperty),
            let index = ParsedModel(declaration, in: context)?.index(of: property)
        else { return [] }
        return property.storageForm == .transformable
            ? ["@SwiftData._TransformablePersistedProperty(\(literal: index))"]
            : ["@SwiftData._PersistedProperty(\(literal: index))"]
    }
}

extension ParsedModel {
    /// Returns the index of the property, found by name because the compiler passes the member
    /// detached from the class.
    fileprivate func index(of property: ParsedProperty) -> Int? {
        properties.first { $0.name.unescapedName == property.name.unescapedName }?.index
    }
}
