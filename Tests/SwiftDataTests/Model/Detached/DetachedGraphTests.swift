// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import Synchronization
import Testing

@testable import SwiftData

/// The lifetime of models that no context has, and that are related to each other.
struct DetachedGraphTests {
    private static let count = 100_000

    private func chain(_ count: Int) -> (first: Bar, last: Bar) {
        let first = Bar(0)
        var last = first
        for number in 1..<count {
            let next = Bar(number)
            last.next = next
            last = next
        }
        return (first, last)
    }

    // MARK: Models that are held by one end

    @Test func modelsKeepTheirOwner() {
        func players() -> [Player] {
            let orchestra = Orchestra("City")
            orchestra.players = [Player("Ann"), Player("Ben")]
            return orchestra.players
        }
        let found = players()
        #expect(found.map { $0.orchestra?.name } == ["City", "City"])
        #expect(found[0].orchestra === found[1].orchestra)
        #expect(found[0].orchestra?.players.elementsEqual(found, by: ===) == true)
    }

    @Test func ownerKeepsModelsThatReferToIt() {
        let orchestra = Orchestra("City")
        for name in ["Ann", "Ben"] {
            let player = Player(name)
            player.orchestra = orchestra
            player.isSelected = true
        }
        #expect(orchestra.players.map(\.name) == ["Ann", "Ben"])
        #expect(orchestra.players.allSatisfy { $0.isSelected && $0.orchestra === orchestra })
    }

    @Test func ownersKeepTheObjectsOfAGraphThatWasBuiltFromItsEnds() {
        weak var leaf: Part?
        func tree() -> Part {
            let (root, middle, end) = (Part("root"), Part("middle"), Part("leaf"))
            leaf = end
            middle.parts = [end]
            root.parts = [middle]
            return root
        }
        let root = tree()
        #expect(leaf != nil)
        #expect(root.parts.first?.parts.first === leaf)
    }

    @Test func valuesOfAReleasedObjectAreKept() {
        func player() -> (Player, PersistentIdentifier, Set<Orchestra>, Int) {
            let (orchestra, player) = (Orchestra("City"), Player("Ann"))
            player.notes = ["a", "b"]
            orchestra.repertoire = [Work("Suite")]
            orchestra.players = [player]
            return (player, orchestra.persistentModelID, [orchestra], orchestra.hashValue)
        }
        let (player, identifier, _, hash) = player()
        let orchestra = player.orchestra
        #expect(orchestra?.persistentModelID == identifier)
        #expect(orchestra?.hashValue == hash)
        #expect(orchestra?.repertoire?.map(\.title) == ["Suite"])
        #expect(orchestra?.players.first?.notes == ["a", "b"])
        orchestra?.name = "Radio"
        #expect(player.orchestra?.name == "Radio")
    }

    @Test func valuesOfASubclassAreKept() {
        func teacher() -> Teacher {
            let (teacher, soloist) = (Teacher(), Soloist("Eva", fee: 100))
            soloist.teacher = teacher
            soloist.agency = Agency()
            teacher.students = []
            soloist.teacher = teacher
            return teacher
        }
        let soloist = teacher().students.first
        #expect(soloist?.name == "Eva")
        #expect(soloist?.fee == 100)
        #expect(soloist?.agency?.performers.first === soloist)
    }

    @Test func observersOfAReleasedObjectAreNotified() {
        let isChanged = Mutex(false)
        func player() -> Player {
            let (orchestra, player) = (Orchestra("City"), Player("Ann"))
            orchestra.players = [player]
            withObservationTracking {
                _ = orchestra.name
            } onChange: {
                isChanged.withLock { $0 = true }
            }
            return player
        }
        let found = player()
        found.orchestra?.name = "Radio"
        #expect(isChanged.withLock { $0 })
    }

    // MARK: Memory

    @Test func cyclesAreReleasedWithTheLastModel() {
        weak var orchestra: Orchestra?
        weak var player: Player?
        weak var instrument: Instrument?
        weak var maker: Maker?
        do {
            let ann = Player("Ann")
            player = ann
            let (first, violin, person) = (Orchestra("City"), Instrument("violin"), Maker("Max"))
            (orchestra, instrument, maker) = (first, violin, person)
            first.players = [ann]
            ann.instrument = violin
            violin.maker = person
            violin.player = ann
        }
        #expect(orchestra == nil && player == nil && instrument == nil && maker == nil)
    }

    @Test func graphIsReleasedWithTheLastModel() {
        weak var graph: DetachedGraph?
        weak var node: DetachedNode?
        do {
            let last = chain(100).last
            graph = last._$model.member?.graph
            node = last.previous?._$model.member?.node
            #expect(graph != nil && node != nil)
        }
        #expect(graph == nil && node == nil)
    }

    @Test func modelWithoutRelatedModelsHasNoGraph() {
        let (orchestra, player) = (Orchestra("City"), Player("Ann"))
        orchestra.players = []
        orchestra.repertoire = nil
        player.orchestra = nil
        #expect(orchestra._$model.member == nil && player._$model.member == nil)
    }

    @Test func valuesThatNoModelLeadsToAreRemoved() {
        let orchestra = Orchestra("City")
        weak var first: DetachedNode?
        for number in 0..<500 {
            let player = Player("\(number)")
            orchestra.players = [player]
            if number == 0 { first = player._$model.member?.node }
        }
        #expect(first == nil)
        #expect(orchestra.players.map(\.name) == ["499"])
    }

    @Test func removedModelIsReleased() {
        let orchestra = Orchestra("City")
        orchestra.players = [Player("Ann"), Player("Ben")]
        weak let ann = orchestra.players[0]
        weak let ben = orchestra.players[1]
        #expect(ann != nil)
        orchestra.players.removeFirst()
        #expect(ann == nil && ben != nil)
        ben?.orchestra = nil
        #expect(ben == nil)
    }

    @Test func longChainIsReleasedFromEitherEnd() {
        weak var first: Bar?
        weak var last: Bar?
        do {
            let ends = chain(Self.count)
            (first, last) = ends
            #expect(first != nil && last != nil)
        }
        #expect(first == nil && last == nil)
        do {
            let end = chain(Self.count).last
            last = end
            #expect(end.previous?.number == Self.count - 2)
        }
        #expect(last == nil)
    }

    @Test func objectsAreReleasedOnOtherThreads() async {
        for _ in 0..<200 {
            let players = (0..<8).map { Player("\($0)") }
            let sent = Sent(Orchestra("City"), players: players)
            async let released: Void = sent.release()
            #expect(players.allSatisfy { $0.orchestra?.name == "City" })
            await released
            #expect(players.allSatisfy { $0.orchestra?.players.count == 8 })
        }
    }

    /// An object that another thread only releases.
    private final class Sent: @unchecked Sendable {
        // Used by one thread at a time.
        private var object: AnyObject?

        init(_ orchestra: Orchestra, players: [Player]) {
            orchestra.players = players
            object = orchestra
        }

        func release() async { object = nil }
    }

    @Test func declaredDeinitializerIsCalled() {
        let count = Mutex(0)
        do {
            let bars = (Bar(0), Bar(1))
            bars.0.onDeinit = { count.withLock { $0 += 1 } }
            bars.0.next = bars.1
        }
        #expect(count.withLock { $0 } == 1)
    }
}
