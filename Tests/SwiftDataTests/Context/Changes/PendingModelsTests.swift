// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct PendingModelsTests {
    @Model final class Sample {
        var number: Int

        init(_ number: Int) { self.number = number }
    }

    private let samples = (0..<200).map { Sample($0) }
    private var models = PendingModels()

    private mutating func inserts(_ model: Sample) -> Bool {
        models.insert(model, state: model._$model)
    }

    private mutating func removes(_ model: Sample) -> Bool { models.remove(model) }

    private var numbers: [Int] { models.values.compactMap { ($0 as? Sample)?.number } }

    @Test mutating func modelsKeepTheirOrder() {
        for sample in samples {
            let isDone = inserts(sample)
            #expect(isDone)
        }
        for sample in samples {
            let isDone = inserts(sample)
            #expect(!isDone)
        }
        #expect(models.count == samples.count)
        #expect(numbers == Array(0..<200))
    }

    @Test mutating func modelsAreFoundAfterCompaction() {
        for sample in samples { models.insert(sample, state: sample._$model) }
        for sample in samples.dropLast(10) {
            let isDone = removes(sample)
            #expect(isDone)
        }
        #expect(numbers == Array(190..<200))
        let isRemovedAgain = removes(samples[0])
        #expect(!isRemovedAgain)
        let isInsertedAgain = inserts(samples[195])
        #expect(!isInsertedAgain)
        let isInserted = inserts(samples[0])
        #expect(isInserted)
        #expect(numbers == Array(190..<200) + [0])
    }

    @Test mutating func lastModelLeavesNothing() {
        models.insert(samples[3], state: samples[3]._$model)
        let isOtherRemoved = removes(samples[4])
        #expect(!isOtherRemoved)
        let isRemoved = removes(samples[3])
        #expect(isRemoved)
        #expect(models.isEmpty)
        #expect(numbers.isEmpty)
    }

    @Test mutating func copyIsIndependent() {
        models.insert(samples[0], state: samples[0]._$model)
        let copy = models
        models.remove(samples[0])
        #expect(copy.values.count { _ in true } == 1)
    }

    @Test mutating func modelsAddedSinceAMarkAreFoundAfterCompaction() {
        for sample in samples.prefix(100) { models.insert(sample, state: sample._$model) }
        models.mark()
        for sample in samples[100..<150] { models.insert(sample, state: sample._$model) }
        models.mark()
        for sample in samples[150...] { models.insert(sample, state: sample._$model) }
        for sample in samples[10..<160] { models.remove(sample) }
        #expect(numbers == Array(0..<10) + Array(160..<200))
        let last = models.removeMark().compactMap { ($0 as? Sample)?.number }
        #expect(last == Array(160..<200))
        let first = models.removeMark().compactMap { ($0 as? Sample)?.number }
        #expect(first == Array(160..<200))
    }
}
