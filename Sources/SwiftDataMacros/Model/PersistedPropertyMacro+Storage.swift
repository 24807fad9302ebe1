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
    ///
    /// Its accesses are not checked for overlaps at run time, to keep reads fast: each is one read
    /// or one write, and a value that is modified in place is moved out.
    fileprivate var storage: DeclSyntax? {
        let value: ExprSyntax
        if let declaredType {
            value = "SwiftData.\(storageFunction)(of: \(declaredType.metatype))"
        } else if let defaultValue {
            value = "SwiftData.\(storageFunction)(like: \(defaultValue))"
        } else {
            return nil
        }
        return "@exclusivity(unchecked) private var \(storageName) = \(value)"
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
