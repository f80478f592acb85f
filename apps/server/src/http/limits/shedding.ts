import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { IncomingMessage } from 'node:http'
import type { Limits } from '@qingzhou/platform/config/config'

/** A body this young is not evicted: a connection starts slowly. */
const EVICTABLE_AFTER_MS = 2_000

/** Load shedding: excess calls are rejected at once, urgent calls last. */
export type Shedder = {
  /** Whether such a call would be shed now. Checked before its body is read. */
  isFull(isUrgent: boolean): boolean
  /**
   * Returns the function to call when the call is done, or undefined when the call has to be shed.
   */
  enter(isUrgent: boolean): (() => void) | undefined
  /** The turn of a large body among those of its sender. */
  turnOf(sender: string): Turn | undefined
  /** The same as `enter` for a large body being received. */
  arrive(body: LargeBody): (() => void) | undefined
  inFlight(): number
  stop(): void
}

const SAMPLE_EVERY_MS = 1_000
const RESOLUTION_MS = 20
const LARGE_BODIES_MAX = 32
const LARGE_BODIES_RESERVED = 8
const TURNS_OF_SENDER = { atOnceMax: 2, waitingMax: 18 }

export function createShedder(limits: Limits): Shedder {
  const calls = createCounter()
  const largeBodies = createLargeBodies({
    max: LARGE_BODIES_MAX,
    perNetworkMax: limits.largeBodiesPerNetworkMax,
    reserved: LARGE_BODIES_RESERVED,
  })
  const turns = createTurns(TURNS_OF_SENDER)
  const lag = watchLag()
  const isFull = (isUrgent: boolean) => {
    const isLate = lag.currentMs() > limits.eventLoopLagMsMax
    const inFlightMax = isUrgent ? limits.inFlightUrgentMax : limits.inFlightOrdinaryMax
    return calls.current() >= inFlightMax || (isLate && !isUrgent)
  }
  return {
    isFull,
    enter: (isUrgent) => (isFull(isUrgent) ? undefined : calls.add()),
    turnOf: (sender) => turns.take(sender),
    arrive: (body) => largeBodies.take(body),
    inFlight: calls.current,
    stop: lag.stop,
  }
}

function createCounter() {
  let count = 0
  return {
    current: () => count,
    add() {
      count += 1
      return () => void (count -= 1)
    },
  }
}

/** The mean event loop delay of the last second. */
function watchLag() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let lagMs = 0
  const timer = setInterval(() => {
    lagMs = histogram.count === 0 ? 0 : histogram.mean / 1e6 - RESOLUTION_MS
    histogram.reset()
  }, SAMPLE_EVERY_MS)
  timer.unref()
  return {
    currentMs: () => lagMs,
    stop: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

/** The turn of one body among those of its sender. */
type Turn = {
  /** Resolves to true when it is this body's turn, to false when it was given up before. */
  readonly isReady: Promise<boolean>
  /** Ends the turn, or the wait for it. */
  leave(): void
}

type TurnLimits = {
  readonly atOnceMax: number
  readonly waitingMax: number
}

type Queue = { running: number; readonly waiting: Set<(isReady: boolean) => void> }

/**
 * At most so many at once for each sender; further ones wait, first come, first served. A sender
 * delays only itself.
 */
export function createTurns({ atOnceMax, waitingMax }: TurnLimits) {
  const queues = new Map<string, Queue>()

  return {
    /** Undefined if too many of this sender are waiting already. */
    take(sender: string): Turn | undefined {
      const queue = queues.get(sender) ?? { running: 0, waiting: new Set() }
      if (queue.running >= atOnceMax && queue.waiting.size >= waitingMax) return undefined
      queues.set(sender, queue)
      const { promise: isReady, resolve } = Promise.withResolvers<boolean>()
      queue.waiting.add(resolve)
      const advance = () => {
        for (const next of queue.waiting) {
          if (queue.running >= atOnceMax) break
          queue.waiting.delete(next)
          queue.running += 1
          next(true)
        }
        if (queue.running === 0) queues.delete(sender)
      }
      advance()
      let hasLeft = false
      return {
        isReady,
        leave() {
          if (hasLeft) return
          hasLeft = true
          if (queue.waiting.delete(resolve)) resolve(false)
          else queue.running -= 1
          advance()
        },
      }
    },
  }
}

/** A large body that is being received. */
type LargeBody = {
  /** The customer or the session that sends it. */
  readonly sender: string
  readonly network: string
  readonly message: Pick<IncomingMessage, 'complete'> & {
    readonly socket: Pick<IncomingMessage['socket'], 'bytesRead'>
  }
  /** Ends the request: its place goes to another body. */
  readonly evict: () => void
}

type LargeBodyLimits = {
  readonly max: number
  readonly perNetworkMax: number
  /** Places that only a sender without another body gets. */
  readonly reserved: number
}

type Entry = LargeBody & { readonly startedAt: number; readonly bytesAtStart: number }

/**
 * The places for large bodies. When all are taken, the slowest body loses its place to a new one, so
 * bodies that stall cannot keep others out, however many accounts and networks they come from.
 */
export function createLargeBodies(limits: LargeBodyLimits, now = () => performance.now()) {
  const entries = new Set<Entry>()
  const count = (isCounted: (entry: Entry) => boolean) => [...entries].filter(isCounted).length

  return {
    /** Takes a place and returns the function that frees it. */
    take(body: LargeBody): (() => void) | undefined {
      if (count(({ network }) => network === body.network) >= limits.perNetworkMax) return undefined
      const isScarce = entries.size >= limits.max - limits.reserved
      if (isScarce && count(({ sender }) => sender === body.sender) > 0) return undefined
      if (entries.size >= limits.max) {
        const slowest = slowestOf(entries, now())
        if (!slowest) return undefined
        entries.delete(slowest)
        slowest.evict()
      }
      const bytesAtStart = body.message.socket.bytesRead
      const entry: Entry = { ...body, startedAt: now(), bytesAtStart }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
  }
}

/** Of the bodies that are still arriving. */
function slowestOf(entries: ReadonlySet<Entry>, now: number): Entry | undefined {
  const rateOf = ({ message, bytesAtStart, startedAt }: Entry) =>
    (message.socket.bytesRead - bytesAtStart) / (now - startedAt)
  return [...entries]
    .filter(({ message, startedAt }) => !message.complete && now - startedAt >= EVICTABLE_AFTER_MS)
    .toSorted((left, right) => rateOf(left) - rateOf(right))[0]
}
