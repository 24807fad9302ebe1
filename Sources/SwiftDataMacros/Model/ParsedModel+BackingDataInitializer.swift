// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

extension ParsedModel {
    /// The initializer that creates an instance from backing data.
    ///
    /// Initializing the markers satisfies definite initialization. Default values were assigned
    /// before; their storage is reset, because they must not shadow the backing data.
    var backingDataInitializer: DeclSyntax {
        get throws {
            let initializer = try InitializerDeclSyntax(
                """
                \(access)\(requirement)init(backingData: any SwiftData.BackingData<\(root)>)
                """
            ) {
                for property in properties {
                    "\(property.markerName) = SwiftData._Initialized()"
                }
                if superclass != nil {
                    "super.init(backingData: backingData)"
                }
                for property in properties where property.hasDefaultValue {
                    "\(property.storageName) = .init()"
                }
                // Most models are created without values, to decode a row into them.
                "if backingData._hasValues { _$model.adopt(backingData, into: self) }"
            }
            return DeclSyntax(initializer)
        }
    }

    /// The root of the class hierarchy.
    private var root: TypeSyntax {
        superclass.map { "\($0).Root" } ?? "\(name)"
    }

    private var requirement: DeclModifierListSyntax {
        isFinal && superclass == nil
            ? [] : [DeclModifierSyntax(name: .keyword(.required, trailingTrivia: .space))]
    }
}
