// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

extension ParsedModel {
    /// Moves one row into the storage, column by column, with no table and no boxing.
    var decoding: DeclSyntax {
        get throws {
            let function = try FunctionDeclSyntax(
                "\(access)func _$decode(_ row: borrowing SwiftData._RowDecoder) throws"
            ) {
                for property in properties {
                    "try \(property.storageName).decode(row, at: \(literal: property.index))"
                }
            }
            return DeclSyntax(function)
        }
    }

    /// Moves the storage into one row.
    var encoding: DeclSyntax {
        get throws {
            let function = try FunctionDeclSyntax(
                "\(access)func _$encode(_ row: inout SwiftData._RowEncoder) throws"
            ) {
                for property in properties {
                    "try \(property.storageName).encode(into: &row, at: \(literal: property.index))"
                }
            }
            return DeclSyntax(function)
        }
    }
}
