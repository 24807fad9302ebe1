// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@Model
final class Tune {
    var title: String
    var mixes: [Mix] = []
    init(_ title: String) { self.title = title }
}

@Model
final class Mix {
    var title: String
    @Relationship(inverse: \Tune.mixes) var songs: [Tune] = []
    @Relationship var favourites: [Tune] = []
    init(_ title: String) { self.title = title }
}

@Model
final class Lock {
    var name: String
    @Relationship(inverse: \Key.lock) var key: Key?
    init(_ name: String) { self.name = name }
}

@Model
final class Key {
    var name: String
    var lock: Lock?
    /// A relationship without an inverse.
    var spare: Key?
    init(_ name: String) { self.name = name }
}

/// Effects of one context on relationships that another context has loaded.
@Suite struct RelationshipMergeTests {
    let container: ModelContainer
    let mine: ModelContext
    let theirs: ModelContext

    init() throws {
        container = try ModelContainer(
            for: Mix.self,
            Lock.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        mine = ModelContext(container)
        theirs = ModelContext(container)
    }

    private func same<T: PersistentModel>(_ model: T, in context: ModelContext) throws -> T {
        try #require(context.model(for: model.persistentModelID) as? T)
    }

    private func saved<T: PersistentModel>(_ model: T) throws -> (mine: T, theirs: T) {
        mine.insert(model)
        try mine.save()
        return (model, try same(model, in: theirs))
    }

    // MARK: Merging both ends

    @Test func otherContextsMergeBothEndsOfManyToMany() throws {
        let song = try saved(Tune("a"))
        let mix = try saved(Mix("m"))
        #expect(song.theirs.mixes.isEmpty)
        #expect(mix.theirs.songs.isEmpty)
        mix.mine.songs = [song.mine]
        try mine.save()
        _ = try theirs.fetchCount(FetchDescriptor<Mix>())
        #expect(mix.theirs.songs.map(\.title) == ["a"])
        #expect(song.theirs.mixes.map(\.title) == ["m"])
        song.mine.mixes = []
        try mine.save()
        _ = try theirs.fetchCount(FetchDescriptor<Mix>())
        #expect(mix.theirs.songs.isEmpty)
        #expect(song.theirs.mixes.isEmpty)
    }

    @Test func otherContextsMergeRelationshipsWithoutInverse() throws {
        let song = try saved(Tune("a"))
        let mix = try saved(Mix("m"))
        #expect(mix.theirs.favourites.isEmpty)
        mix.mine.favourites = [song.mine]
        try mine.save()
        _ = try theirs.fetchCount(FetchDescriptor<Mix>())
        #expect(mix.theirs.favourites.map(\.title) == ["a"])
    }

    @Test func otherContextsMergeBothEndsOfOneToOne() throws {
        let lock = try saved(Lock("l"))
        let key = try saved(Key("k"))
        #expect(lock.theirs.key == nil)
        #expect(key.theirs.lock == nil)
        lock.mine.key = key.mine
        try mine.save()
        _ = try theirs.fetchCount(FetchDescriptor<Lock>())
        #expect(lock.theirs.key === key.theirs)
        #expect(key.theirs.lock === lock.theirs)
    }

    @Test func mergeKeepsAssignmentAndConcurrentAddition() throws {
        let mix = try saved(Mix("m"))
        let song = try saved(Tune("a"))
        mix.theirs.songs = [Tune("theirs")]
        mix.mine.songs = [song.mine]
        try mine.save()
        _ = try theirs.fetchCount(FetchDescriptor<Mix>())
        #expect(Set(mix.theirs.songs.map(\.title)) == ["a", "theirs"])
        try theirs.save()
        #expect(Set(mix.theirs.songs.map(\.title)) == ["a", "theirs"])
    }

    // MARK: One to one

    @Test func reassigningOneToOneClearsUnloadedOwner() throws {
        let first = Lock("first")
        first.key = Key("k")
        mine.insert(first)
        mine.insert(Lock("second"))
        try mine.save()
        let key = try #require(try theirs.fetch(FetchDescriptor<Key>()).first)
        let second = try #require(
            try theirs.fetch(FetchDescriptor<Lock>(predicate: #Predicate { $0.name == "second" }))
                .first
        )
        second.key = key
        try theirs.save()
        let third = ModelContext(container)
        let locks = try third.fetch(
            FetchDescriptor<Lock>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(locks.map { $0.key?.name } == [nil, "k"])
        #expect(locks[1].key?.lock?.name == "second")
        _ = try mine.fetchCount(FetchDescriptor<Lock>())
        #expect(first.key == nil)
    }

    // MARK: Deletions in other contexts

    @Test func mergeDropsPendingLinkToDeletedModel() throws {
        let song = try saved(Tune("a"))
        let mix = try saved(Mix("m"))
        mix.theirs.songs = [song.theirs]
        mix.theirs.title = "renamed"
        mine.delete(song.mine)
        try mine.save()
        try theirs.save()
        #expect(mix.theirs.songs.isEmpty)
        _ = try mine.fetchCount(FetchDescriptor<Mix>())
        #expect(mix.mine.title == "renamed")
    }

    @Test func mergeClearsPendingReferenceToDeletedModel() throws {
        let key = try saved(Key("k"))
        let spare = try saved(Key("spare"))
        key.theirs.spare = spare.theirs
        mine.delete(spare.mine)
        try mine.save()
        try theirs.save()
        #expect(key.theirs.spare == nil)
        #expect(try ModelContext(container).fetch(FetchDescriptor<Key>()).map(\.spare) == [nil])
    }

    @Test func deletionClearsReferencesWithoutInverseInEveryContext() throws {
        let key = try saved(Key("k"))
        key.mine.spare = Key("spare")
        try mine.save()
        _ = try theirs.fetchCount(FetchDescriptor<Key>())
        #expect(key.theirs.spare?.name == "spare")
        mine.delete(try #require(key.mine.spare))
        try mine.save()
        #expect(key.mine.spare == nil)
        _ = try theirs.fetchCount(FetchDescriptor<Key>())
        #expect(key.theirs.spare == nil)
    }

    // MARK: Invalid references

    @Test func deletingUnsavedModelClearsReferencesToIt() throws {
        let key = try saved(Key("k"))
        let spare = Key("spare")
        key.mine.spare = spare
        mine.delete(spare)
        #expect(key.mine.spare == nil)
        try mine.save()
        #expect(try theirs.fetchCount(FetchDescriptor<Key>()) == 1)
    }

    @Test func savingReferenceToDeletedModelIsReportedByName() throws {
        let key = try saved(Key("k"))
        let spare = try saved(Key("spare"))
        mine.delete(spare.mine)
        key.mine.spare = spare.mine
        #expect {
            try mine.save()
        } throws: {
            "\($0)".contains("Key.spare refers to a deleted Key")
        }
        key.mine.spare = nil
        try mine.save()
        #expect(try theirs.fetchCount(FetchDescriptor<Key>()) == 1)
    }

    @Test func savingReferenceToModelOfAnotherContextIsReportedByName() throws {
        let key = try saved(Key("k"))
        let song = try saved(Tune("s"))
        let foreign = Key("foreign")
        theirs.insert(foreign)
        key.mine.spare = foreign
        #expect {
            try mine.save()
        } throws: {
            "\($0)".contains("Key.spare refers to a Key of another context")
        }
        key.mine.spare = nil
        let mix = try saved(Mix("m"))
        mine.delete(song.mine)
        mix.mine.favourites = [song.mine]
        #expect {
            try mine.save()
        } throws: {
            "\($0)".contains("a Mix refers to a deleted Tune")
        }
    }
}
