// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

struct FileFailureTests {
    @Model final class Stone {
        var weight = 0
        init() {}
    }

    @Test func folderThatCannotBeCreatedIsReportedInTheWordsOfTheSystem() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "file")
        try Data().write(to: file)
        let url = file.appending(path: "folder/store")
        let error = #expect(throws: StoreError.self) {
            try ModelContainer(for: Stone.self, configurations: ModelConfiguration(url: url))
        }
        #expect(error?.code == .inputOutput)
        #expect(
            error?.message
                == "could not create the folder of \(url.path(percentEncoded: false)): "
                + "Not a directory"
        )
    }

    @Test func otherErrorsAreDescribedAsTheyAre() {
        #expect(FileFailure(StoreError(.full, "no space")).description.contains("no space"))
    }
}
