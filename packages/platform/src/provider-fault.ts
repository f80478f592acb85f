/** A provider did not do what was requested: it is down, slow or gave an invalid answer. */
export class ProviderFault extends Error {
  constructor(path: string, reason: string, cause?: unknown) {
    super(`${path}: ${reason}`, { cause })
    this.name = 'ProviderFault'
  }
}

/**
 * The provider did not answer in time, failed, or the answer was not its own. Consecutive outages
 * open its circuit. A refused request (for example an unknown code) is not an outage: otherwise any
 * caller could open the circuit for all.
 */
export class ProviderOutage extends ProviderFault {}

/** The provider works and has refused what this request contains. */
export class ProviderRefused extends ProviderFault {}

/** The provider was not called: its circuit is open, or all places are taken. */
export class ProviderUnavailable extends ProviderFault {
  /** The time until a retry makes sense. */
  readonly waitMs: number

  constructor(path: string, reason: string, waitMs: number) {
    super(path, reason)
    this.waitMs = waitMs
  }
}

/** The message of a provider fault, for the log. Rethrows any other error. */
export function faultIn(cause: unknown): string {
  if (cause instanceof ProviderFault) return cause.message
  throw cause
}
