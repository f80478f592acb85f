import { providerCalls } from '@qingzhou/provider-api/calls'
import type { ProviderName } from '@qingzhou/provider-api/calls'
import * as z from 'zod'

const DELAY_MAX_MS = 60_000

/** How a provider misbehaves just now. */
export type Fault = {
  readonly delayMs: number
  /** How many of the next requests fail. */
  readonly failNext: number
  /** Nobody answers at all. */
  readonly down: boolean
  /** Messages arrive twice, as they do at times. */
  readonly duplicate: boolean
}

/** `Object.keys` forgets the key type; the table is closed, so it may be put back. */
const providerNames = Object.keys(providerCalls) as ProviderName[]

export const faultChange = z.strictObject({
  provider: z.enum(providerNames),
  delayMs: z.optional(z.int().min(0).max(DELAY_MAX_MS)),
  failNext: z.optional(z.int().min(0).max(100)),
  down: z.optional(z.boolean()),
  duplicate: z.optional(z.boolean()),
})

export type Faults = ReturnType<typeof createFaults>

const WELL: Fault = { delayMs: 0, failNext: 0, down: false, duplicate: false }

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
