// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Checks that a custom store does what containers rely on, for the tests of its author.
///
/// The checks save, change, fetch and delete models of one type, through containers that the test
/// opens. They compare what the store returns with what was saved.
/// <doc:CustomStores> has an example.
///
/// ## Topics
///
/// - ``init(attribute:isPersistent:makeModel:openContainer:)``
/// - ``failures()``
public struct DataStoreConformance<Model: PersistentModel> {
    private typealias Attribute = ReferenceWritableKeyPath<Model, String> & Sendable

    private let attribute: any Attribute
    private let isPersistent: Bool
    private let makeModel: (String) -> Model
    private let openContainer: () throws -> ModelContainer

    /// Creates the checks of a store.
    ///
    /// - Parameters:
    ///   - attribute: An attribute of a model, which may be unique.
    ///   - isPersistent: Whether another container has what the first one saved.
    ///   - makeModel: Returns a new model with a value of the attribute.
    ///   - openContainer: Opens a container with the store, which is empty at first.
    public init(
        attribute: any ReferenceWritableKeyPath<Model, String> & Sendable,
        isPersistent: Bool = true,
        makeModel: @escaping (_ value: String) -> Model,
        openContainer: @escaping () throws -> ModelContainer
    ) {
        self.attribute = attribute
        self.isPersistent = isPersistent
        self.makeModel = makeModel
        self.openContainer = openContainer
    }

    /// Runs the checks and returns what the store does wrong; nothing if it conforms.
    public func failures() -> [String] {
        var failures: [String] = []
        do {
            try check { failures.append($0) }
        } catch {
            failures.append("threw \(error)")
        }
        return failures
    }

    private func check(_ fail: (String) -> Void) throws {
        let container = try openContainer()
        let context = ModelContext(container)
        guard try context.fetchCount(FetchDescriptor<Model>()) == 0 else {
            return fail("the store is not empty")
        }
        let models = ["b", "a", "d", "c"].map(makeModel)
        for model in models { context.insert(model) }
        try context.save()
        try checkIdentifiers(of: models, in: container, fail)
        try checkFetches(in: ModelContext(container), fail)
        try checkChanges(of: models, in: context, fail)
        guard isPersistent else { return }
        try expect(["a", "c", "x"], in: ModelContext(try openContainer()), after: "opening", fail)
    }

    private func checkIdentifiers(
        of models: [Model],
        in container: ModelContainer,
        _ fail: (String) -> Void
    ) throws {
        let identifiers = models.map(\.persistentModelID)
        if Set(identifiers).count != models.count { fail("models share an identifier") }
        if identifiers.contains(where: \.isTemporary) { fail("a saved identifier is temporary") }
        let context = ModelContext(container)
        for (model, identifier) in zip(models, identifiers) {
            let found = context.model(for: identifier) as? Model
            if found?[keyPath: attribute] != model[keyPath: attribute] {
                fail("the model of an identifier has other values than the saved one")
            }
        }
        let fetched = try context.fetchIdentifiers(FetchDescriptor<Model>())
        if Set(fetched) != Set(identifiers) {
            fail("fetchIdentifiers returns other identifiers than the save")
        }
    }

    private func checkFetches(in context: ModelContext, _ fail: (String) -> Void) throws {
        try expect(["a", "b", "c", "d"], in: context, after: "inserting", fail)
        var sorted = FetchDescriptor<Model>(sortBy: [SortDescriptor(attribute, order: .reverse)])
        if try values(sorted, in: context) != ["d", "c", "b", "a"] {
            fail("a fetch is not in the requested order")
        }
        (sorted.fetchLimit, sorted.fetchOffset) = (2, 1)
        if try values(sorted, in: context) != ["c", "b"] {
            fail("a fetch has other models than its limit and offset")
        }
        let attribute = attribute
        let isC = Predicate<Model> { model in
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(
                    root: PredicateExpressions.build_Arg(model),
                    keyPath: attribute
                ),
                rhs: PredicateExpressions.build_Arg("c")
            )
        }
        if try values(FetchDescriptor(predicate: isC), in: context) != ["c"] {
            fail("a fetch has other models than its predicate")
        }
        if try context.fetchCount(FetchDescriptor(predicate: isC)) != 1 {
            fail("fetchCount is not the number of models of its predicate")
        }
    }

    private func checkChanges(
        of models: [Model],
        in context: ModelContext,
        _ fail: (String) -> Void
    ) throws {
        let identifier = models[0].persistentModelID
        models[0][keyPath: attribute] = "x"
        context.delete(models[2])
        try context.save()
        if models[0].persistentModelID != identifier { fail("an update changed an identifier") }
        let other = ModelContext(context.container)
        try expect(["a", "c", "x"], in: other, after: "an update and a deletion", fail)
    }

    private func values(
        _ descriptor: FetchDescriptor<Model>,
        in context: ModelContext
    ) throws -> [String] {
        try context.fetch(descriptor).map { $0[keyPath: attribute] }
    }

    private func expect(
        _ values: [String],
        in context: ModelContext,
        after moment: String,
        _ fail: (String) -> Void
    ) throws {
        let found = try self.values(FetchDescriptor(), in: context).sorted()
        if found != values {
            fail("after \(moment): expected the values \(values), found \(found)")
        }
        if try context.fetchCount(FetchDescriptor<Model>()) != found.count {
            fail("after \(moment): fetchCount differs from the number of fetched models")
        }
    }
}
