// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

struct ModelActorExpansionTests {
    @Test func actorGainsExecutorContainerAndInitializer() {
        expectExpansion(
            of: """
                @ModelActor public actor Writer {
                }
                """,
            """
            public actor Writer {

                public nonisolated let modelExecutor: any SwiftData.ModelExecutor

                public nonisolated let modelContainer: SwiftData.ModelContainer

                public init(modelContainer: SwiftData.ModelContainer) {
                    let modelContext = SwiftData.ModelContext(modelContainer)
                    self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
                    self.modelContainer = modelContainer
                }
            }

            extension Writer: SwiftData.ModelActor {
            }
            """
        )
    }

    @Test func membersOfAnInternalActorAreInternal() {
        let lines = Expansion(of: "@ModelActor actor Writer {}").lines
        #expect(lines.contains("init(modelContainer: SwiftData.ModelContainer) {"))
    }
}
