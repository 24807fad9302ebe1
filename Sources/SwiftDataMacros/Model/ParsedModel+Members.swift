// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

extension ParsedModel {
    /// All members that the member role adds to the class.
    var members: [DeclSyntax] {
        get throws {
            try [
                superclass == nil ? stateStorage : nil,
                superclass == nil ? state : nil,
                superclass == nil ? persistentBackingData : nil,
                schemaMetadata,
                decoding,
                encoding,
                backingDataInitializer,
                hasDeinitializer ? nil : deinitializer,
                superclassType,
                inheritedKeyPaths,
                keyPathsOfSubclass,
                declaredNames.contains("access") ? nil : accessFunction,
                declaredNames.contains("withMutation") ? nil : withMutationFunction,
            ].compactMap(\.self)
        }
    }

    /// The stored property that contains the model's state.
    ///
    /// Its accesses are not checked for overlaps, like accesses to the values.
    private var stateStorage: DeclSyntax {
        "@exclusivity(unchecked) private var _$stateStorage = SwiftData._ModelStateStorage()"
    }

    /// The address of the model's context, identity, observers and change tracking.
    private var state: DeclSyntax {
        """
        \(access)var _$state: SwiftData._ModelState.Pointer {
            _$stateStorage.pointer
        }
        """
    }

    /// The deinitializer of a class that declares none; see `ModelDeinitializerMacro`.
    private var deinitializer: DeclSyntax {
        """
        deinit {
            if _$state.pointee.mayBeConnected {
                SwiftData._willDeinitialize(self)
            }
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
