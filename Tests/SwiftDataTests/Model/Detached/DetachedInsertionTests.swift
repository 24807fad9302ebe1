// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Related models that no context has, and that get into one.
struct DetachedInsertionTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try ModelContainer(
            for: Orchestra.self,
            Work.self,
            Part.self,
            Bar.self,
            Ticket.self,
            Soloist.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
    }

    private func fetched<M: PersistentModel>(_ type: M.Type) throws -> [M] {
        try ModelContext(container).fetch(FetchDescriptor<M>())
    }

    @Test(arguments: [true, false])
    func modelsAreInsertedFromEitherEnd(isOwner: Bool) throws {
        let orchestra = Orchestra("City")
        orchestra.players = [Player("Ann"), Player("Ben")]
        orchestra.repertoire = [Work("Suite")]
        let (player, violin) = (orchestra.players[1], Instrument("violin"))
        violin.player = player
        violin.maker = Maker("Max")
        if isOwner { context.insert(orchestra) } else { context.insert(player) }
        #expect(context.insertedModelsArray.count == 6)
        #expect(orchestra._$model.member == nil && player._$model.member == nil)
        try context.save()
        let found = try #require(try fetched(Orchestra.self).first)
        #expect(Set(found.players.map(\.name)) == ["Ann", "Ben"])
        #expect(found.players.allSatisfy { $0.orchestra === found })
        #expect(found.repertoire?.first?.orchestras.first === found)
        #expect(found.players.compactMap(\.instrument?.maker?.name) == ["Max"])
        #expect(try fetched(Player.self).count == 2)
    }

    @Test func modelsWithoutObjectsAreInserted() throws {
        func player() -> Player {
            let orchestra = Orchestra("City")
            orchestra.players = [Player("Ann"), Player("Ben")]
            orchestra.players[0].notes = ["a"]
            return orchestra.players[1]
        }
        context.insert(player())
        try context.save()
        let found = try #require(try fetched(Orchestra.self).first)
        #expect(found.name == "City")
        #expect(Set(found.players.map(\.notes)) == [["a"], []])
    }

    @Test func assignmentToAModelOfAContextInsertsTheGraph() throws {
        let (orchestra, player) = (Orchestra("City"), Player("Ann"))
        player.orchestra = orchestra
        let violin = Instrument("violin")
        context.insert(violin)
        violin.player = player
        #expect(orchestra.modelContext === context)
        #expect(orchestra.players.first === player)
        try context.save()
        #expect(try fetched(Instrument.self).first?.player?.orchestra?.name == "City")
    }

    @Test func relationshipThatASubclassDeclaresConnectsItsModelWithAContext() throws {
        let (teacher, soloist) = (Teacher(), Soloist("Eva", fee: 100))
        context.insert(teacher)
        soloist.teacher = teacher
        #expect(soloist.modelContext === context)
        #expect(teacher.students.first === soloist)
        try context.save()
        #expect(try fetched(Teacher.self).first?.students.first?.name == "Eva")
    }

    @Test func modelsThatAreNotReachableAreNotInserted() throws {
        let orchestra = Orchestra("City")
        let (ann, ben) = (Player("Ann"), Player("Ben"))
        orchestra.players = [ann, ben]
        orchestra.players = [ann]
        let (violin, viola) = (Instrument("violin"), Instrument("viola"))
        let maker = Maker("Max")
        (violin.maker, viola.maker) = (maker, maker)
        ann.instrument = violin
        context.insert(orchestra)
        #expect(ben.modelContext == nil && viola.modelContext == nil)
        #expect(violin.modelContext === context && maker.modelContext === context)
        #expect(viola.maker === maker)
        context.insert(viola)
        try context.save()
        #expect(try fetched(Instrument.self).compactMap(\.maker?.name) == ["Max", "Max"])
        #expect(try fetched(Player.self).map(\.name) == ["Ann"])
    }

    @Test func ordersAreKept() throws {
        let orchestra = Orchestra("City")
        let works = ["A", "B", "C"].map(Work.init)
        orchestra.repertoire = [works[2], works[0]]
        orchestra.repertoire?.insert(works[1], at: 1)
        context.insert(works[0])
        try context.save()
        #expect(
            try fetched(Orchestra.self).first?.repertoire?.map(\.title) == ["C", "B", "A"]
        )
    }

    @Test func nilAndEmptyRelationshipsAreInserted() throws {
        let (orchestra, other) = (Orchestra("City"), Orchestra("Radio"))
        let player = Player("Ann")
        orchestra.players = [player]
        #expect(orchestra.repertoire == nil)
        context.insert(player)
        #expect(orchestra.repertoire == nil)
        #expect(player.instrument == nil)
        player.orchestra = other
        #expect(orchestra.players.isEmpty)
        try context.save()
        #expect(try fetched(Player.self).first?.orchestra?.name == "Radio")
    }

    @Test func longChainIsInsertedFromItsMiddle() throws {
        let first = Bar(0)
        var (last, middle) = (first, first)
        for number in 1..<100_000 {
            let next = Bar(number)
            next.previous = last
            last = next
            if number == 50_000 { middle = next }
        }
        context.insert(middle)
        #expect(context.insertedModelsArray.count == 100_000)
        #expect(first.modelContext === context && last.modelContext === context)
        try context.save()
        let descriptor = FetchDescriptor<Bar>(predicate: #Predicate { $0.next == nil })
        let end = try #require(try ModelContext(container).fetch(descriptor).first)
        #expect(end.previous?.number == 99_998)
    }

    @Test func modelsOfARollbackAreReleased() throws {
        weak var orchestra: Orchestra?
        weak var player: Player?
        do {
            let (first, ann) = (Orchestra("City"), Player("Ann"))
            (orchestra, player) = (first, ann)
            context.insert(first)
            first.players = [ann]
            context.rollback()
            #expect(ann.modelContext == nil)
            #expect(first.players.first === ann && ann.orchestra === first)
            ann.orchestra = nil
            #expect(first.players.isEmpty)
            first.players = [ann]
        }
        #expect(orchestra == nil && player == nil)
    }

    @Test func modelsOfARollbackAreInsertedAgain() throws {
        let orchestra = Orchestra("City")
        orchestra.players = [Player("Ann"), Player("Ben")]
        context.insert(orchestra)
        context.rollback()
        #expect(!context.hasChanges)
        context.insert(orchestra.players[1])
        try context.save()
        #expect(try fetched(Orchestra.self).first?.players.count == 2)
    }

    @Test func deletedNewModelsAreRestored() throws {
        let orchestra = Orchestra("City")
        orchestra.players = [Player("Ann"), Player("Ben")]
        context.insert(orchestra)
        let player = orchestra.players[0]
        context.delete(player)
        #expect(orchestra.players.map(\.name) == ["Ben"])
        player.orchestra = orchestra
        #expect(player.modelContext === context)
        try context.save()
        #expect(try fetched(Orchestra.self).first?.players.count == 2)
    }

    @Test func insertionOfAGraphIsUndoneAndRedone() throws {
        let manager = UndoManager()
        context.undoManager = manager
        let orchestra = Orchestra("City")
        orchestra.players = [Player("Ann")]
        context.insert(orchestra.players[0])
        context.processPendingChanges()
        manager.undo()
        #expect(orchestra.modelContext == nil)
        manager.redo()
        #expect(orchestra.modelContext === context)
        #expect(orchestra.players.map(\.name) == ["Ann"])
        #expect(orchestra.players.first?.orchestra === orchestra)
        try context.save()
        #expect(try fetched(Player.self).first?.orchestra?.name == "City")
    }
}
