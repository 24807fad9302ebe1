// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Predicates and sort orders over a class hierarchy.
///
/// Each predicate is fetched with unsaved models and after a save, and compared with `evaluate`.
@Suite struct InheritancePredicateTests {
    private typealias Trip = Trips.Trip
    private typealias BusinessTrip = Trips.BusinessTrip
    private typealias Conference = Trips.Conference
    private typealias PersonalTrip = Trips.PersonalTrip

    /// Returns the names of the matching trips, after checking that all ways to find them agree.
    private func matches<T: Trip>(
        _ predicate: Predicate<T>,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let context = try Trips.context()
        let company = Trips.Company("Acme")
        let conference = try context.fetch(FetchDescriptor<Conference>())
        conference.first?.company = company
        conference.first?.traveler = Trips.Traveler("Ann")
        conference.first?.talks = [Trips.Talk("One")]
        let descriptor = FetchDescriptor<T>(
            predicate: predicate,
            sortBy: [SortDescriptor(\.name)]
        )
        let unsaved = try context.fetch(descriptor).map(\.name)
        try context.save()
        let saved = try ModelContext(context.container).fetch(descriptor).map(\.name)
        let evaluated = try context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(\.name)]))
            .filter { try predicate.evaluate($0) }.map(\.name)
        #expect(unsaved == saved, sourceLocation: location)
        #expect(evaluated == saved, sourceLocation: location)
        return saved
    }

    @Test func inheritedPropertiesOfSubclassAreCompared() throws {
        #expect(try matches(#Predicate<Conference> { $0.name > "B" }) == ["Cupertino"])
        #expect(
            try matches(#Predicate<BusinessTrip> { $0.distance == 10 && $0.purpose != "sales" })
                == ["Cupertino"]
        )
        #expect(try matches(#Predicate<Conference> { $0.traveler?.name == "Ann" }) == ["Cupertino"])
        #expect(try matches(#Predicate<Conference> { $0.stops.isEmpty }) == ["Cupertino"])
    }

    @Test func propertiesWithOneNameInTwoBranchesAreDistinct() throws {
        #expect(try matches(#Predicate<BusinessTrip> { $0.purpose == "sales" }) == ["Berlin"])
        #expect(try matches(#Predicate<PersonalTrip> { $0.purpose == nil }) == ["Dublin"])
    }

    @Test func typeChecksSelectClasses() throws {
        #expect(try matches(#Predicate<Trip> { $0 is BusinessTrip }) == ["Berlin", "Cupertino"])
        #expect(try matches(#Predicate<Trip> { !($0 is BusinessTrip) }) == ["Alps", "Dublin"])
        #expect(
            try matches(#Predicate<Trip> { $0 is Conference || $0 is PersonalTrip })
                == ["Cupertino", "Dublin"]
        )
        #expect(
            try matches(#Predicate<BusinessTrip> { !($0 is Conference) && $0.name == "Berlin" })
                == ["Berlin"]
        )
    }

    @Test func typeOutsideOfTheSchemaCannotBeTested() throws {
        let context = try Trips.context()
        let predicate = #Predicate<Trip> { $0 is any CustomStringConvertible }
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            _ = try context.fetch(FetchDescriptor(predicate: predicate))
        }
    }

    @Test func castsReadPropertiesOfSubclasses() throws {
        #expect(
            try matches(#Predicate<Trip> { ($0 as? BusinessTrip)?.purpose == "sales" })
                == ["Berlin"]
        )
        #expect(
            try matches(#Predicate<Trip> { ($0 as? BusinessTrip)?.purpose == nil })
                == ["Alps", "Dublin"]
        )
        #expect(
            try matches(#Predicate<Trip> { ($0 as? BusinessTrip)?.name == nil })
                == ["Alps", "Dublin"]
        )
        #expect(
            try matches(#Predicate<Trip> { ($0 as? Conference)?.company?.name == "Acme" })
                == ["Cupertino"]
        )
        #expect(
            try matches(#Predicate<Trip> { ($0 as? Conference)?.talks.count == 1 })
                == ["Cupertino"]
        )
        #expect(
            try matches(#Predicate<Trip> { ($0 as? PersonalTrip)?.stops.isEmpty == true })
                == ["Dublin"]
        )
        #expect(
            try matches(
                #Predicate<Trip> {
                    if let trip = $0 as? BusinessTrip {
                        trip.purpose == "sales"
                    } else {
                        $0.name == "Alps"
                    }
                }
            ) == ["Alps", "Berlin"]
        )
    }

    @Test func forcedCastReadsPropertiesOfCheckedModels() throws {
        let found = try matches(
            #Predicate<Trip> { $0 is BusinessTrip && ($0 as! BusinessTrip).purpose == "sales" }
        )
        #expect(found == ["Berlin"])
    }

    @Test func relatedModelsAreCheckedAndCast() throws {
        let context = try Trips.context()
        let stops = [Trips.Stop("Paris"), Trips.Stop("Reno"), Trips.Stop("Rome")]
        for stop in stops { context.insert(stop) }
        stops[0].trip = try context.fetch(FetchDescriptor<Conference>()).first
        stops[1].trip = try context.fetch(FetchDescriptor<PersonalTrip>()).first
        func cities(_ predicate: Predicate<Trips.Stop>) throws -> [String] {
            try context.fetch(
                FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.city)])
            ).map(\.city)
        }
        for _ in 0..<2 {
            #expect(try cities(#Predicate { $0.trip is BusinessTrip }) == ["Paris"])
            #expect(try cities(#Predicate { !($0.trip is BusinessTrip) }) == ["Reno", "Rome"])
            try context.save()
        }
        let traveler = Trips.Traveler("Ann")
        context.insert(traveler)
        traveler.trips = try context.fetch(FetchDescriptor<Trip>())
        let ofTrips = FetchDescriptor<Trips.Traveler>(
            predicate: #Predicate { $0.trips.filter { $0 is BusinessTrip }.count == 2 }
        )
        #expect(try context.fetchCount(ofTrips) == 1)
        try context.save()
        #expect(try context.fetchCount(ofTrips) == 1)
    }

    @Test func inheritedPropertiesSortSubclass() throws {
        let context = try Trips.context()
        try context.fetch(FetchDescriptor<BusinessTrip>()).first { $0.name == "Berlin" }?
            .traveler = Trips.Traveler("Zoe")
        try context.save()
        let byTraveler = FetchDescriptor<BusinessTrip>(
            sortBy: [SortDescriptor(\.traveler?.name, order: .reverse), SortDescriptor(\.purpose)]
        )
        #expect(try context.fetch(byTraveler).map(\.name) == ["Berlin", "Cupertino"])
        let byDistance = FetchDescriptor<BusinessTrip>(
            sortBy: [SortDescriptor(\.distance), SortDescriptor(\.name, order: .reverse)]
        )
        #expect(try context.fetch(byDistance).map(\.name) == ["Cupertino", "Berlin"])
    }
}
