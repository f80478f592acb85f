import { providerCalls } from '@qingzhou/provider-api/calls'
import type { ProviderName } from '@qingzhou/provider-api/calls'
import * as z from 'zod'

const DELAY_MAX_MS = 60_000
const SETTLE_MAX_MS = 3_600_000

/** How a provider misbehaves just now. */
export type Fault = {
  readonly delayMs: number
  /** How many of the next requests fail. */
  readonly failNext: number
  /** Nobody answers at all. */
  readonly down: boolean
  /** Messages and notices arrive twice, as they do at times. */
  readonly duplicate: boolean
  /** Orders are carried out, but the line is cut before the answer. */
  readonly cutAfter: boolean
  /** Says no to whatever is asked. */
  readonly decline: boolean
  /** Sends no notices: one has to ask. */
  readonly silent: boolean
  /** Tells an older state once more after the newer one. */
  readonly reorder: boolean
  /** How long an order is under way until its result is known; null is the usual time. */
  readonly settleMs: number | null
}

/** `Object.keys` forgets the key type; the table is closed, so it may be put back. */
const providerNames = Object.keys(providerCalls) as ProviderName[]

export const faultChange = z.strictObject({
  provider: z.enum(providerNames),
  delayMs: z.optional(z.int().min(0).max(DELAY_MAX_MS)),
  failNext: z.optional(z.int().min(0).max(100)),
  down: z.optional(z.boolean()),
  duplicate: z.optional(z.boolean()),
  cutAfter: z.optional(z.boolean()),
  decline: z.optional(z.boolean()),
  silent: z.optional(z.boolean()),
  reorder: z.optional(z.boolean()),
  settleMs: z.optional(z.nullable(z.int().min(0).max(SETTLE_MAX_MS))),
})

export type Faults = ReturnType<typeof createFaults>

const WELL: Fault = {
  delayMs: 0,
  failNext: 0,
  down: false,
  duplicate: false,
  cutAfter: false,
  decline: false,
  silent: false,
  reorder: false,
  settleMs: null,
}

export function createFaults() {
  const faults = new Map<ProviderName, Fault>()
  const listeners = new Set<() => void>()

  function set(provider: ProviderName, fault: Fault): void {
    faults.set(provider, fault)
    for (const listener of listeners) listener()
  }

  return {
    of: (provider: ProviderName): Fault => faults.get(provider) ?? WELL,

    all: () => Object.fromEntries(providerNames.map((name) => [name, faults.get(name) ?? WELL])),

    change({ provider, ...change }: z.output<typeof faultChange>): void {
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      set(provider, { ...(faults.get(provider) ?? WELL), ...Object.fromEntries(given) })
    },

    /** Uses up one of the failures asked for; says whether there was one. */
    takeFailure(provider: ProviderName): boolean {
      const fault = faults.get(provider) ?? WELL
      if (fault.failNext === 0) return false
      set(provider, { ...fault, failNext: fault.failNext - 1 })
      return true
    },

    clear(): void {
      faults.clear()
      for (const listener of listeners) listener()
    },

    /** Answers a function that ends the listening. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
