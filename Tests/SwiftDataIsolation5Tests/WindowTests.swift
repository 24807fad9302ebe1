// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

enum Glass: String, Codable { case clear, frosted }

nonisolated struct Pane: Codable, Equatable {
    var width = 1
}

@Model final class Window {
    @Attribute(.unique) var name: String
    var opened: Date?
    var glass = Glass.clear
    var pane: Pane?
    var panes: [Pane] = []
    @Attribute(.externalStorage) var scan: Data?
    @Transient var note = ""
    @Relationship(deleteRule: .cascade, inverse: \Blind.window) var blinds: [Blind] = []
    init(name: String) { self.name = name }
}

@Model final class Blind {
    var slats: Int
    var window: Window?
    init(slats: Int) { self.slats = slats }
}

@ModelActor actor Cleaner {
    func widths() throws -> [Int?] {
        try modelContext.fetch(FetchDescriptor<Window>()).map { $0.pane?.width }
    }
}

/// Models of a module with the default isolation `MainActor`, in Swift 5 mode.
struct WindowTests {
    @Test func valuesComeBack() async throws {
        let container = try ModelContainer(
            for: Window.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let window = Window(name: "north")
        window.pane = Pane(width: 3)
        window.glass = .frosted
        window.blinds = [Blind(slats: 7)]
        container.mainContext.insert(window)
        try container.mainContext.save()
        let frosted = #Predicate<Window> { $0.pane?.width == 3 }
        let found = try ModelContext(container).fetch(FetchDescriptor(predicate: frosted))
        #expect(found.map(\.glass) == [.frosted])
        #expect(found.flatMap(\.blinds).map(\.slats) == [7])
        #expect(try await Cleaner(modelContainer: container).widths() == [3])
    }
}
