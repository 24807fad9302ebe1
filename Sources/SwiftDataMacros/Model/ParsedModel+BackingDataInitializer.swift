// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

extension ParsedModel {
    /// Makes an instance whose values come from the backing data.
    ///
    /// The markers satisfy the compiler. The storage is emptied because Swift has run the default
    /// values by then, and a default must not hide what the backing data holds.
    var backingDataInitializer: DeclSyntax {
        get throws {
            let initializer = try InitializerDeclSyntax(
                """
                \(access)\(requirement)init(backingData: any SwiftData.BackingData<\(name)>)
                """
            ) {
                for property in properties {
                    "\(property.markerName) = SwiftData._Initialized()"
                }
                for property in properties {
                    "\(property.storageName) = .init()"
                }
                "_$model.adopt(backingData, into: self)"
            }
            return DeclSyntax(initializer)
        }
    }

    private var requirement: DeclModifierListSyntax {
        isFinal ? [] : [DeclModifierSyntax(name: .keyword(.required, trailingTrivia: .space))]
    }
}
