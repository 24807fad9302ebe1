// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The notification of what another process saves.
@Suite struct RemoteChangeTests {
    private let folder: TemporaryFolder
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        context = ModelContext(
            try SharedStoreTask.container(SharedStoreTask.configuration(folder.store))
        )
    }

    /// The user info of a notification.
    private struct Save: Sendable {
        let store: String
        let url: URL?
        let token: DefaultHistoryToken

        init?(_ notification: Notification) {
            guard let store = notification.userInfo?[NSStoreUUIDKey] as? String,
                let token = notification.userInfo?[NSPersistentHistoryTokenKey]
                    as? DefaultHistoryToken
            else { return nil }
            self.store = store
            self.token = token
            url = notification.userInfo?[NSPersistentStoreURLKey] as? URL
        }
    }

    @Test func savesOfAnotherProcessAreNotified() async throws {
        context.insert(SharedNote("own"))
        try context.save()
        let name = try #require(context.container.configurations.first).name
        let store = try #require(context.container.storeIdentifier(forConfigurationNamed: name))
        let saves = NotificationCenter.default.notifications(named: .NSPersistentStoreRemoteChange)
            .compactMap { Save($0) }
            .filter { $0.store == store }
        var received = saves.makeAsyncIterator()
        let other = try SharedStoreProcess(.save, store: folder.store)
        #expect(other.nextLine() == "open")
        try other.send("1")
        let save = try #require(await received.next())
        #expect(save.url?.path(percentEncoded: false) == folder.path("test.store"))
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.map(\.author) == [nil, "other"])
        #expect(save.token == history.last?.token)
        #expect(other.nextLine()?.hasPrefix("saved 1 ") == true)
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
    }

    @Test func erasureIsNotifiedWithTheLastPosition() async throws {
        context.insert(SharedNote("own"))
        try context.save()
        var received = NotificationCenter.default
            .notifications(named: .NSPersistentStoreRemoteChange)
            .compactMap { Save($0) }
            .filter { [url = folder.store] save in save.url == url }
            .makeAsyncIterator()
        let other = try SharedStoreTask.container(SharedStoreTask.configuration(folder.store))
        try other.erase()
        let save = try #require(await received.next())
        let second = ModelContext(other)
        second.insert(SharedNote("later"))
        try second.save()
        let next = try second.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(next.map { $0.transactionIdentifier - 1 } == [save.token.tokenValue?[save.store]])
    }
}
