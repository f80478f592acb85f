/** An outside service did not do what was asked: it is down, slow, or answers nonsense. */
export class ProviderFault extends Error {
  constructor(path: string, reason: string, cause?: unknown) {
    super(`${path}: ${reason}`, { cause })
    this.name = 'ProviderFault'
  }
}

/**
 * The provider did not answer in time, failed, or somebody else answered. A few of these in a row open
 * its circuit. An answer that refuses one caller's request (an unknown code, say) is none: else anybody
 * could open the circuit for everybody.
 */
export class ProviderOutage extends ProviderFault {}

/** The provider was not asked at all: its circuit is open, or all its places are taken. */
export class ProviderUnavailable extends ProviderFault {
  /** How long until it is worth trying again. */
  readonly waitMs: number

  constructor(path: string, reason: string, waitMs: number) {
    super(path, reason)
    this.waitMs = waitMs
  }
}

/** What a provider did wrong, for the log. Anything else is no provider's fault, and goes on its way. */
export function faultIn(cause: unknown): string {
  if (cause instanceof ProviderFault) return cause.message
  throw cause
}
