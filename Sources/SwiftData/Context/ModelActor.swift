// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch

/// An actor with its own context.
public protocol ModelActor: Actor {
    /// The container of the actor's models.
    nonisolated var modelContainer: ModelContainer { get }
    /// The executor that runs the actor's jobs, one at a time.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// An unowned reference to the model executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        modelExecutor.asUnownedSerialExecutor()
    }

    /// The actor's context.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// Returns the model with an identifier; nil if it does not exist or has another type.
    public subscript<T>(id: PersistentIdentifier, as as: T.Type) -> T? where T: PersistentModel {
        if let model: T = modelContext.registeredModel(for: id) { return model }
        guard let model = modelContext.model(for: id) as? T else { return nil }
        modelContext.graph.objects.load(model)
        return model.modelContext == nil ? nil : model
    }
}

/// An executor with a context.
public protocol ModelExecutor: Executor {
    /// The context that the executor's jobs may use.
    var modelContext: ModelContext { get }
    /// Returns an unowned reference to the executor.
    func asUnownedSerialExecutor() -> UnownedSerialExecutor
}

/// An executor with a context that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// Runs the jobs of one actor on its own queue, and saves after each job if autosave is enabled.
///
/// Stores are read and written synchronously. On a separate queue, this blocks neither the threads
/// of Swift concurrency nor an event loop. The jobs of an actor with a container's main context run
/// on the main actor.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
    // Unchecked, because only jobs use the context, and they run one at a time.

    /// The context that the executor's jobs may use.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "swiftdata.model-executor")

    /// Creates an executor for a context that is used nowhere else.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
        if !modelContext.isMain { modelContext.autosaveScheduler.isOwnedByExecutor = true }
    }

    /// Schedules a job to run after all earlier ones.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard !modelContext.isMain else { return MainActor.shared.enqueue(job) }
        queue.async {
            job.runSynchronously(on: self.asUnownedSerialExecutor())
            self.modelContext.autosaveScheduler.save()
        }
    }

    /// Returns an unowned reference to the executor, or to the main actor's for a main context.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        modelContext.isMain
            ? MainActor.sharedUnownedExecutor : UnownedSerialExecutor(ordinary: self)
    }
}
