import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Limits } from '@qingzhou/platform/config/config'
import { createLargeBodies, type LargeBody } from './large-bodies.ts'
import { createTurns, type Turn } from './turns.ts'

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
