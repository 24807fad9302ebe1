// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc

extension Cleanup {
    /// Creates a folder in the folder of the run.
    func newFolder(_ name: String) throws -> String {
        var number = 1
        while mkdir("\(folder)/\(name)-\(number)", 0o700) < 0 {
            guard errno == EEXIST else {
                throw BenchmarkError(
                    "cannot create a folder in \(folder): \(String(cString: strerror(errno)))"
                )
            }
            number += 1
        }
        return "\(folder)/\(name)-\(number)"
    }

    /// Removes a folder that is not used any more.
    func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
