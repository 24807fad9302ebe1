// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The place of a part in its step.
///
/// A step consists of what is done and of what was undone. To undo is to move a part from the first
/// to the second, to redo is to move it back.
package enum StepPlace: Int, Sendable {
    /// A part of what is done, with a later one.
    case done
    /// The last part of what is done.
    case lastDone
    /// A part of what was undone, with a later one.
    case undone
    /// The last part of what was undone.
    case lastUndone
    /// A change that is not undone by itself, such as a file that is attached to an entry which the
    /// step has created.
    case incidental
}

/// The direction in which a part is moved.
package enum StepDirection: Sendable {
    /// From what is done to what was undone.
    case undo
    /// From what was undone to what is done.
    case redo

    /// The place of the last part that is moved.
    package var lastSource: StepPlace { self == .undo ? .lastDone : .lastUndone }
    /// The place of the other parts that are moved.
    package var source: StepPlace { self == .undo ? .done : .undone }
    /// The place of the last part that was moved.
    package var lastTarget: StepPlace { self == .undo ? .lastUndone : .lastDone }
    /// The place of the other parts that were moved.
    package var target: StepPlace { self == .undo ? .undone : .done }
}
