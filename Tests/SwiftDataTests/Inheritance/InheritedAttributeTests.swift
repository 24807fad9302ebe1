// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Attributes of every kind in a subclass.
@Suite struct InheritedAttributeTests {
    struct Address: Codable, Equatable {
        var street: String
        var city: String
    }

    @Model class Person {
        var name: String
        var nickname: String?
        init(name: String) { self.name = name }
    }

    @Model final class Patient: Person {
        var home: Address
        var work: Address?
        @Attribute(.encrypt) var diagnosis: String
        @Attribute(.externalStorage) var scan: Data
        @Attribute(.codable) var form: Address
        @Attribute(.ephemeral) var isSelected = false
        var keywords: [String]
        var doctor: Doctor

        init(name: String, diagnosis: String, doctor: Doctor) {
            home = Address(street: "Main", city: "Rome")
            self.diagnosis = diagnosis
            scan = Data(repeating: 7, count: 40_000)
            form = Address(street: "Form", city: "Bern")
            keywords = ["urgent", "new"]
            self.doctor = doctor
            super.init(name: name)
        }
    }

    @Model final class Doctor {
        var name: String
        init(name: String) { self.name = name }
    }

    private let folder: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        folder = try TemporaryFolder()
        var configuration = ModelConfiguration(url: folder.store)
        configuration.encryptionKey = try ModelConfiguration.EncryptionKey(
            Data(repeating: 3, count: 32)
        )
        container = try ModelContainer(for: Patient.self, configurations: configuration)
        let context = ModelContext(container)
        let patient = Patient(name: "Ann", diagnosis: "influenza", doctor: Doctor(name: "Bob"))
        context.insert(patient)
        context.insert(Person(name: "Carl"))
        try context.save()
    }

    @Test func valuesOfEachKindAreReadThroughTheRootClass() throws {
        let people = try ModelContext(container).fetch(
            FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(people.map(\.name) == ["Ann", "Carl"])
        let patient = try #require(people.first as? Patient)
        #expect(patient.home == Address(street: "Main", city: "Rome") && patient.work == nil)
        #expect(patient.diagnosis == "influenza" && !patient.isSelected)
        #expect(patient.scan == Data(repeating: 7, count: 40_000))
        #expect(patient.form == Address(street: "Form", city: "Bern"))
        #expect(patient.keywords == ["urgent", "new"])
        #expect(patient.doctor.name == "Bob")
    }

    @Test func valuesOfEachKindAreChanged() throws {
        let context = ModelContext(container)
        let patient = try #require(try context.fetch(FetchDescriptor<Patient>()).first)
        patient.work = Address(street: "Side", city: "Oslo")
        patient.diagnosis = "cold"
        patient.scan = Data()
        patient.form.city = "Genf"
        patient.doctor = Doctor(name: "Dora")
        try context.save()
        let found = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Patient>()).first
        )
        #expect(found.work?.city == "Oslo" && found.form.city == "Genf")
        #expect(found.diagnosis == "cold" && found.scan.isEmpty && found.doctor.name == "Dora")
    }

    @Test func fieldsAndElementsAreComparedThroughCasts() throws {
        let context = ModelContext(container)
        func names(_ predicate: Predicate<Person>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name)
        }
        #expect(try names(#Predicate { ($0 as? Patient)?.home.city == "Rome" }) == ["Ann"])
        #expect(try names(#Predicate { ($0 as? Patient)?.work?.city == nil }).count == 2)
        #expect(
            try names(#Predicate { ($0 as? Patient)?.keywords.contains("urgent") == true })
                == ["Ann"]
        )
        #expect(try names(#Predicate { ($0 as? Patient)?.doctor.name == "Bob" }) == ["Ann"])
        let own = FetchDescriptor<Patient>(
            predicate: #Predicate { $0.home.city == "Rome" && $0.keywords.count == 2 },
            sortBy: [SortDescriptor(\.home.street), SortDescriptor(\.doctor.name)]
        )
        #expect(try context.fetch(own).map(\.name) == ["Ann"])
    }

    @Test func deletedSubclassLeavesNoExternalFile() throws {
        let context = ModelContext(container)
        try context.delete(model: Patient.self)
        try context.save()
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: folder.url.path(percentEncoded: false)
        )
        let sizes = try files.map { file in
            try FileManager.default.attributesOfItem(atPath: folder.path(file))[.size] as? Int
        }
        #expect(!sizes.contains(40_000))
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 1)
    }

    @Test func requiredRelationshipOfSubclassIsChecked() throws {
        let context = ModelContext(container)
        let doctor = try #require(try context.fetch(FetchDescriptor<Doctor>()).first)
        context.delete(doctor)
        #expect(throws: (any Error).self) { try context.save() }
        context.rollback()
        #expect(try context.fetch(FetchDescriptor<Patient>()).first?.doctor.name == "Bob")
    }
}
