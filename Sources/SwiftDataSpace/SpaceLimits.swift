// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The limits of a space.
package enum SpaceLimits {
    /// The maximum size of a sealed object in bytes.
    ///
    /// A machine checks it before it seals an object, and a hub before it stores one.
    package static let objectSize = 64 << 20
}
