// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parameters of a method, for `describe` and for warnings about unknown members.
package struct MethodDescription: Sendable, Equatable {
    /// The name of the method.
    package let method: MethodName
    /// The parameters in the order of the specification.
    package let parameters: [Parameter]
    /// The first version of the daemon that has the method.
    package let since: String

    private static let all = Dictionary(
        uniqueKeysWithValues: MethodName.allCases.map { method in
            let description = MethodDescription(
                method: method,
                parameters: parameters(of: method),
                since: "0.1.0"
            )
            return (method, description)
        }
    )

    /// Returns the description of a method.
    package static func of(_ method: MethodName) -> MethodDescription {
        all[method] ?? MethodDescription(method: method, parameters: [], since: "0.1.0")
    }

    /// The JSON form that `describe` reports.
    package var json: JSON {
        var object = JSONObject()
        object.append("name", method.rawValue)
        object.append("since", since)
        object.append("access", method.traits.access.rawValue)
        object.append("batchable", method.traits.isBatchable)
        object.append("parameters", JSON.array(parameters.map(\.json)))
        return .object(object)
    }
}

extension MethodDescription {
    private static func parameters(of method: MethodName) -> [Parameter] {
        method.call.parameters + CallOptions.parameters(of: method)
    }
}

extension MethodName {
    /// The type of the parameters and, by `Reply`, of the result.
    package var call: any MethodCall.Type {
        switch self {
        case .hello: Hello.self
        case .entryCreate: EntryCreate.self
        case .entryGet: EntryGet.self
        case .entryUpdate: EntryUpdate.self
        case .entryDelete: EntryDelete.self
        case .entryRestore: EntryRestore.self
        case .entryPurge: EntryPurge.self
        case .trashEmpty: TrashEmpty.self
        case .entryHistory: EntryHistory.self
        case .entryList: EntryList.self
        case .entrySearch: EntrySearch.self
        case .entryCount: EntryCount.self
        case .entryStatistics: EntryStatistics.self
        case .attachmentAdd: AttachmentAdd.self
        case .attachmentGet: AttachmentGet.self
        case .attachmentList: AttachmentList.self
        case .attachmentRemove: AttachmentRemove.self
        case .notebookCreate: NotebookCreate.self
        case .notebookList: NotebookList.self
        case .notebookRename: NotebookRename.self
        case .notebookDelete: NotebookDelete.self
        case .tagList: TagList.self
        case .tagRename: TagRename.self
        case .tagMerge: TagMerge.self
        case .tagDelete: TagDelete.self
        case .undo: Undo.self
        case .redo: Redo.self
        case .undoList: UndoList.self
        case .backup: Backup.self
        case .backupVerify: BackupVerify.self
        case .storeUnlock: StoreUnlock.self
        case .storeLock: StoreLock.self
        case .storeRelease: StoreRelease.self
        case .storeVerify: StoreVerify.self
        case .storeCompact: StoreCompact.self
        case .syncInit: SyncInit.self
        case .syncJoin: SyncJoin.self
        case .syncStatus: SyncStatusCall.self
        case .syncNow: SyncNow.self
        case .syncPause: SyncPause.self
        case .syncResume: SyncResume.self
        case .syncMachines: SyncMachines.self
        case .syncRemove: SyncRemove.self
        case .syncMove: SyncMove.self
        case .syncConflicts: SyncConflicts.self
        case .syncResolve: SyncResolve.self
        case .syncKey: SyncKey.self
        case .syncOff: SyncOff.self
        case .batch: Batch.self
        case .subscribe: Subscribe.self
        case .unsubscribe: Unsubscribe.self
        case .listOpen: ListOpen.self
        case .listClose: ListClose.self
        case .flush: Flush.self
        case .cancel: Cancel.self
        case .status: Status.self
        case .clients: Clients.self
        case .describe: Describe.self
        case .shutdown: Shutdown.self
        }
    }
}
