import { trace } from '@qingzhou/platform/tracing/tracing'
import { ProviderOutage, ProviderUnavailable } from '@qingzhou/platform/provider-fault'

/** The limit of a service is reached; nothing was done. */
export class ProviderThrottled extends ProviderUnavailable {}

/** How long a service is not called if it names no time, and at most. */
export const THROTTLED_MS = 1_000
export const THROTTLED_MS_MAX = 30_000

/** Runs the calls of a service. After its limit was reached, it is not called for a while. */
export function createCalls(bulkhead: Bulkhead, now: () => Date) {
  let quietUntilMs = 0
  return async <Answer>(path: string, call: () => Promise<Answer>): Promise<Answer> => {
    const leftMs = quietUntilMs - now().getTime()
    // A clock set back must not silence the service for longer.
    if (leftMs > 0 && leftMs <= THROTTLED_MS_MAX) {
      throw new ProviderUnavailable(path, 'not asked, its limit is reached', leftMs)
    }
    return bulkhead.run(path, call).catch((error: unknown) => {
      if (error instanceof ProviderThrottled) quietUntilMs = now().getTime() + error.waitMs
      throw error
    })
  }
}

/** How long the circuit stays open. Doubles after each failed probe. */
const OPEN_MS_MIN = 2_000
const OPEN_MS_MAX = 30_000
/** The wait for other callers while a probe runs. */
const PROBE_WAIT_MS = 1_000

type CircuitState = 'closed' | 'open' | 'half-open'

/** Permission for one call. Report its outcome to the breaker. */
type Pass = { readonly isProbe: boolean }

type CircuitBreaker = {
  readonly state: () => CircuitState
  /** The time until a call may be made. 0 when one may be made now. */
  waitMs(): number
  /** Undefined while the circuit is open or a probe is running. */
  enter(): Pass | undefined
  succeeded(pass: Pass): void
  failed(pass: Pass): void
}

/**
 * Keeps callers from waiting for a provider that is down: after some consecutive outages calls are
 * blocked for a while. Then one call probes the provider, and its outcome closes the circuit or
 * opens it for longer.
 */
function createCircuitBreaker(settings: {
  /** The number of consecutive outages that opens the circuit. */
  readonly outagesMax: number
  readonly now: () => Date
  readonly onChange: (state: CircuitState) => void
}): CircuitBreaker {
  const nowMs = () => settings.now().getTime()
  let state: CircuitState = 'closed'
  let outages = 0
  let openMs = OPEN_MS_MIN
  let openedAtMs = 0

  function change(next: CircuitState): void {
    state = next
    settings.onChange(next)
  }

  function open(): void {
    openedAtMs = nowMs()
    change('open')
  }

  function waitMs(): number {
    if (state === 'closed') return 0
    if (state === 'half-open') return PROBE_WAIT_MS
    const passedMs = nowMs() - openedAtMs
    // A clock set back must not keep the circuit open.
    return passedMs < 0 ? 0 : Math.max(0, openMs - passedMs)
  }

  return {
    state: () => state,
    waitMs,
    enter() {
      if (waitMs() > 0) return undefined
      if (state === 'closed') return { isProbe: false }
      change('half-open')
      return { isProbe: true }
    },
    succeeded({ isProbe }) {
      if (state !== 'closed' && !isProbe) return
      outages = 0
      openMs = OPEN_MS_MIN
      if (isProbe) change('closed')
    },
    failed({ isProbe }) {
      if (isProbe) {
        openMs = Math.min(openMs * 2, OPEN_MS_MAX)
        return open()
      }
      outages += 1
      if (state === 'closed' && outages >= settings.outagesMax) open()
    },
  }
}

/** How long a caller waits for a place, and how many may wait per place. */
const WAIT_MS_MAX = 5_000
const WAITING_PER_PLACE = 2
/** The suggested wait when all places are taken. */
const BUSY_WAIT_MS = 1_000

export type BulkheadFigures = {
  readonly circuit: CircuitState
  readonly running: number
  readonly waiting: number
  /** Since the process started. */
  readonly outcomes: Readonly<Record<Outcome, number>>
}

type Outcome = 'answered' | 'outage' | 'unavailable'

export type Bulkhead = {
  /** Runs a call to the provider, or throws ProviderUnavailable without calling it. */
  run<Answer>(path: string, call: () => Promise<Answer>): Promise<Answer>
  figures(): BulkheadFigures
}

/**
 * Protects one provider: limits concurrent calls, queues a few more, and blocks all calls while the
 * circuit is open.
 */
export function createBulkhead(settings: {
  readonly concurrencyMax: number
  readonly outagesMax: number
  readonly now: () => Date
  readonly onChange: (state: CircuitState) => void
}): Bulkhead {
  const { concurrencyMax } = settings
  const breaker = createCircuitBreaker(settings)
  const places = createPlaces(concurrencyMax)
  const outcomes = { answered: 0, outage: 0, unavailable: 0 }

  function unavailable(path: string, reason: string, waitMs: number): ProviderUnavailable {
    outcomes.unavailable += 1
    return new ProviderUnavailable(path, reason, waitMs)
  }

  async function ask<Answer>(pass: Pass, call: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await call()
      outcomes.answered += 1
      breaker.succeeded(pass)
      return answer
    } catch (error) {
      if (error instanceof ProviderOutage) {
        outcomes.outage += 1
        breaker.failed(pass)
      } else {
        // A refusal is an answer too.
        outcomes.answered += 1
        breaker.succeeded(pass)
      }
      throw error
    }
  }

  return {
    async run(path, call) {
      // Check the circuit before waiting for a place.
      const left = breaker.waitMs()
      if (left > 0) throw unavailable(path, CIRCUIT_OPEN, left)
      if (!(await places.take())) throw unavailable(path, 'all places are taken', BUSY_WAIT_MS)
      try {
        const pass = breaker.enter()
        if (!pass) throw unavailable(path, CIRCUIT_OPEN, breaker.waitMs())
        return await trace({ name: path, kind: 'client' }, () => ask(pass, call))
      } finally {
        places.give()
      }
    },
    figures: () => ({ circuit: breaker.state(), ...places.figures(), outcomes: { ...outcomes } }),
  }
}

const CIRCUIT_OPEN = 'not asked, the circuit is open'

/** A limited number of places with a bounded queue. */
function createPlaces(count: number) {
  let running = 0
  const waiting: ((hasPlace: boolean) => void)[] = []

  function leave(waiter: (hasPlace: boolean) => void): void {
    const at = waiting.indexOf(waiter)
    if (at < 0) return
    waiting.splice(at, 1)
    waiter(false)
  }

  return {
    /** Returns false when no place was free in time. */
    async take(): Promise<boolean> {
      if (running < count) {
        running += 1
        return true
      }
      if (waiting.length >= count * WAITING_PER_PLACE) return false
      return new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => leave(waiter), WAIT_MS_MAX)
        const waiter = (hasPlace: boolean) => {
          clearTimeout(timer)
          resolve(hasPlace)
        }
        waiting.push(waiter)
      })
    },
    /** Gives the place to the longest waiting caller. */
    give(): void {
      const next = waiting.shift()
      if (next) return next(true)
      running -= 1
    },
    figures: () => ({ running, waiting: waiting.length }),
  }
}
