// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Searches for a value that saved and unsaved rows may have.
@Suite struct UnsavedValueTests {
    enum Kind: String, Codable { case wired, wireless }

    @Model final class Device {
        var name: String
        var port: Int
        var isOn: Bool
        var installed: Date
        var serial: UUID
        var room: String?
        var load: Double
        var kind: Kind

        init(_ name: String, port: Int, serial: UUID = UUID()) {
            self.name = name
            self.port = port
            self.serial = serial
            isOn = port % 2 == 0
            installed = Date(timeIntervalSinceReferenceDate: Double(port))
            room = port == 0 ? nil : "room \(port)"
            load = Double(port) / 2
            kind = port > 2 ? .wireless : .wired
        }
    }

    private let context: ModelContext

    /// The devices with ports 0 and 1 are saved, those with ports 2 and 3 are not.
    init() throws {
        context = ModelContext(
            try ModelContainer(
                for: Device.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
        for port in 0...1 { context.insert(Device("device \(port)", port: port)) }
        try context.save()
        for port in 2...3 { context.insert(Device("device \(port)", port: port)) }
    }

    private func ports(_ predicate: Predicate<Device>, limit: Int? = nil) throws -> [Int] {
        var descriptor = FetchDescriptor<Device>(predicate: predicate)
        descriptor.fetchLimit = limit
        return try context.fetch(descriptor).map(\.port)
    }

    private func device(_ port: Int) throws -> Device {
        try #require(
            try context.fetch(FetchDescriptor<Device>(predicate: #Predicate { $0.port == port }))
                .first
        )
    }

    @Test(arguments: 0...4)
    func savedAndUnsavedRowsAreFoundByEveryAttribute(_ port: Int) throws {
        let expected = port < 4 ? [port] : []
        let name = "device \(port)"
        let installed = Date(timeIntervalSinceReferenceDate: Double(port))
        let load = Double(port) / 2
        for limit in [nil, 1, 5] {
            #expect(try ports(#Predicate { $0.port == port }, limit: limit) == expected)
            #expect(try ports(#Predicate { name == $0.name }, limit: limit) == expected)
            #expect(try ports(#Predicate { $0.installed == installed }, limit: limit) == expected)
            #expect(try ports(#Predicate { $0.load == load }, limit: limit) == expected)
            #expect(
                try ports(#Predicate { $0.port == port && $0.name == name }, limit: limit)
                    == expected
            )
        }
        guard port < 4 else { return }
        let (serial, room) = (try device(port).serial, try device(port).room)
        #expect(try ports(#Predicate { $0.serial == serial }) == [port])
        #expect(try ports(#Predicate { $0.room == room }) == [port])
    }

    @Test func valuesOfSeveralRowsFindAllOfThem() throws {
        let (isOn, kind) = (true, Kind.wired)
        #expect(try ports(#Predicate { $0.isOn == isOn }) == [0, 2])
        #expect(try ports(#Predicate { $0.kind == kind }) == [0, 1, 2])
    }

    @Test func savedAndUnsavedRowsAreInTheOrderOfTheirKeysUpToTheLimit() throws {
        let isOn = true
        // Changed after the new rows were, and with a smaller key.
        try device(1).isOn = true
        for port in [6, 4] { context.insert(Device("device \(port)", port: port)) }
        let expected = [0, 1, 2, 6, 4]
        for limit in 0...6 {
            let found = try ports(#Predicate { $0.isOn == isOn }, limit: limit)
            #expect(found == Array(expected.prefix(limit)))
        }
        context.delete(try device(2))
        context.delete(try device(0))
        #expect(try ports(#Predicate { $0.isOn == isOn }, limit: 2) == [1, 6])
        context.rollback()
        #expect(try ports(#Predicate { $0.isOn == isOn }) == [0])
    }

    @Test func numbersThatAreEqualOnlyAsFloatingPointNumbersAreDistinguished() throws {
        let numbers = [1 << 53, (1 << 53) + 1]
        for number in numbers { context.insert(Device("large", port: number)) }
        for number in numbers {
            #expect(try ports(#Predicate { $0.port == number }) == [number])
        }
    }

    @Test func equalTextsOfOtherScalarsAreFound() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        try device(2).name = composed
        try device(1).name = decomposed
        #expect(try ports(#Predicate { $0.name == composed }) == [1, 2])
        #expect(try ports(#Predicate { $0.name == decomposed }) == [1, 2])
    }

    @Test func changedRowsAreFoundByTheirNewValueOnly() throws {
        let (old, new) = ("device 0", "new")
        #expect(try ports(#Predicate { $0.name == new }) == [])
        try device(0).name = new
        #expect(try ports(#Predicate { $0.name == new }) == [0])
        #expect(try ports(#Predicate { $0.name == old }) == [])
    }
}
