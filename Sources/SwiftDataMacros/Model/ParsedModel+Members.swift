// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

extension ParsedModel {
    /// All members that the member role adds to the class.
    var members: [DeclSyntax] {
        get throws {
            try [
                superclass == nil ? lifetime : nil,
                superclass == nil ? state : nil,
                superclass == nil ? persistentBackingData : nil,
                schemaMetadata,
                decoding,
                encoding,
                backingDataInitializer,
                superclassType,
                inheritedKeyPaths,
                keyPathsOfSubclass,
                declaredNames.contains("access") ? nil : accessFunction,
                declaredNames.contains("withMutation") ? nil : withMutationFunction,
            ].compactMap(\.self)
        }
    }

    /// The stored property that owns the model's state.
    private var lifetime: DeclSyntax {
        "private let _$lifetime = SwiftData._ModelLifetime()"
    }

    /// The model's context, identity, observation registrar and change tracking.
    private var state: DeclSyntax {
        """
        \(access)var _$model: SwiftData._ModelState {
            _$lifetime.state
        }
        """
    }

    private var persistentBackingData: DeclSyntax {
        """
        \(access)var persistentBackingData: any SwiftData.BackingData<\(name)> {
            get {
                _$model.backingData(of: self)
            }
            set {
                _$model.adopt(newValue, into: self)
            }
        }
        """
    }
}
