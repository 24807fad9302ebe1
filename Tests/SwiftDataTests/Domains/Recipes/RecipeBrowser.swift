// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import SwiftData

/// The data of a screen with a search field above recipes in sections.
@Observable @MainActor
final class RecipeBrowser {
    private let observer: ResultsObserver<Recipe, String>
    private(set) var errorText: String?

    var filter = RecipeFilter() {
        didSet { observer.filterBy = filter.predicate }
    }

    init(_ container: ModelContainer) throws {
        observer = try ResultsObserver(
            filterBy: RecipeFilter().predicate,
            sortBy: [SortDescriptor(\.title)],
            sectionBy: \.cuisine,
            modelContext: container.mainContext
        )
    }

    var sections: [(title: String, recipes: [String])] {
        (observer.sections?.map { ($0.title, $0.map(\.title)) }) ?? []
    }

    func recipe(at path: IndexPath) -> Recipe? { observer.element(at: path) }

    func toggleFavorite(at path: IndexPath) {
        recipe(at: path)?.isFavorite.toggle()
    }

    func delete(at path: IndexPath) {
        guard let recipe = recipe(at: path) else { return }
        observer.modelContext.delete(recipe)
        do {
            try observer.modelContext.save()
        } catch {
            errorText = error.localizedDescription
        }
    }
}
