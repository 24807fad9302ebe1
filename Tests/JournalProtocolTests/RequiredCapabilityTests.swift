// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct RequiredCapabilityTests {
    private static let update = EntryUpdate(id: Samples.reference, starred: true)
    private static let tags = EntryUpdate(id: Samples.reference, removeTags: ["a"])
    private static let date = EntryUpdate(id: Samples.reference, createdAt: .epoch)
    private static let create = EntryCreate(
        text: "a",
        earlierTexts: [ImportedVersion(text: "b", replacedAt: .epoch)]
    )

    private func names(_ call: some MethodCall) -> Set<String> {
        type(of: call).method.requiredCapabilities(of: call.json)
    }

    @Test func parametersThatOlderDaemonsIgnoreRequireCapabilities() {
        #expect(names(Self.update) == [])
        #expect(names(Self.tags) == ["entry.update.addTags"])
        #expect(names(Self.date) == ["entry.update.createdAt"])
        #expect(names(Self.create) == ["entry.create.earlierTexts"])
        let known = Set(Capability.all.map(\.name))
        let all = Batch(calls: [
            .init(Self.update), .init(Self.tags), .init(Self.date), .init(Self.create),
        ])
        #expect(names(all).count == 3)
        #expect(names(all).isSubset(of: known))
    }
}
