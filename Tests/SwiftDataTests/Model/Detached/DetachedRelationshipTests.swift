// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Observation
import Synchronization
import Testing

@testable import SwiftData

/// The ends of relationships between models that no context has.
struct DetachedRelationshipTests {
    private let orchestra = Orchestra("City")
    private let other = Orchestra("Radio")
    private let players = [Player("Ann"), Player("Ben"), Player("Cid")]

    @Test func assignedModelsReferToTheirOwner() {
        orchestra.players = players
        #expect(players.allSatisfy { $0.orchestra === orchestra })
        #expect(orchestra.players.map(\.name) == ["Ann", "Ben", "Cid"])
    }

    @Test func ownerContainsTheModelsThatReferToIt() {
        for player in players { player.orchestra = orchestra }
        let identities = players.map { ObjectIdentifier($0) }
        #expect(orchestra.players.map { ObjectIdentifier($0) } == identities)
        #expect(players[0].orchestra === orchestra)
    }

    @Test func replacedModelsNoLongerReferToTheirOwner() {
        orchestra.players = [players[0], players[1]]
        orchestra.players = [players[2], players[1]]
        #expect(players.map { $0.orchestra?.name } == [nil, "City", "City"])
        #expect(orchestra.players.map(\.name) == ["Cid", "Ben"])
    }

    @Test func modelsAreAppendedInsertedAndRemoved() {
        orchestra.players.append(players[1])
        orchestra.players.append(players[1])
        orchestra.players.insert(players[0], at: 0)
        orchestra.players += [players[2]]
        #expect(orchestra.players.map(\.name) == ["Ann", "Ben", "Cid"])
        orchestra.players.remove(at: 1)
        #expect(orchestra.players.map(\.name) == ["Ann", "Cid"])
        #expect(players.map { $0.orchestra == nil } == [false, true, false])
        orchestra.players.removeAll()
        #expect(players.allSatisfy { $0.orchestra == nil })
    }

    @Test func modelLeavesItsFormerOwner() {
        orchestra.players = players
        players[1].orchestra = other
        other.players.append(players[2])
        #expect(orchestra.players.map(\.name) == ["Ann"])
        #expect(other.players.map(\.name) == ["Ben", "Cid"])
        players[0].orchestra = nil
        #expect(orchestra.players.isEmpty)
    }

    @Test func oneToOneRelationshipHasBothEnds() {
        let (violin, viola) = (Instrument("violin"), Instrument("viola"))
        players[0].instrument = violin
        #expect(violin.player === players[0])
        viola.player = players[0]
        #expect(players[0].instrument === viola)
        #expect(violin.player == nil)
        players[1].instrument = viola
        #expect(players[0].instrument == nil)
        #expect(viola.player === players[1])
    }

    @Test func manyToManyRelationshipHasBothEnds() {
        let works = [Work("Overture"), Work("Suite")]
        orchestra.repertoire = works.reversed()
        works[0].orchestras.append(other)
        #expect(works.map { $0.orchestras.map(\.name) } == [["City", "Radio"], ["City"]])
        #expect(orchestra.repertoire?.map(\.title) == ["Suite", "Overture"])
        #expect(other.repertoire?.map(\.title) == ["Overture"])
        works[0].orchestras.removeFirst()
        #expect(orchestra.repertoire?.map(\.title) == ["Suite"])
    }

    @Test func optionalRelationshipIsNilAfterNilWasAssigned() {
        #expect(orchestra.repertoire == nil)
        orchestra.players = players
        #expect(orchestra.repertoire == nil)
        orchestra.repertoire = [Work("Suite")]
        orchestra.repertoire = []
        #expect(orchestra.repertoire?.isEmpty == true)
        orchestra.repertoire = nil
        #expect(orchestra.repertoire == nil)
    }

    @Test func treeHasBothEnds() {
        let (root, middle, leaf) = (Part("root"), Part("middle"), Part("leaf"))
        middle.parts = [leaf]
        middle.whole = root
        #expect(root.parts.first === middle)
        #expect(leaf.whole?.whole === root)
        leaf.whole = root
        #expect(root.parts.map(\.title) == ["middle", "leaf"])
        #expect(middle.parts.isEmpty)
    }

    @Test func modelCanReferToItself() {
        let part = Part("loop")
        part.whole = part
        #expect(part.parts.map(\.title) == ["loop"])
        part.parts = []
        #expect(part.whole == nil)
    }

    @Test func requiredRelationshipMovesWithItsModel() {
        let (here, there) = (Concert("Bonn"), Concert("Graz"))
        let ticket = Ticket(1, concert: here)
        ticket.concert = there
        #expect(there.tickets.map(\.seat) == [1])
        #expect(here.tickets.isEmpty)
        here.tickets = [ticket]
        #expect(ticket.concert === here)
        #expect(there.tickets.isEmpty)
    }

    @Test func subclassesUseInheritedAndOwnRelationships() {
        let (agency, teacher) = (Agency(), Teacher())
        let soloist = Soloist("Eva", fee: 100)
        agency.performers = [soloist, Performer("Fay")]
        #expect(soloist.agency === agency)
        soloist.teacher = teacher
        #expect(teacher.students.map(\.fee) == [100])
        soloist.agency = nil
        #expect(agency.performers.map(\.name) == ["Fay"])
    }

    @Test func modelsOfAnInitializerAreConnectedByALaterAssignment() {
        let full = Orchestra("Full", players: [players[0]])
        #expect(players[0].orchestra == nil)
        full.players.append(players[1])
        #expect(players[0].orchestra === full)
        let guest = Player("Gil", orchestra: full)
        guest.instrument = Instrument("harp")
        #expect(full.players.map(\.name) == ["Ann", "Ben", "Gil"])
    }

    @Test func backingDataConnectsBothEnds() {
        orchestra.players = [players[0]]
        orchestra.persistentBackingData.setValue(forKey: \.players, to: [players[1]])
        #expect(players[0].orchestra == nil)
        #expect(players[1].orchestra === orchestra)
    }

    @Test func bothEndsNotifyObservers() {
        let changes = Mutex<Set<String>>([])
        func track(_ name: String, _ read: () -> Void) {
            withObservationTracking(read) { changes.withLock { _ = $0.insert(name) } }
        }
        track("players") { _ = orchestra.players }
        track("orchestra") { _ = players[0].orchestra }
        track("name") { _ = players[0].name }
        players[0].orchestra = orchestra
        #expect(changes.withLock { $0 } == ["orchestra", "players"])
    }

    @Test func manyModelsAreAddedAndRemovedOneByOne() {
        let many = (0..<300).map { Player("\($0)") }
        for player in many { orchestra.players.append(player) }
        #expect(orchestra.players == many)
        for player in many.reversed() where player.name.hasSuffix("3") { player.orchestra = nil }
        #expect(orchestra.players.count == 270)
        orchestra.players.removeAll { $0.name.hasSuffix("5") }
        #expect(orchestra.players.count == 240)
        #expect(many.filter { $0.orchestra != nil }.count == 240)
    }
}
