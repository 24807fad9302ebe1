// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxMacros

/// Key paths whose values the store keeps sorted: `#Index`.
enum IndexMacro: ModelConstraint {}
