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
    /// The variable that stores the value; overload resolution picks its type by the property's
    /// type.
    fileprivate var storage: DeclSyntax? {
        if let declaredType {
            return
                "private var \(storageName) = SwiftData.\(storageFunction)(of: \(declaredType.metatype))"
        }
        return defaultValue.map {
            "private var \(storageName) = SwiftData.\(storageFunction)(like: \($0))"
        }
    }

    private var storageFunction: TokenSyntax {
        switch storageForm {
        case .standard: "_storage"
        case .codable: "_codableStorage"
        case .transformable: "_transformableStorage"
        }
    }

    fileprivate var marker: DeclSyntax {
        "private var \(markerName): SwiftData._Initialized"
    }
}

extension TypeSyntax {
    /// The expression `T.self`, with parentheses around types that need them, such as `any P`.
    fileprivate var metatype: ExprSyntax {
        switch kind {
        case .identifierType, .memberType, .optionalType, .arrayType, .dictionaryType, .tupleType:
            "\(self).self"
        default:
            "(\(self)).self"
        }
    }
}
