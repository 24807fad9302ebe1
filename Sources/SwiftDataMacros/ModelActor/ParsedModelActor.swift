// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The properties of an actor that `@ModelActor` depends on.
struct ParsedModelActor {
    /// The access modifier of generated members: `public`, `package` or none.
    let access: DeclModifierListSyntax

    init(_ declaration: ActorDeclSyntax, in context: some MacroExpansionContext) {
        access = declaration.modifiers.memberAccess(in: context)
    }
}

extension ParsedModelActor {
    /// All members that the member role adds to the actor.
    var members: [DeclSyntax] { [executor, container, initializer] }

    private var executor: DeclSyntax {
        "\(access)nonisolated let modelExecutor: any SwiftData.ModelExecutor"
    }

    private var container: DeclSyntax {
        "\(access)nonisolated let modelContainer: SwiftData.ModelContainer"
    }

    private var initializer: DeclSyntax {
        """
        \(access)init(modelContainer: SwiftData.ModelContainer) {
            let modelContext = SwiftData.ModelContext(modelContainer)
            self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
            self.modelContainer = modelContainer
        }
        """
    }
}
