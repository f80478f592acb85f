/** An outside service did not do what was asked: it is down, slow, or answers nonsense. */
export class ProviderFault extends Error {
  constructor(path: string, reason: string, cause?: unknown) {
    super(`${path}: ${reason}`, { cause })
    this.name = 'ProviderFault'
  }
}

/** What a provider did wrong, for the log. Anything else is no provider's fault, and goes on its way. */
export function faultIn(cause: unknown): string {
  if (cause instanceof ProviderFault) return cause.message
  throw cause
}
