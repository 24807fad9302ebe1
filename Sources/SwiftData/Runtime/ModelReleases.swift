// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSwiftRuntime

/// The releases of models on the current thread.
///
/// A release may be the last one of its model, and then also releases the models to which it
/// refers.
///
/// A deeply nested release is postponed to the end of the outermost one, so that a chain of any
/// number of models needs a bounded stack (decision 0126).
enum ModelReleases {
    private static var depthLimit: Int { 8 }

    /// Begins the release of a reference; returns whether it can be released now.
    static func begin() -> Bool {
        let releases = swiftdata_current_releases()
        guard releases.pointee.depth < depthLimit else { return false }
        releases.pointee.depth += 1
        return true
    }

    /// Ends a release that has begun, and performs the postponed ones after the outermost.
    static func end() {
        let releases = swiftdata_current_releases()
        guard releases.pointee.depth == 1, let postponed = releases.pointee.postponed else {
            releases.pointee.depth -= 1
            return
        }
        // These have the depth of the outermost release, and may postpone others.
        let queue = Unmanaged<PostponedReleases>.fromOpaque(postponed)
        while let model = queue._withUnsafeGuaranteedRef({ $0.models.popLast() }) {
            model.release()
        }
        queue.release()
        releases.pointee.postponed = nil
        releases.pointee.depth = 0
    }

    /// Postpones the release of a model.
    static func postpone(_ model: Unmanaged<AnyObject>) {
        let releases = swiftdata_current_releases()
        let queue =
            releases.pointee.postponed.map { Unmanaged<PostponedReleases>.fromOpaque($0) }
            ?? Unmanaged.passRetained(PostponedReleases())
        releases.pointee.postponed = queue.toOpaque()
        queue._withUnsafeGuaranteedRef { $0.models.append(model) }
    }
}

/// The models to release after the outermost release.
private final class PostponedReleases {
    var models: [Unmanaged<AnyObject>] = []
}
