// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

@testable import SwiftData

/// Random changes of a library.
struct LendingChanges {
    typealias Bookcase = LendingLibrary.Bookcase
    typealias Volume = LendingLibrary.Volume
    typealias Borrower = LendingLibrary.Borrower
    typealias Fine = LendingLibrary.Fine

    private struct Failure: Error {}

    var random: SeededRandom
    private var names = 0

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// Changes a context once.
    mutating func change(_ context: ModelContext) throws {
        let borrowers: [Borrower] = try all(in: context)
        let volumes: [Volume] = try all(in: context)
        switch Int.random(in: 0..<16, using: &random) {
        case 0...1: try insertBorrower(in: context)
        case 2: try insertVolumes(in: context)
        case 3: borrowers.randomElement(using: &random)?.volumes = sample(volumes)
        case 4: volumes.randomElement(using: &random)?.borrowers = sample(borrowers)
        case 5: borrowers.randomElement(using: &random)?.friends = sample(borrowers)
        case 6:
            guard let volume = volumes.randomElement(using: &random) else { break }
            borrowers.randomElement(using: &random)?.volumes.append(volume)
        case 7:
            let borrower = borrowers.randomElement(using: &random)
            if borrower?.volumes.isEmpty == false { borrower?.volumes.removeLast() }
        case 8: borrowers.randomElement(using: &random)?.fines.append(Fine(1))
        case 9: borrowers.randomElement(using: &random).map(context.delete)
        case 10: volumes.randomElement(using: &random).map(context.delete)
        case 11:
            let bookcases: [Bookcase] = try all(in: context)
            bookcases.randomElement(using: &random).map(context.delete)
        case 12:
            let fines: [Fine] = try all(in: context)
            fines.randomElement(using: &random).map(context.delete)
        case 13:
            let rest = Int.random(in: 0..<5, using: &random)
            try context.delete(model: Volume.self, where: #Predicate { $0.code % 5 == rest })
        case 14: borrowers.randomElement(using: &random)?.age += 1
        default: volumes.randomElement(using: &random)?.title += "."
        }
    }

    /// Saves the commands of a group, of which one fails after it has changed pairs.
    mutating func changeInGroup(_ context: ModelContext) throws {
        try context.commitGroup { group in
            for isFailing in [false, true, false] {
                do {
                    try group.run {
                        try change(context)
                        try context.save()
                        if isFailing { throw Failure() }
                    }
                } catch is Failure {}
            }
        }
    }

    private mutating func insertBorrower(in context: ModelContext) throws {
        names += 1
        let borrower = Borrower("borrower \(names)")
        context.insert(borrower)
        borrower.volumes = sample(try all(in: context))
        borrower.friends = sample(try all(in: context))
        borrower.fines = [Fine(names)]
    }

    /// Inserts volumes, some of which replace the values of stored ones with their codes.
    private mutating func insertVolumes(in context: ModelContext) throws {
        let bookcase = Bookcase()
        context.insert(bookcase)
        for _ in 0..<3 {
            let volume = Volume(Int.random(in: 0..<20, using: &random))
            context.insert(volume)
            volume.borrowers = sample(try all(in: context))
            if Bool.random(using: &random) { volume.bookcase = bookcase }
        }
    }

    private func all<M: PersistentModel>(in context: ModelContext) throws -> [M] {
        try context.fetch(FetchDescriptor<M>()).sorted { $0._$model.key < $1._$model.key }
    }

    private mutating func sample<M: PersistentModel>(_ models: [M]) -> [M] {
        models.shuffled(using: &random).prefix(3).sorted { $0._$model.key < $1._$model.key }
    }
}
