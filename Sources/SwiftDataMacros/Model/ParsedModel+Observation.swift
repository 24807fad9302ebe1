// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

extension ParsedModel {
    var accessFunction: DeclSyntax {
        """
        internal nonisolated func access<_M>(keyPath: KeyPath<\(name), _M>) {
            _$model.access(self, keyPath: keyPath)
        }
        """
    }

    var withMutationFunction: DeclSyntax {
        """
        internal nonisolated func withMutation<_M, _MR>(
            keyPath: KeyPath<\(name), _M>,
            _ mutation: () throws -> _MR
        ) rethrows -> _MR {
            try _$model.withMutation(self, keyPath: keyPath, mutation)
        }
        """
    }
}
