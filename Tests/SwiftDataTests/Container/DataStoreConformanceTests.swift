// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The checks that the author of a store runs.
struct DataStoreConformanceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failures(
        _ configuration: any DataStoreConfiguration,
        isPersistent: Bool = true
    ) -> [String] {
        DataStoreConformance(
            attribute: \Library.Genre.name,
            isPersistent: isPersistent,
            makeModel: { Library.Genre($0) },
            openContainer: {
                try ModelContainer(for: Schema(Library.types), configurations: [configuration])
            }
        ).failures()
    }

    private func failuresOfSettings(_ options: SettingOptions, isPersistent: Bool) -> [String] {
        DataStoreConformance(
            attribute: \Setting.name,
            isPersistent: isPersistent,
            makeModel: { Setting($0, 1) },
            openContainer: {
                try ModelContainer(
                    for: Setting.self,
                    configurations: SettingConfiguration(options: options)
                )
            }
        ).failures()
    }

    @Test(arguments: CustomStore.allCases)
    func storesOfTheTestsConform(store: CustomStore) {
        #expect(failures(store.configuration(folder.url.appending(path: "library"))) == [])
    }

    @Test func defaultStoreConforms() {
        #expect(failures(ModelConfiguration(url: folder.store)) == [])
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(failures(memory, isPersistent: false) == [])
    }

    @Test func snapshotsOfAStoreConform() {
        #expect(failuresOfSettings(SettingOptions(), isPersistent: false) == [])
    }

    @Test func storeWithoutPersistenceFails() {
        let failures = failuresOfSettings(SettingOptions(), isPersistent: true)
        #expect(failures.first?.hasPrefix("after opening") == true)
    }

    @Test func storeThatReturnsNoIdentifiersFails() {
        let options = SettingOptions()
        options.remapsIdentifiers = false
        let failures = failuresOfSettings(options, isPersistent: false)
        #expect(failures.first?.contains("no permanent identifier") == true)
    }
}
