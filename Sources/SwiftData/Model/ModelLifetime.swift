// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Unregisters a model when it is deinitialized.
///
/// It is not copyable, and a stored property of the model, so that it lives exactly as long. The
/// state can outlive the model.
public struct _ModelLifetime: ~Copyable {
    /// The state of the model.
    public let state = _ModelState()

    /// Creates the state of a detached model.
    public init() {}

    deinit { state.unregister() }
}
