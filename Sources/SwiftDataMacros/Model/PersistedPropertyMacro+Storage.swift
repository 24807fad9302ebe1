// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension PersistedPropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = ParsedProperty(marked: declaration, by: node) else { return [] }
        return [property.storage, property.marker].compactMap(\.self)
    }
}

extension ParsedProperty {
    /// The variable that holds the value; the runtime picks its type from the type of the property.
    fileprivate var storage: DeclSyntax? {
        if let declaredType {
            return "private var \(storageName) = SwiftData._storage(of: \(declaredType.metatype))"
        }
        return defaultValue.map {
            "private var \(storageName) = SwiftData._storage(like: \($0))"
        }
    }

    fileprivate var marker: DeclSyntax {
        "private var \(markerName): SwiftData._Initialized"
    }
}

extension TypeSyntax {
    /// `T.self`, with the parentheses that types like `any P` need in an expression.
    fileprivate var metatype: ExprSyntax {
        switch kind {
        case .identifierType, .memberType, .optionalType, .arrayType, .dictionaryType, .tupleType:
            "\(self).self"
        default:
            "(\(self)).self"
        }
    }
}
