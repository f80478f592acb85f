/** How long the circuit stays open. Doubles after each failed probe. */
const OPEN_MS_MIN = 2_000
const OPEN_MS_MAX = 30_000
/** The wait for other callers while a probe runs. */
const PROBE_WAIT_MS = 1_000

export type CircuitState = 'closed' | 'open' | 'half-open'

/** Permission for one call. Report its outcome to the breaker. */
export type Pass = { readonly isProbe: boolean }

export type CircuitBreaker = {
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
export function createCircuitBreaker(settings: {
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
