// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// The undo manager that receives the changes of the context's models; initially nil.
    ///
    /// Insertions, deletions and changes of properties are registered as they are made, with the
    /// context as target. The changes until the next ``save()`` or ``processPendingChanges()`` form
    /// one group, unless groups are begun and ended explicitly. Undoing them is a change of the
    /// context, which the next save writes.
    ///
    /// Several contexts of one isolation domain can share an undo manager. A new manager does not
    /// receive earlier changes, and the previous one loses the actions of the context.
    public var undoManager: UndoManager? {
        get { (graph.changes.recorder as? UndoRecorder)?.undoManager }
        set {
            guard newValue !== undoManager else { return }
            graph.changes.recorder?.discardAll()
            // A recorder keeps models.
            if newValue != nil { graph.objects.registerDeletedRows() }
            graph.changes.recorder = newValue.map { UndoRecorder($0, of: self) }
        }
    }
}
