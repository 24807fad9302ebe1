// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Backing data implemented by a client of the framework, with all methods of Apple's protocol.
private struct NotedBackingData: BackingData {
    var persistentModelID: PersistentIdentifier?
    var metadata: Any { () }
    private let model: Todo

    init(for modelType: Todo.Type) { model = Todo(title: "noted") }

    func getValue<Value: Decodable>(forKey key: KeyPath<Todo, Value>) -> Value {
        model[keyPath: key]
    }
    func getValue<Value: PersistentModel>(forKey key: KeyPath<Todo, Value>) -> Value {
        model[keyPath: key]
    }
    func getValue<Value: PersistentModel>(forKey key: KeyPath<Todo, Value?>) -> Value? {
        model[keyPath: key]
    }
    func getValue<Value, OtherModel>(forKey key: KeyPath<Todo, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        model[keyPath: key]
    }
    func getValue<Value, OtherModel>(forKey key: KeyPath<Todo, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
        model[keyPath: key]
    }
    func getTransformableValue<Value>(forKey key: KeyPath<Todo, Value>) -> Value {
        model[keyPath: key]
    }
    func setValue<Value: Encodable>(forKey key: KeyPath<Todo, Value>, to newValue: Value) {}
    func setValue<Value: PersistentModel>(forKey key: KeyPath<Todo, Value>, to newValue: Value) {}
    func setValue<Value: PersistentModel>(forKey key: KeyPath<Todo, Value?>, to newValue: Value?) {
    }
    func setValue<Value, OtherModel>(forKey key: KeyPath<Todo, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {}
    func setValue<Value, OtherModel>(forKey key: KeyPath<Todo, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    }
    func setTransformableValue<Value>(forKey key: KeyPath<Todo, Value>, to newValue: Value) {}
}

/// Access to model values by key path.
@Suite struct ModelValueTests {
    let context: ModelContext
    let project = Project(name: "House")
    let todo = Todo(title: "Roof")

    init() throws {
        context = ModelContext(try makeContainer())
        context.insert(project)
        context.insert(todo)
    }

    @Test func everyPropertyTypeIsReadAndSetByKeyPath() throws {
        project.setValue(forKey: \.name, to: "Castle")
        #expect(project.getValue(forKey: \.name) == "Castle")
        todo.setValue(forKey: \.project, to: project)
        #expect(todo.getValue(forKey: \.project) === project)
        #expect(project.getValue(forKey: \.todos).map(\.title) == ["Roof"])
        project.setValue(forKey: \.todos, to: [Todo]())
        #expect(todo.project == nil)
        project.setTransformableValue(forKey: \.priority, to: .high)
        #expect(project.getTransformableValue(forKey: \.priority) == .high)
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test func backingDataReadsAndWritesModel() {
        let data = project.persistentBackingData
        data.setValue(forKey: \.name, to: "Castle")
        #expect(project.name == "Castle")
        #expect(data.getValue(forKey: \.name) == "Castle")
        #expect(data.getValue(forKey: \.todos).isEmpty)
    }

    @Test func modelIsCreatedFromBackingData() {
        let data: some BackingData<Todo> = Todo.createBackingData()
        data.setValue(forKey: \.title, to: "Door")
        data.setValue(forKey: \.project, to: project)
        let made = Todo(backingData: data)
        #expect(made.title == "Door")
        #expect(made.project === project)
    }

    /// Creates a model of any class from backing data.
    private func make<M: PersistentModel>(
        _ type: M.Type,
        from fill: (any BackingData<M>) -> Void
    ) -> M {
        let data: some BackingData<M> = M.createBackingData()
        fill(data)
        return M(backingData: data)
    }

    @Test func modelOfSubclassIsCreatedFromInheritedAndOwnValues() {
        let mural = make(Mural.self) { data in
            data.setValue(forKey: \.name, to: "Dance")
            data.setValue(forKey: \.artist, to: "Ann")
            data.setValue(forKey: \.pigment, to: "blue")
        }
        #expect(mural.name == "Dance")
        #expect(mural.artist == "Ann")
        #expect(mural.pigment == "blue")
    }

    @Test func customBackingDataConforms() {
        let data: any BackingData<Todo> = NotedBackingData(for: Todo.self)
        #expect(data.getValue(forKey: \.title) == "noted")
        #expect(data.getValue(forKey: \.project) == nil)
    }
}
