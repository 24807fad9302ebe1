// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Models that are subclasses of models.
@Suite struct InheritanceTests {
    private typealias Trip = Trips.Trip
    private typealias BusinessTrip = Trips.BusinessTrip
    private typealias Conference = Trips.Conference
    private typealias PersonalTrip = Trips.PersonalTrip

    private func names<T: Trip>(_ type: T.Type, in context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    // MARK: Fetching

    @Test(arguments: [false, true])
    func fetchOfClassIncludesItsSubclasses(isSaved: Bool) throws {
        let context = try Trips.context()
        if isSaved { try context.save() }
        #expect(try names(Trip.self, in: context) == ["Alps", "Berlin", "Cupertino", "Dublin"])
        #expect(try names(BusinessTrip.self, in: context) == ["Berlin", "Cupertino"])
        #expect(try names(Conference.self, in: context) == ["Cupertino"])
        #expect(try names(PersonalTrip.self, in: context) == ["Dublin"])
        #expect(try context.fetchCount(FetchDescriptor<BusinessTrip>()) == 2)
        #expect(try context.fetchIdentifiers(FetchDescriptor<Conference>()).count == 1)
    }

    @Test func fetchedModelsHaveTheirOwnClassesAndValues() throws {
        let saved = try Trips.context()
        try saved.save()
        let context = ModelContext(saved.container)
        let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        #expect(
            trips.map { String(describing: type(of: $0)) }
                == ["Trip", "BusinessTrip", "Conference", "PersonalTrip"]
        )
        #expect(
            trips.map(\.title)
                == ["Trip to Alps", "sales in Berlin", "conference in Cupertino", "Trip to Dublin"]
        )
        #expect((trips[2] as? Conference)?.badge == 7)
        #expect((trips[3] as? PersonalTrip)?.reason == .family)
        #expect(trips.map(\.distance) == [10, 10, 10, 10])
    }

    @Test func changesOfInheritedAndOwnPropertiesAreSaved() throws {
        let context = try Trips.context()
        try context.save()
        let trip = try #require(try context.fetch(FetchDescriptor<Conference>()).first)
        trip.name = "Cork"
        trip.purpose = "speaking"
        trip.badge = 8
        trip.expenses = 12.5
        #expect(trip.hasChanges)
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Conference>()).first)
        #expect(found.name == "Cork" && found.purpose == "speaking")
        #expect(found.badge == 8 && found.expenses == 12.5)
    }

    @Test func contextMergesChangesOfSubclassProperties() throws {
        let context = try Trips.context()
        try context.save()
        let other = ModelContext(context.container)
        let seen = try #require(try other.fetch(FetchDescriptor<Trip>()).first { $0 is Conference })
        let trip = try #require(try context.fetch(FetchDescriptor<Conference>()).first)
        trip.badge = 99
        trip.distance = 3
        try context.save()
        other.processPendingChanges()
        #expect((seen as? Conference)?.badge == 99 && seen.distance == 3)
    }

    @Test func rollbackRestoresPropertiesOfEachLevel() throws {
        let context = try Trips.context()
        try context.save()
        let trip = try #require(try context.fetch(FetchDescriptor<Conference>()).first)
        trip.name = "x"
        trip.purpose = "y"
        trip.badge = 0
        context.rollback()
        #expect(trip.name == "Cupertino" && trip.purpose == "conference" && trip.badge == 7)
    }

    @Test func partialFetchLoadsOtherPropertiesOnDemand() throws {
        let saved = try Trips.context()
        try saved.save()
        let context = ModelContext(saved.container)
        var descriptor = FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.name)])
        descriptor.propertiesToFetch = [\.name, \.purpose]
        let trips = try context.fetch(descriptor)
        #expect(trips.map(\.purpose) == ["sales", "conference"])
        #expect((trips.last as? Conference)?.badge == 7)
    }

    @Test func detachedSubclassKeepsAllValues() {
        let trip = Conference(name: "Oslo", badge: 3)
        trip.distance = 40
        #expect(trip.name == "Oslo" && trip.badge == 3 && trip.distance == 40)
        #expect(trip.persistentModelID.entityName == "Trip")
    }

    // MARK: Identifiers

    @Test func identifierLeadsToModelOfItsClass() throws {
        let saved = try Trips.context()
        try saved.save()
        let conference = try #require(try saved.fetch(FetchDescriptor<Conference>()).first)
        let context = ModelContext(saved.container)
        let model = context.model(for: conference.persistentModelID)
        #expect((model as? Conference)?.badge == 7)
        let known: Trip? = context.registeredModel(for: conference.persistentModelID)
        #expect(known === model)
    }

    @Test func identifiersOfHierarchyAreDistinct() throws {
        let context = try Trips.context()
        try context.save()
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Trip>())
        #expect(Set(identifiers).count == 4)
        #expect(Set(identifiers.map(\.entityName)) == ["Trip"])
    }

    // MARK: Relationships

    @Test func relationshipToBaseHoldsSubclasses() throws {
        let context = try Trips.context()
        let traveler = Trips.Traveler("Ann")
        context.insert(traveler)
        traveler.trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Trips.Traveler>()).first)
        #expect(
            found.trips.map { String(describing: type(of: $0)) }
                == ["Trip", "BusinessTrip", "Conference", "PersonalTrip"]
        )
        #expect(found.trips.allSatisfy { $0.traveler === found })
    }

    @Test func toOneRelationshipToBaseLoadsModelOfItsClass() throws {
        let saved = try Trips.context()
        let conference = try #require(try saved.fetch(FetchDescriptor<Conference>()).first)
        conference.stops = [Trips.Stop("Paris"), Trips.Stop("Reno")]
        try saved.save()
        let context = ModelContext(saved.container)
        let stops = try context.fetch(FetchDescriptor<Trips.Stop>())
        #expect(stops.count == 2)
        #expect(stops.allSatisfy { ($0.trip as? Conference)?.badge == 7 })
        var descriptor = FetchDescriptor<Trips.Stop>()
        descriptor.relationshipKeyPathsForPrefetching = [\.trip]
        let prefetched = try ModelContext(saved.container).fetch(descriptor)
        #expect(prefetched.allSatisfy { $0.trip is Conference })
    }

    @Test func relationshipOfSubclassHasItsInverse() throws {
        let context = try Trips.context()
        let company = Trips.Company("Acme")
        context.insert(company)
        let trip = try #require(try context.fetch(FetchDescriptor<Conference>()).first)
        trip.company = company
        trip.talks = [Trips.Talk("One"), Trips.Talk("Two")]
        #expect(company.trips == [trip])
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Trips.Company>()).first)
        #expect(found.trips.first is Conference)
        #expect((found.trips.first as? Conference)?.talks.map(\.title) == ["One", "Two"])
        var descriptor = FetchDescriptor<Conference>()
        descriptor.relationshipKeyPathsForPrefetching = [\.company, \.talks, \.stops]
        #expect(try other.fetch(descriptor).first?.company === found)
    }

    @Test func deleteRulesOfEachLevelApply() throws {
        let context = try Trips.context()
        let company = Trips.Company("Acme")
        context.insert(company)
        let trip = try #require(try context.fetch(FetchDescriptor<Conference>()).first)
        trip.company = company
        trip.stops = [Trips.Stop("Paris")]
        try context.save()
        context.delete(company)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        context.rollback()
        context.delete(trip)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Trips.Stop>()) == 0)
        #expect(company.trips.isEmpty)
        context.delete(company)
        try context.save()
        #expect(try names(Trip.self, in: context) == ["Alps", "Berlin", "Dublin"])
    }

    // MARK: Deleting

    @Test func deletingClassDeletesSubclassesUnlessExcluded() throws {
        let context = try Trips.context()
        try context.save()
        try context.delete(model: BusinessTrip.self, includeSubclasses: false)
        try context.save()
        #expect(try names(Trip.self, in: context) == ["Alps", "Cupertino", "Dublin"])
        try context.delete(
            model: BusinessTrip.self,
            where: #Predicate { $0.purpose == "conference" }
        )
        try context.save()
        #expect(try names(Trip.self, in: context) == ["Alps", "Dublin"])
        try context.delete(model: Trip.self)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func deletedModelIsInsertedAgain() throws {
        let context = try Trips.context()
        try context.save()
        let trip = try #require(try context.fetch(FetchDescriptor<PersonalTrip>()).first)
        context.delete(trip)
        try context.save()
        context.insert(trip)
        try context.save()
        #expect(try names(PersonalTrip.self, in: context) == ["Dublin"])
    }

    @Test func enumerationVisitsModelsOfEachClass() throws {
        let saved = try Trips.context()
        try saved.save()
        let context = ModelContext(saved.container)
        var found: [String] = []
        try context.enumerate(
            FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]),
            batchSize: 3
        ) { found.append($0.title) }
        #expect(
            found == [
                "Trip to Alps", "sales in Berlin", "conference in Cupertino", "Trip to Dublin",
            ]
        )
    }

    // MARK: Constraints

    @Test func inheritedUniqueConstraintUpdatesModelOfSameClass() throws {
        let context = try Trips.context()
        try context.save()
        context.insert(BusinessTrip(name: "Berlin", purpose: "audit"))
        try context.save()
        let trips = try context.fetch(
            FetchDescriptor<BusinessTrip>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(trips.map(\.purpose) == ["audit", "conference"])
    }

    @Test func uniqueValueOfAnotherClassIsRefused() throws {
        let context = try Trips.context()
        try context.save()
        context.insert(PersonalTrip(name: "Berlin", reason: .leisure))
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .modelValidationFailure)
        #expect(error?.explanation.contains("BusinessTrip") == true)
        context.rollback()
        #expect(try context.fetch(FetchDescriptor<BusinessTrip>()).count == 2)
    }

    @Test func uniqueConstraintOfSubclassIgnoresOtherClasses() throws {
        let context = try Trips.context()
        context.insert(Conference(name: "Essen", badge: 7))
        try context.save()
        #expect(try names(Conference.self, in: context) == ["Essen"])
        #expect(try names(Trip.self, in: context) == ["Alps", "Berlin", "Dublin", "Essen"])
    }

    // MARK: Schema

    @Test func schemaDescribesHierarchy() throws {
        let schema = Schema([Conference.self, PersonalTrip.self])
        let trip = try #require(schema.entity(for: Trip.self))
        let business = try #require(schema.entity(for: BusinessTrip.self))
        let conference = try #require(schema.entity(for: Conference.self))
        #expect(trip.superentity == nil && trip.superentityName == nil)
        #expect(business.superentity === trip && conference.superentityName == "BusinessTrip")
        #expect(Set(trip.subentities.map(\.name)) == ["BusinessTrip", "PersonalTrip"])
        #expect(
            conference.inheritedProperties.map(\.name)
                == [
                    "name", "start", "distance", "stops", "traveler", "purpose", "expenses",
                    "company",
                ]
        )
        #expect(conference.storedProperties.map(\.name) == ["badge", "talks"])
        #expect(conference.attributesByName["name"]?.isUnique == true)
    }

    @Test func subclassOutsideOfSchemaIsRefused() throws {
        let container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(PersonalTrip(name: "x", reason: .leisure))
        #expect(throws: SwiftDataError.unknownSchema) { try context.save() }
    }

    @Model class Animal {
        var name = ""
        var keeper: Keeper?
        init() {}
    }

    @Model final class Lion: Animal {
        init(age: Int) { super.init() }
    }

    @Model final class Keeper {
        @Relationship(deleteRule: .cascade, inverse: \Lion.keeper) var lions: [Lion] = []
        init() {}
    }

    @Test func inverseThatHoldsOtherClassesIsRefused() {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Lion.self,
                Keeper.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        }
        #expect(error?.explanation.contains("Animal.keeper") == true)
    }

    @Test func orderOfTypesIsNotPartOfTheSchema() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try Trips.container(ModelConfiguration(url: folder.store)))
        context.insert(Trip(name: "Alps"))
        try context.save()
        let other = ModelContext(
            try ModelContainer(
                for: Schema(Trips.models.reversed()),
                configurations: ModelConfiguration(url: folder.store)
            )
        )
        #expect(try names(Trip.self, in: other) == ["Alps"])
        // A migration would have closed it.
        #expect(try names(Trip.self, in: context) == ["Alps"])
    }

    @Test func containerWithoutSubclassesDoesNotRemoveThoseOfAnOpenContainer() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try Trips.container(ModelConfiguration(url: folder.store)))
        context.insert(PersonalTrip(name: "Dublin", reason: .family))
        try context.save()
        let error = #expect(throws: StoreError.self) {
            _ = try ModelContainer(
                for: Trip.self,
                configurations: ModelConfiguration(url: folder.store)
            )
        }
        #expect(error?.code == .locked)
        #expect(try names(PersonalTrip.self, in: context) == ["Dublin"])
    }

    // MARK: Search

    @Model class Note {
        @Attribute(.spotlight) var text: String
        init(text: String) { self.text = text }
    }

    @Model final class Letter: Note {
        @Attribute(.spotlight) var sender: String
        init(text: String, from sender: String) {
            self.sender = sender
            super.init(text: text)
        }
    }

    @Test func searchOfSubclassFindsItsModelsOnly() throws {
        let context = ModelContext(
            try ModelContainer(
                for: Letter.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
        context.insert(Note(text: "rain"))
        context.insert(Letter(text: "long text about the rain and the snow", from: "Ann"))
        try context.save()
        let rain = try FullTextQuery("rain")
        var letters = SearchDescriptor<Letter>(rain)
        letters.limit = 1
        #expect(try context.search(letters).map(\.model.sender) == ["Ann"])
        let all = try context.search(SearchDescriptor<Note>(rain))
        #expect(all.count == 2)
        let ann = try FullTextQuery("Ann")
        #expect(try context.search(SearchDescriptor<Note>(ann)).count == 1)
    }
}
