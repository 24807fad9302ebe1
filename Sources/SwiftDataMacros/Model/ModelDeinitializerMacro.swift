// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The `@_ModelDeinitializer` macro, which adds a call to a declared deinitializer of a model.
///
/// `@Model` attaches it; it is not for use in source code. The body of `deinit { close(file) }`
/// becomes:
///
///     if _$state.pointee.mayBeConnected {
///         SwiftData._willDeinitialize(self)
///     }
///     close(file)
///
/// A class without a deinitializer has these three lines as its own.
enum ModelDeinitializerMacro: BodyMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
        in context: some MacroExpansionContext
    ) throws -> [CodeBlockItemSyntax] {
        let call: CodeBlockItemSyntax = """
            if _$state.pointee.mayBeConnected {
                SwiftData._willDeinitialize(self)
            }
            """
        return [call] + Array(declaration.body?.statements ?? [])
    }
}
