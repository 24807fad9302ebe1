// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension Notification.Name {
    /// Posted before an ``UndoManager`` begins an inner group, ends a group, undoes, redoes or
    /// checks whether it can redo; the object of this and all other notifications is the undo
    /// manager.
    public static let NSUndoManagerCheckpoint = Self("NSUndoManagerCheckpointNotification")
    /// Posted after an ``UndoManager`` began a group.
    public static let NSUndoManagerDidOpenUndoGroup = Self(
        "NSUndoManagerDidOpenUndoGroupNotification"
    )
    /// Posted before an ``UndoManager`` ends a group.
    public static let NSUndoManagerWillCloseUndoGroup = Self(
        "NSUndoManagerWillCloseUndoGroupNotification"
    )
    /// Posted after an ``UndoManager`` ended a group.
    public static let NSUndoManagerDidCloseUndoGroup = Self(
        "NSUndoManagerDidCloseUndoGroupNotification"
    )
    /// Posted before an ``UndoManager`` undoes a group.
    public static let NSUndoManagerWillUndoChange = Self("NSUndoManagerWillUndoChangeNotification")
    /// Posted after an ``UndoManager`` undid a group.
    public static let NSUndoManagerDidUndoChange = Self("NSUndoManagerDidUndoChangeNotification")
    /// Posted before an ``UndoManager`` redoes a group.
    public static let NSUndoManagerWillRedoChange = Self("NSUndoManagerWillRedoChangeNotification")
    /// Posted after an ``UndoManager`` redid a group.
    public static let NSUndoManagerDidRedoChange = Self("NSUndoManagerDidRedoChangeNotification")
}
