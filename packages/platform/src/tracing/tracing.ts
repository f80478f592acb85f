/** Where traces are sent, and which share of them. */
export type TracingSettings = {
  /** The address of an OTLP receiver; `/v1/traces` is added. */
  readonly endpoint: string
  /** From 0 to 1. */
  readonly share: number
}

/**
 * A step of a trace. Its attributes are constants, counts and numbers of ours: nothing of a
 * customer, and no address with its parameters.
 */
export type Step = {
  /** A call, a path of a provider or a kind of task. */
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes?: {
    readonly 'http.request.method'?: string
    readonly 'http.route'?: string
    /** By which the lines of the log are found. */
    readonly 'request.id'?: string
    readonly 'task.attempt'?: number
  }
  /** The step that queued this one, in the W3C format. Otherwise it belongs to the running step. */
  readonly parent?: string | undefined
}

export type Tracer = {
  run<Result>(step: Step, work: () => Promise<Result>): Promise<Result>
  /** The running step in the W3C format `00-trace-span-flags`. */
  current(): string | undefined
  stop(): Promise<void>
}

/** Of this process: a task is traced by whatever queue runs it. */
let active: Tracer | undefined

/** Starts tracing, if it is wanted. The packages are loaded only then. */
export async function startTracing(
  settings: TracingSettings | undefined,
  version: string,
): Promise<{ readonly stop: () => Promise<void> }> {
  if (settings === undefined) return { stop: async () => {} }
  const { createTracer } = await import('./open-telemetry.ts')
  const tracer = createTracer(settings, version)
  active = tracer
  return {
    stop: async () => {
      if (active === tracer) active = undefined
      await tracer.stop()
    },
  }
}

/** Runs the work as a step of a trace. Without tracing it only runs it. */
export function trace<Result>(step: Step, work: () => Promise<Result>): Promise<Result> {
  return active ? active.run(step, work) : work()
}

/** What a queued task carries, so that its step belongs to the same trace. */
export function traceParent(): string | undefined {
  return active?.current()
}
