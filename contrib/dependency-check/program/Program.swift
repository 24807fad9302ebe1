// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData

@Model
final class Note {
    var text: String

    init(text: String) { self.text = text }
}

@Model
final class Secret {
    @Attribute(.encrypt) var text: String

    init(text: String) { self.text = text }
}

/// Saves a model, and one with an encrypted attribute.
@main
enum Program {
    static func main() throws {
        print("\(try count(afterSaving: Note(text: "a"))) note")
        do {
            print("\(try count(afterSaving: Secret(text: "b"))) secret")
        } catch {
            print(error)
        }
    }

    private static func count<Model: PersistentModel>(afterSaving model: Model) throws -> Int {
        let store = ModelConfiguration(isStoredInMemoryOnly: true)
        let context = ModelContext(try ModelContainer(for: Model.self, configurations: store))
        context.insert(model)
        try context.save()
        return try context.fetchCount(FetchDescriptor<Model>())
    }
}
