// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

extension ParsedModel {
    /// The method that decodes a row into the storage, column by column, without a lookup table or
    /// boxing.
    var decoding: DeclSyntax {
        get throws {
            let function = try FunctionDeclSyntax(
                """
                \(overridable)func _$decode(_ row: borrowing SwiftData._RowDecoder) throws
                """
            ) {
                if superclass != nil {
                    "try super._$decode(row)"
                }
                if superclass != nil, !properties.isEmpty {
                    "let row = row.properties(of: \(name).self)"
                }
                for property in properties {
                    """
                    \(property.storageName) = \
                    try \(property.storageName).decoded(row, at: \(literal: property.index))
                    """
                }
            }
            return DeclSyntax(function)
        }
    }

    /// The method that encodes the storage into a row.
    var encoding: DeclSyntax {
        get throws {
            let function = try FunctionDeclSyntax(
                """
                \(overridable)func _$encode(_ row: inout SwiftData._RowEncoder) throws
                """
            ) {
                if superclass != nil {
                    "try super._$encode(&row)"
                    "row.select(\(name).self)"
                }
                for property in properties {
                    "try \(property.storageName).encode(into: &row, at: \(literal: property.index))"
                }
            }
            return DeclSyntax(function)
        }
    }
}
