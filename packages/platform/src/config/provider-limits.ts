import type { ProviderName } from '@qingzhou/provider-api/calls'

export type ProviderLimits = {
  /** A call without an answer by then counts as an outage. */
  readonly timeoutMs: number
  /** The maximum of concurrent calls per process. */
  readonly concurrencyMax: number
}

/** The limits of each provider. `PROVIDER_TIMEOUTS_MS` overrides timeouts. */
// A table: one provider per line.
// oxfmt-ignore
export const providerLimits: { readonly [Name in ProviderName]: ProviderLimits } = {
  sms:          { timeoutMs: 5_000, concurrencyMax: 16 },
  // A mail with documents has several megabytes.
  mail:         { timeoutMs: 20_000, concurrencyMax: 8 },
  // A borrower waits for this answer before the response, so the timeout is short.
  ip:           { timeoutMs: 1_000, concurrencyMax: 32 },
  deviceFirst:  { timeoutMs: 5_000, concurrencyMax: 16 },
  deviceSecond: { timeoutMs: 5_000, concurrencyMax: 16 },
  wallet:       { timeoutMs: 5_000, concurrencyMax: 16 },
  messenger:    { timeoutMs: 5_000, concurrencyMax: 16 },
  idCheck:      { timeoutMs: 5_000, concurrencyMax: 16 },
  // Reading takes a second, and several requests may wait for the same reader.
  ocr:          { timeoutMs: 15_000, concurrencyMax: 16 },
  // Eight frames take some seconds each on a small machine.
  face:         { timeoutMs: 30_000, concurrencyMax: 16 },
  bank:         { timeoutMs: 5_000, concurrencyMax: 32 },
  mall:         { timeoutMs: 5_000, concurrencyMax: 16 },
  bureau:       { timeoutMs: 5_000, concurrencyMax: 16 },
}

/** The default number of consecutive outages after which a provider is not called for a while. */
export const OUTAGES_MAX = 5

/** Timeouts that differ from the table. */
export type ProviderTimeouts = Readonly<Partial<Record<ProviderName, number>>>

const TIMEOUT_MS_MIN = 100
const TIMEOUT_MS_MAX = 60_000

export const TIMEOUTS_FORM = `provider:milliseconds pairs such as bank:3000,mail:20000, each from ${TIMEOUT_MS_MIN} to ${TIMEOUT_MS_MAX}`

/** Parses `bank:3000,mail:20000`. Undefined when malformed. */
export function readTimeouts(text: string): ProviderTimeouts | undefined {
  if (text === '') return {}
  const timeouts: Partial<Record<ProviderName, number>> = {}
  for (const pair of text.split(',')) {
    const [, input, digits] = /^\s*(\w+):(\d{1,6})\s*$/.exec(pair) ?? []
    const provider = providerNames.find((name) => name === input)
    const timeoutMs = Number(digits)
    if (!provider || timeoutMs < TIMEOUT_MS_MIN || timeoutMs > TIMEOUT_MS_MAX) return undefined
    timeouts[provider] = timeoutMs
  }
  return timeouts
}

/** `Object.keys` loses the key type. The table is closed, so the cast is safe. */
const providerNames = Object.keys(providerLimits) as ProviderName[]
