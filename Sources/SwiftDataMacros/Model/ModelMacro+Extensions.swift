// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ModelMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard ParsedModel(declaration, in: context) != nil else { return [] }
        let conformances = Set(protocols.map(\.lastName))
        return try [
            conformances.contains("PersistentModel") ? persistentModel(type) : nil,
            conformances.contains("Observable") ? observable(type) : nil,
            conformances.contains("Sendable") ? unavailableSendable(type) : nil,
        ].compactMap(\.self)
    }

    private static func persistentModel(_ type: some TypeSyntaxProtocol) throws
        -> ExtensionDeclSyntax
    {
        try ExtensionDeclSyntax(
            "extension \(type.trimmed): nonisolated SwiftData.PersistentModel {}"
        )
    }

    private static func observable(_ type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
        try ExtensionDeclSyntax("extension \(type.trimmed): nonisolated Observation.Observable {}")
    }

    private static func unavailableSendable(
        _ type: some TypeSyntaxProtocol
    ) throws -> ExtensionDeclSyntax {
        let message = """
            PersistentModels are not Sendable, consider utilizing a ModelActor \
            or use \(type.trimmed)'s persistentModelID instead
            """
        return try ExtensionDeclSyntax(
            """
            @available(*, unavailable, message: \(literal: message))
            extension \(type.trimmed): Sendable {}
            """
        )
    }
}

extension TypeSyntax {
    /// The last component of a qualified name.
    fileprivate var lastName: String {
        self.as(MemberTypeSyntax.self)?.name.text ?? trimmedDescription
    }
}
