// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@Suite struct MethodTraitsTests {
    @Test func onlyWritesAreBatchable() {
        let batchable = MethodName.allCases.filter(\.traits.isBatchable)
        #expect(batchable.filter { !$0.traits.writes } == [])
        let others = MethodName.allCases.filter { $0.traits.writes && !batchable.contains($0) }
        #expect(
            others == [
                .entryPurge, .trashEmpty, .attachmentAdd, .attachmentRemove, .undo, .redo,
                .storeCompact, .syncResolve, .batch,
            ]
        )
    }

    @Test func readsAreIdempotentAndWritesAreNot() {
        for method in MethodName.allCases {
            let traits = method.traits
            // A backup never replaces a file.
            #expect(!traits.reads || traits.isIdempotent == (method != .backup))
            // Done twice, these are as good as once; a part of an attachment is stored once.
            let repeatable: Set<MethodName> = [.trashEmpty, .storeCompact, .attachmentAdd]
            #expect(!traits.writes || traits.isIdempotent == repeatable.contains(method))
        }
        #expect(!MethodName.shutdown.traits.isIdempotent)
    }

    @Test func creatingAnEntryIsIdempotentWithAClientChosenID() {
        #expect(!EntryCreate(text: "a").isIdempotent)
        #expect(EntryCreate(id: .random(), text: "a").isIdempotent)
    }

    @Test func methodsThatVisitManyEntriesMayTakeLong() {
        let long = MethodName.allCases.filter(\.traits.mayTakeLong)
        let expected: Set<MethodName> = [
            .entryList, .entrySearch, .entryCount, .notebookList, .notebookDelete, .tagList,
            .tagRename, .tagMerge, .tagDelete, .batch, .listOpen, .entryHistory,
            .entryPurge, .trashEmpty, .backup, .backupVerify, .attachmentAdd, .attachmentGet,
            .attachmentRemove, .entryStatistics, .storeUnlock, .storeVerify,
            .storeCompact, .undo, .redo, .undoList,
            .syncConflicts, .syncInit, .syncJoin, .syncNow, .syncMachines, .syncRemove, .syncMove,
            .syncKey,
            .syncOff,
        ]
        #expect(Set(long) == expected)
    }
}
