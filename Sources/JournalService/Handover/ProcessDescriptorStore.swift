// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import Synchronization

/// Keeps descriptors while this process closes one service and opens the next: the connections of
/// a locked daemon continue when it is unlocked.
final class ProcessDescriptorStore: DescriptorStore {
    let capacity = 4096
    private let kept = Mutex<[String: Int32]>([:])

    func descriptor(named name: String) -> Int32? { kept.withLock { $0[name] } }

    func take() -> [String: Int32] {
        kept.withLock { kept in
            defer { kept = [:] }
            return kept
        }
    }

    func keep(_ descriptors: [(name: String, descriptor: Int32)]) {
        for (name, descriptor) in descriptors {
            // The caller closes its own one.
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
            guard copy >= 0 else { continue }
            kept.withLock { kept in
                if let former = kept.updateValue(copy, forKey: name) { close(former) }
            }
        }
    }

    deinit { for descriptor in take().values { close(descriptor) } }
}
