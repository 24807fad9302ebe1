// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The methods of this protocol version; `Protocol/README.md` has a section for each.
package enum MethodName: String, Sendable, CaseIterable {
    case hello
    case entryCreate = "entry.create"
    case entryGet = "entry.get"
    case entryUpdate = "entry.update"
    case entryDelete = "entry.delete"
    case entryRestore = "entry.restore"
    case entryPurge = "entry.purge"
    case trashEmpty = "trash.empty"
    case entryHistory = "entry.history"
    case entryList = "entry.list"
    case entrySearch = "entry.search"
    case entryCount = "entry.count"
    case entryStatistics = "entry.statistics"
    case attachmentAdd = "attachment.add"
    case attachmentGet = "attachment.get"
    case attachmentList = "attachment.list"
    case attachmentRemove = "attachment.remove"
    case notebookCreate = "notebook.create"
    case notebookList = "notebook.list"
    case notebookRename = "notebook.rename"
    case notebookDelete = "notebook.delete"
    case tagList = "tag.list"
    case tagRename = "tag.rename"
    case tagMerge = "tag.merge"
    case tagDelete = "tag.delete"
    case undo
    case redo
    case undoList = "undo.list"
    case backup
    case backupVerify = "backup.verify"
    case storeUnlock = "store.unlock"
    case storeLock = "store.lock"
    case storeRelease = "store.release"
    case storeVerify = "store.verify"
    case storeCompact = "store.compact"
    case syncInit = "sync.init"
    case syncJoin = "sync.join"
    case syncStatus = "sync.status"
    case syncNow = "sync.now"
    case syncPause = "sync.pause"
    case syncResume = "sync.resume"
    case syncMachines = "sync.machines"
    case syncConflicts = "sync.conflicts"
    case syncResolve = "sync.resolve"
    case syncRemove = "sync.remove"
    case syncMove = "sync.move"
    case syncKey = "sync.key"
    case syncOff = "sync.off"
    case batch
    case subscribe
    case unsubscribe
    case listOpen = "list.open"
    case listClose = "list.close"
    case flush
    case cancel
    case status
    case clients
    case describe
    case shutdown
}
