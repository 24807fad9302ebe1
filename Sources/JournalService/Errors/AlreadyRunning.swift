// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The error of a daemon that exits because another one already serves the socket.
package struct AlreadyRunning: Error, Sendable {}
