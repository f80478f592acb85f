import type { ProviderName } from '@qingzhou/provider-api/calls'

export type ProviderLimits = {
  /** A call without an answer by then is an outage. */
  readonly timeoutMs: number
  /** How many calls of one process a provider may hold at once. */
  readonly concurrencyMax: number
}

/** Explicit for each provider. `PROVIDER_TIMEOUTS_MS` changes timeouts. */
// A table: one provider, one line.
// oxfmt-ignore
export const providerLimits: { readonly [Name in ProviderName]: ProviderLimits } = {
  sms:          { timeoutMs: 5_000, concurrencyMax: 16 },
  // A mail with papers is megabytes, and takes its time.
  mail:         { timeoutMs: 20_000, concurrencyMax: 8 },
  // A borrower waits for this answer before anything is sent to them, so it gets less time.
  ip:           { timeoutMs: 1_000, concurrencyMax: 32 },
  deviceFirst:  { timeoutMs: 5_000, concurrencyMax: 16 },
  deviceSecond: { timeoutMs: 5_000, concurrencyMax: 16 },
  wallet:       { timeoutMs: 5_000, concurrencyMax: 16 },
  messenger:    { timeoutMs: 5_000, concurrencyMax: 16 },
  idCheck:      { timeoutMs: 5_000, concurrencyMax: 16 },
  // Reading takes a second; several phones may wait for the same reader.
  ocr:          { timeoutMs: 15_000, concurrencyMax: 16 },
  // Eight frames take some seconds each on a small machine.
  face:         { timeoutMs: 30_000, concurrencyMax: 16 },
  bank:         { timeoutMs: 5_000, concurrencyMax: 32 },
  mall:         { timeoutMs: 5_000, concurrencyMax: 16 },
  bureau:       { timeoutMs: 5_000, concurrencyMax: 16 },
}

/** After so many outages in a row a provider is not asked for a while, unless configured otherwise. */
export const OUTAGES_MAX = 5

/** Timeouts that differ from the table. */
export type ProviderTimeouts = Readonly<Partial<Record<ProviderName, number>>>

const TIMEOUT_MS_MIN = 100
const TIMEOUT_MS_MAX = 60_000

export const TIMEOUTS_FORM = `provider:milliseconds pairs such as bank:3000,mail:20000, each from ${TIMEOUT_MS_MIN} to ${TIMEOUT_MS_MAX}`

/** Reads `bank:3000,mail:20000`. Nothing when it is not of that form. */
export function readTimeouts(text: string): ProviderTimeouts | undefined {
  if (text === '') return {}
  const timeouts: Partial<Record<ProviderName, number>> = {}
  for (const pair of text.split(',')) {
    const [, given, digits] = /^\s*(\w+):(\d{1,6})\s*$/.exec(pair) ?? []
    const provider = providerNames.find((name) => name === given)
    const timeoutMs = Number(digits)
    if (!provider || timeoutMs < TIMEOUT_MS_MIN || timeoutMs > TIMEOUT_MS_MAX) return undefined
    timeouts[provider] = timeoutMs
  }
  return timeouts
}

/** `Object.keys` forgets the key type; the table is closed, so it may be put back. */
const providerNames = Object.keys(providerLimits) as ProviderName[]
