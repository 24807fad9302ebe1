// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import Testing

@testable import SwiftData

/// Deletions that cascade to rows without loading their models.
@Suite struct CascadedRowsTests {
    @Model final class Reader {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Loan.reader) var loans: [Loan] = []
        @Relationship(deleteRule: .cascade, inverse: \Badge.reader) var badge: Badge?
        init(_ name: String) { self.name = name }
    }

    @Model final class Loan {
        var title: String
        var reader: Reader?
        var branch: Branch?
        var genres: [Genre] = []
        init(_ title: String, _ branch: Branch? = nil) {
            self.title = title
            self.branch = branch
        }
    }

    /// One-to-one; the reader has the foreign key.
    @Model final class Badge {
        @Attribute(.preserveValueOnDeletion) var code: Int
        var reader: Reader?
        init(_ code: Int) { self.code = code }
    }

    @Model final class Branch {
        var name: String
        @Relationship(inverse: \Loan.branch) var loans: [Loan] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Genre {
        var name: String
        @Relationship(inverse: \Loan.genres) var loans: [Loan] = []
        init(_ name: String) { self.name = name }
    }

    /// Its articles refuse to leave a section without any.
    @Model final class Magazine {
        @Relationship(deleteRule: .cascade, inverse: \Article.magazine) var articles: [Article] = []
        init() {}
    }

    @Model final class Article {
        var magazine: Magazine?
        var section: Section?
        init(_ section: Section) { self.section = section }
    }

    @Model final class Section {
        @Relationship(minimumModelCount: 1, inverse: \Article.section) var articles: [Article] = []
        init() {}
    }

    /// Its photos can also belong to a trip, which deletes them as well.
    @Model final class Album {
        @Relationship(deleteRule: .cascade, inverse: \Photo.album) var photos: [Photo] = []
        init() {}
    }

    @Model final class Trip {
        @Relationship(deleteRule: .cascade, inverse: \Photo.trip) var photos: [Photo] = []
        init() {}
    }

    @Model final class Photo {
        var album: Album?
        var trip: Trip?
        init() {}
    }

    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try ModelContainer(
            for: Reader.self,
            Magazine.self,
            Album.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        let (branch, genre) = (Branch("north"), Genre("crime"))
        for number in 0..<10 {
            let reader = Reader("reader \(number)")
            writer.insert(reader)
            reader.loans = (0..<3).map { Loan("\(number)/\($0)", branch) }
            for loan in reader.loans.prefix(2) { loan.genres = [genre] }
            reader.badge = Badge(number)
        }
        try writer.save()
        context = ModelContext(container)
    }

    // MARK: Helpers

    private func readers(_ context: ModelContext? = nil) throws -> [Reader] {
        try (context ?? self.context).fetch(FetchDescriptor(sortBy: [SortDescriptor(\.name)]))
    }

    private func loans(_ context: ModelContext? = nil) throws -> [Loan] {
        try (context ?? self.context).fetch(FetchDescriptor(sortBy: [SortDescriptor(\.title)]))
    }

    private func loanCount(_ context: ModelContext? = nil) throws -> Int {
        try (context ?? self.context).fetchCount(FetchDescriptor<Loan>())
    }

    /// The number of loans in memory.
    private func modelCount() throws -> Int {
        let entity = try #require(context.graph.stores.schema.entity(named: "Loan"))
        return context.graph.objects.objects(of: entity).count
    }

    private func identifiers(of reader: Int) throws -> [PersistentIdentifier] {
        let other = ModelContext(container)
        return try readers(other)[reader].loans.map(\.persistentModelID)
    }

    // MARK: Deleting

    @Test func rowsAreDeletedWithoutTheirModels() throws {
        let readers = try readers()
        for reader in readers[2..<9] { context.delete(reader) }
        #expect(try modelCount() == 0)
        #expect(try loanCount() == 9)
        try context.save()
        #expect(try modelCount() == 0)
        #expect(try loanCount(ModelContext(container)) == 9)
        #expect(
            try loans().map(\.title)
                == ["0", "1", "9"].flatMap { r in
                    (0..<3).map { "\(r)/\($0)" }
                }
        )
    }

    @Test func rowsOfManyOwnersAreDeletedWithoutTheirModels() throws {
        try context.delete(model: Reader.self, where: #Predicate { $0.name > "reader 3" })
        #expect(try modelCount() == 0)
        #expect(try loanCount() == 12)
        try context.save()
        #expect(try loanCount(ModelContext(container)) == 12)
    }

    @Test func modelsInTheContextAreMarkedAsDeleted() throws {
        let loans = try loans()
        context.delete(try readers()[0])
        #expect(loans.map(\.isDeleted) == (0..<30).map { $0 < 3 })
        try context.save()
        #expect(try loanCount() == 27)
    }

    @Test func unsavedModelsAreDeletedWithTheirOwner() throws {
        let reader = try readers()[0]
        let added = Loan("new")
        added.reader = reader
        context.delete(reader)
        #expect(try loanCount() == 27)
        try context.save()
        #expect(added.modelContext == nil)
        #expect(try loanCount() == 27)
    }

    @Test func modelInsertedBetweenDeletionsIsDeletedWithItsOwner() throws {
        let readers = try readers()
        for reader in readers[..<4] { context.delete(reader) }
        try context.transaction {
            context.insert(Loan("new"))
            try #require(context.insertedModelsArray.first as? Loan).reader = readers[5]
        }
        for reader in readers[4..<7] { context.delete(reader) }
        try context.save()
        #expect(try loanCount() == 9)
        #expect(try loans(ModelContext(container)).allSatisfy { $0.reader != nil })
    }

    @Test func rowsOfAnOwnerOfAnotherTypeAreChangedInMemory() throws {
        let branch = try #require(try context.fetch(FetchDescriptor<Branch>()).first)
        #expect(branch.loans.count == 30)
        context.delete(try readers()[0])
        #expect(branch.loans.count == 27)
        try context.save()
        #expect(branch.loans.count == 27)
    }

    @Test func relationshipLoadedAfterADeletionLacksTheRows() throws {
        let branch = try #require(try context.fetch(FetchDescriptor<Branch>()).first)
        context.delete(try readers()[0])
        #expect(try modelCount() == 0)
        #expect(branch.loans.count == 27)
        #expect(context.deletedModelsArray.count == 5)
    }

    @Test func valuesToPreserveAreInTheHistory() throws {
        context.delete(try readers()[4])
        try context.save()
        let last = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
        var (codes, deletions) = ([Int?](), 0)
        for case .delete(let deletion) in try #require(last).changes {
            deletions += 1
            if let badge = deletion as? DefaultHistoryDelete<Badge> {
                codes.append(badge.tombstone[\.code] as? Int)
            }
        }
        #expect(codes == [4])
        #expect(deletions == 5)
    }

    @Test func pairsOfJoinTablesAreDeleted() throws {
        let genre = try #require(try context.fetch(FetchDescriptor<Genre>()).first)
        for reader in try readers()[2..<5] { context.delete(reader) }
        #expect(try modelCount() == 0)
        try context.save()
        #expect(genre.loans.count == 14)
    }

    @Test(arguments: [false, true])
    func otherContextsReceiveThePairsOfJoinTables(haveModels: Bool) throws {
        let other = ModelContext(container)
        let genre = try #require(try other.fetch(FetchDescriptor<Genre>()).first)
        #expect(genre.loans.count == 20)
        for reader in try readers()[2..<5] { context.delete(reader) }
        if haveModels { #expect(context.deletedModelsArray.count == 15) }
        try context.save()
        #expect(try modelCount() == 0)
        other.processPendingChanges()
        #expect(genre.loans.count == 14)
    }

    @Test func minimumCountOfTheOtherEndIsChecked() throws {
        let writer = ModelContext(container)
        let magazine = Magazine()
        writer.insert(magazine)
        magazine.articles = [Article(Section())]
        try writer.save()
        context.delete(try #require(try context.fetch(FetchDescriptor<Magazine>()).first))
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    }

    @Test func failedSaveKeepsTheDeletionsForTheNextOne() throws {
        context.delete(try readers()[3])
        let invalid = Article(Section())
        let magazine = Magazine()
        context.insert(magazine)
        magazine.articles = [invalid]
        try context.save()
        context.delete(invalid)
        context.delete(try readers()[4])
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(try loanCount() == 24)
        #expect(try loanCount(ModelContext(container)) == 27)
        context.insert(invalid)
        try context.save()
        #expect(try loanCount(ModelContext(container)) == 24)
    }

    // MARK: Models of deleted rows

    @Test func modelCreatedAfterTheDeletionIsDeleted() throws {
        let identifiers = try identifiers(of: 3)
        context.delete(try readers()[3])
        let registered: Loan? = context.registeredModel(for: identifiers[1])
        #expect(registered?.isDeleted == true)
        let loan = try #require(context.model(for: identifiers[0]) as? Loan)
        #expect(loan.isDeleted)
        #expect(loan.title == "3/0")
        try context.save()
        #expect(loan.modelContext == nil)
        #expect(try loanCount() == 27)
    }

    @Test func deletedModelsIncludeTheRows() throws {
        let identifiers = try identifiers(of: 3)
        let reader = try readers()[3]
        context.delete(reader)
        #expect(context.debugDescription.contains("deleted: 5"))
        let deleted = context.deletedModelsArray
        #expect(deleted.count == 5)
        #expect(Set(deleted.map(\.persistentModelID)).isSuperset(of: identifiers))
        #expect(deleted.filter { $0.isDeleted }.count == 5)
        try context.save()
        #expect(try loanCount() == 27)
    }

    @Test func deletedOwnerKeepsItsModelsUntilTheSave() throws {
        let reader = try readers()[3]
        context.delete(reader)
        #expect(reader.loans.map(\.title).sorted() == ["3/0", "3/1", "3/2"])
        try context.save()
        #expect(try loanCount() == 27)
    }

    @Test func notificationOfTheSaveHasTheIdentifiers() throws {
        let expected = try identifiers(of: 3)
        let found = Mutex<[PersistentIdentifier]>([])
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { notification in
            let key = ModelContext.NotificationKey.deletedIdentifiers.rawValue
            let identifiers = notification.userInfo?[key] as? [PersistentIdentifier]
            found.withLock { $0 = identifiers ?? [] }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        context.delete(try readers()[3])
        try context.save()
        #expect(found.withLock { Set($0) }.isSuperset(of: expected))
        #expect(found.withLock(\.count) == 5)
    }

    // MARK: Undoing

    @Test func insertionOfTheOwnerRestoresTheRows() throws {
        let (readers, identifiers) = (try readers(), try identifiers(of: 3))
        #expect(try loanCount() == 30)
        for reader in readers[2..<5] { context.delete(reader) }
        let loan = try #require(context.model(for: identifiers[0]) as? Loan)
        #expect(try loanCount() == 21)
        context.insert(readers[3])
        #expect(try loanCount() == 24)
        #expect(!loan.isDeleted)
        #expect(readers[3].loans.count == 3)
        try context.save()
        #expect(try loanCount(ModelContext(container)) == 24)
        #expect(loan.reader === readers[3])
    }

    @Test func rollbackRestoresTheRows() throws {
        for reader in try readers()[2..<5] { context.delete(reader) }
        #expect(try loanCount() == 21)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(try loanCount() == 30)
        #expect(try readers()[3].loans.count == 3)
    }

    @Test func undoRestoresTheRows() throws {
        let reader = try readers()[3]
        context.delete(reader)
        context.undoManager = UndoManager()
        try context.save()
        #expect(try loanCount() == 27)
        context.delete(try readers()[0])
        try context.save()
        #expect(try loanCount() == 24)
        context.undoManager?.undo()
        try context.save()
        #expect(try loanCount(ModelContext(container)) == 27)
    }

    @Test(arguments: [false, true])
    func relationshipReadBeforeARestoreContainsTheRows(isRollback: Bool) throws {
        let branch = try #require(try context.fetch(FetchDescriptor<Branch>()).first)
        let genre = try #require(try context.fetch(FetchDescriptor<Genre>()).first)
        let reader = try readers()[0]
        context.delete(reader)
        #expect(branch.loans.count == 27)
        #expect(genre.loans.count == 18)
        if isRollback { context.rollback() } else { context.insert(reader) }
        #expect(branch.loans.count == 30)
        #expect(genre.loans.count == 20)
        #expect(reader.loans.count == 3)
    }

    @Test func ownerInsertedAgainRestoresNoRowOfAnEarlierDeletion() throws {
        let writer = ModelContext(container)
        let (album, trip) = (Album(), Trip())
        writer.insert(album)
        writer.insert(trip)
        album.photos = [Photo(), Photo()]
        trip.photos = [album.photos[0], Photo()]
        try writer.save()
        let albums = try context.fetch(FetchDescriptor<Album>())
        let trips = try context.fetch(FetchDescriptor<Trip>())
        let photos = FetchDescriptor<Photo>()
        context.delete(albums[0])
        context.delete(trips[0])
        #expect(try context.fetchCount(photos) == 0)
        context.insert(trips[0])
        #expect(try context.fetchCount(photos) == 1)
        try context.save()
        #expect(try ModelContext(container).fetch(photos).map { $0.trip != nil } == [true])
    }

    // MARK: Other contexts and observers

    @Test func commitsOfAnotherContextMeanwhileHideNoRows() throws {
        let writer = ModelContext(container)
        for number in 0..<200 {
            let reader = Reader("many \(number)")
            writer.insert(reader)
            reader.loans = [Loan("one"), Loan("two")]
        }
        try writer.save()
        let readers = try context.fetch(
            FetchDescriptor<Reader>(predicate: #Predicate { $0.name.starts(with: "many") })
        )
        let isDone = Mutex(false)
        let commits = Mutex(0)
        let (started, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread { [container] in
            let other = ModelContext(container)
            while !isDone.withLock({ $0 }) {
                other.insert(Branch("new"))
                guard (try? other.save()) != nil else { break }
                commits.withLock { $0 += 1 }
                started.signal()
            }
            started.signal()
            ended.signal()
        }
        started.wait()
        for reader in readers { context.delete(reader) }
        isDone.withLock { $0 = true }
        ended.wait()
        #expect(commits.withLock { $0 } > 0)
        #expect(context.debugDescription.contains("deleted: 600"))
        try context.save()
        #expect(try loanCount() == 30)
    }

    @Test func rowDeletedByAnotherContextIsNotDeletedAgain() throws {
        let (other, reader) = (ModelContext(container), try readers()[3])
        context.delete(reader)
        let loan = try #require(try loans(other).first { $0.title == "3/1" })
        other.delete(loan)
        try other.save()
        try context.save()
        let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(transactions.last?.changes.count == 4)
        #expect(try loanCount() == 27)
    }

    @Test func rowAddedByAnotherContextIsDeletedWithItsOwner() throws {
        let (other, readers) = (ModelContext(container), try readers())
        for reader in readers[2..<5] { context.delete(reader) }
        let added = Loan("new")
        added.reader = try self.readers(other)[6]
        other.insert(added)
        try other.save()
        for reader in readers[5..<8] { context.delete(reader) }
        try context.save()
        #expect(try loanCount() == 12)
    }

    @Test func otherContextsReceiveTheDeletions() throws {
        let other = ModelContext(container)
        let loans = try loans(other)
        let observer = try ResultsObserver<Loan, Never>(modelContext: other)
        #expect(observer.results.count == 30)
        context.delete(try readers()[3])
        try context.save()
        #expect(observer.results.count == 27)
        #expect(loans.filter { $0.modelContext == nil }.map(\.title) == ["3/0", "3/1", "3/2"])
    }

    @Test func resultsOfTheContextLackTheRowsBeforeTheSave() throws {
        let observer = try ResultsObserver<Loan, Never>(modelContext: context)
        let readers = try readers()
        for reader in readers[2..<5] { context.delete(reader) }
        context.processPendingChanges()
        #expect(observer.results.count == 21)
        context.insert(readers[3])
        context.processPendingChanges()
        #expect(observer.results.count == 24)
    }
}
