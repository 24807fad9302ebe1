// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The folders of Foundation that the module adds on Linux.
struct GroupContainerTests {
    @Test func applicationSupportDirectoryIsTheUsersDataDirectory() {
        let folders = FileManager.default.urls(
            for: .applicationSupportDirectory,
            in: .userDomainMask
        )
        #expect(folders.contains(URL.applicationSupportDirectory))
        let configuration = ModelConfiguration()
        #expect(configuration.url.path().hasPrefix(URL.applicationSupportDirectory.path()))
    }

    @Test func containerOfAGroupIsAFolderOfTheUser() throws {
        let group = "group.\(UUID().uuidString)"
        let folder = try #require(
            FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(folder.lastPathComponent == group)
        #expect(folder.deletingLastPathComponent() == URL.applicationSupportDirectory)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path())
        #expect(attributes[.type] as? FileAttributeType == .typeDirectory)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        let again = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        #expect(again == folder)
    }

    @Test(arguments: ["", ".", "..", ".hidden", "a/b", "/etc", "a\0b"])
    func nameOfAGroupIsAFileName(group: String) {
        let folder = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: group
        )
        #expect(folder == nil)
        let configuration = ModelConfiguration(groupContainer: .identifier(group))
        #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
            try configuration.validate()
        }
    }

    @Test func defaultStoreOfAGroupIsInItsFolder() {
        let configuration = ModelConfiguration(groupContainer: .identifier("group.test"))
        let folder = URL.applicationSupportDirectory.appending(path: "group.test")
        #expect(configuration.url == folder.appending(path: "default.store"))
        #expect(configuration.groupAppContainerIdentifier == "group.test")
        #expect(ModelConfiguration().groupAppContainerIdentifier == nil)
    }
}
