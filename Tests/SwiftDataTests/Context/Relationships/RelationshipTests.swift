// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@Model
final class Person {
    var name: String
    @Relationship(inverse: \Passport.owner) var passport: Passport?
    @Relationship(deleteRule: .deny, inverse: \Pet.keeper) var pets: [Pet]?
    @Relationship(deleteRule: .noAction, inverse: \Diary.author) var diaries: [Diary] = []
    @Relationship(minimumModelCount: 0, maximumModelCount: 2, inverse: \Seat.person)
    var seats: [Seat] = []
    var friend: Person?

    init(name: String) { self.name = name }
}

@Model
final class Passport {
    var number: Int
    var owner: Person
    init(number: Int, owner: Person) {
        self.number = number
        self.owner = owner
    }
}

@Model
final class Pet {
    var name: String
    var keeper: Person?
    init(name: String) { self.name = name }
}

@Model
final class Diary {
    var title: String
    var author: Person?
    init(title: String) { self.title = title }
}

@Model
final class Seat {
    var row: Int
    var person: Person?
    init(row: Int) { self.row = row }
}

@Model
final class Club {
    var name: String
    @Relationship var members: [Person] = []
    init(name: String) { self.name = name }
}

@Suite struct RelationshipTests {
    let container: ModelContainer
    let context: ModelContext

    init() throws {
        container = try ModelContainer(
            for: Person.self,
            Club.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
    }

    @Test func reassigningOneToOneUpdatesBothEnds() throws {
        let (ann, bob) = (Person(name: "Ann"), Person(name: "Bob"))
        context.insert(ann)
        context.insert(bob)
        let passport = Passport(number: 1, owner: ann)
        context.insert(passport)
        #expect(ann.passport === passport)
        try context.save()
        passport.owner = bob
        #expect(ann.passport == nil)
        #expect(bob.passport === passport)
        try context.save()
        let other = ModelContext(container)
        let people = try other.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
        #expect(people.map { $0.passport?.number } == [nil, 1])
    }

    @Test func denyRuleFailsTheSaveOnly() throws {
        let ann = Person(name: "Ann")
        let pet = Pet(name: "Rex")
        context.insert(ann)
        ann.pets = [pet]
        try context.save()
        context.delete(ann)
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .modelValidationFailure)
        #expect(error?.explanation.contains("pets") == true)
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 1)
        context.delete(pet)
        context.delete(ann)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 0)
    }

    @Test func nullifyRuleClearsTheInverse() throws {
        let ann = Person(name: "Ann")
        let seats = [Seat(row: 1), Seat(row: 2)]
        ann.seats = seats
        context.insert(ann)
        try context.save()
        context.delete(ann)
        #expect(seats.allSatisfy { $0.person == nil })
        try context.save()
        let stored = try ModelContext(container).fetch(FetchDescriptor<Seat>())
        #expect(stored.count == 2)
        #expect(stored.allSatisfy { $0.person == nil })
    }

    @Test func batchDeletionClearsTheInverse() throws {
        for name in ["Ann", "Bob"] {
            let person = Person(name: name)
            context.insert(person)
            person.seats = [Seat(row: 1), Seat(row: 2)]
        }
        try context.save()
        let reader = ModelContext(container)
        let seats = try reader.fetch(FetchDescriptor<Seat>())
        #expect(seats.compactMap(\.person?.name).sorted() == ["Ann", "Ann", "Bob", "Bob"])
        let writer = ModelContext(container)
        try writer.delete(model: Person.self, where: #Predicate { $0.name == "Bob" })
        try writer.save()
        let free = FetchDescriptor<Seat>(predicate: #Predicate { $0.person == nil })
        #expect(try reader.fetchCount(free) == 2)
        #expect(seats.compactMap(\.person?.name) == ["Ann", "Ann"])
    }

    @Test func batchDeletionOfRequiredModelsIsNotSaved() throws {
        let ann = Person(name: "Ann")
        context.insert(ann)
        context.insert(Passport(number: 1, owner: ann))
        try context.save()
        let writer = ModelContext(container)
        try writer.delete(model: Person.self)
        let error = #expect(throws: SwiftDataError.self) { try writer.save() }
        #expect(error == .modelValidationFailure)
        #expect(error?.explanation.contains("Passport.owner") == true)
        writer.rollback()
        #expect(try writer.fetchCount(FetchDescriptor<Person>()) == 1)
        try writer.delete(model: Passport.self)
        try writer.delete(model: Person.self)
        try writer.save()
        #expect(try writer.fetchCount(FetchDescriptor<Person>()) == 0)
    }

    @Test func noActionRuleLeavesDanglingReferences() throws {
        let ann = Person(name: "Ann")
        let diary = Diary(title: "Dear")
        ann.diaries = [diary]
        context.insert(ann)
        try context.save()
        context.delete(ann)
        try context.save()
        let stored = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Diary>()).first
        )
        #expect(stored.title == "Dear")
        #expect(stored.author?.name != "Ann")
    }

    @Test func savingValidatesRelationshipCounts() throws {
        let ann = Person(name: "Ann")
        context.insert(ann)
        ann.seats = [Seat(row: 1), Seat(row: 2), Seat(row: 3)]
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error?.explanation.contains("Person.seats has 3") == true)
        ann.seats.removeLast()
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 1)
    }

    @Test func relationshipWithoutInversePreservesOrder() throws {
        let club = Club(name: "Chess")
        let people = ["C", "A", "B"].map { Person(name: $0) }
        for person in people { context.insert(person) }
        try context.save()
        context.insert(club)
        club.members = [people[2], people[0], people[1]]
        try context.save()
        let other = ModelContext(container)
        let stored = try other.fetch(FetchDescriptor<Club>()).first
        #expect(stored?.members.map(\.name) == ["B", "C", "A"])
    }

    @Test func selfReferencingRelationshipIsSupported() throws {
        let (ann, bob) = (Person(name: "Ann"), Person(name: "Bob"))
        context.insert(ann)
        ann.friend = bob
        bob.friend = ann
        try context.save()
        let other = ModelContext(container)
        let people = try other.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
        #expect(people.first?.friend === people.last)
        #expect(people.last?.friend === people.first)
    }

    @Test func relatedModelsOfManyOwnersLoadInOneBatch() throws {
        for index in 0..<20 {
            let seat = Seat(row: index)
            seat.person = Person(name: "P\(index)")
            context.insert(seat)
        }
        try context.save()
        var descriptor = FetchDescriptor<Seat>(sortBy: [SortDescriptor(\.row)])
        descriptor.relationshipKeyPathsForPrefetching = [\.person]
        let seats = try ModelContext(container).fetch(descriptor)
        #expect(seats.compactMap { $0.person?.name } == (0..<20).map { "P\($0)" })
    }

    @Test func releasedContextBreaksReferenceCyclesAndKeepsValues() throws {
        weak var weakSeat: Seat?
        var name: String?
        do {
            let context = ModelContext(container)
            let seat = Seat(row: 1)
            seat.person = Person(name: "Ann")
            context.insert(seat)
            try context.save()
            #expect(seat.person?.seats.first === seat)
            weakSeat = seat
            name = seat.person?.name
        }
        #expect(weakSeat == nil)
        #expect(name == "Ann")
    }
}
