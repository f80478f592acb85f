import { providerCalls } from '@qingzhou/provider-api/calls'
import type { ProviderName } from '@qingzhou/provider-api/calls'
import * as z from 'zod'

const DELAY_MAX_MS = 60_000
const SETTLE_MAX_MS = 24 * 3_600_000

/** The faults that a provider shows at the moment. */
export type Fault = {
  readonly delayMs: number
  /** How many of the next requests fail. */
  readonly failNext: number
  /** Every connection is cut. */
  readonly down: boolean
  /** Messages and callbacks arrive twice. */
  readonly duplicate: boolean
  /** Orders are carried out, but the connection is cut before the response. */
  readonly cutAfter: boolean
  /** Declines every request. */
  readonly decline: boolean
  /** Is unsure: about every face; of the bureau, every score is close to the lowest that is accepted. */
  readonly unsure: boolean
  /** Sends no callbacks: the state has to be queried. */
  readonly silent: boolean
  /** Sends an older state again after the newer one. */
  readonly reorder: boolean
  /** Refuses every request because there were too many. */
  readonly throttle: boolean
  /** How long an order takes; null for the default. */
  readonly settleMs: number | null
}

/** `Object.keys` loses the key type; the table has no other keys. */
const providerNames = Object.keys(providerCalls) as ProviderName[]

export const faultChange = z.strictObject({
  provider: z.enum(providerNames),
  delayMs: z.optional(z.int().min(0).max(DELAY_MAX_MS)),
  failNext: z.optional(z.int().min(0).max(100)),
  down: z.optional(z.boolean()),
  duplicate: z.optional(z.boolean()),
  cutAfter: z.optional(z.boolean()),
  decline: z.optional(z.boolean()),
  unsure: z.optional(z.boolean()),
  silent: z.optional(z.boolean()),
  reorder: z.optional(z.boolean()),
  throttle: z.optional(z.boolean()),
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
  unsure: false,
  silent: false,
  reorder: false,
  throttle: false,
  settleMs: null,
}

/** Faults of single orders and requests, in addition to those of a provider, for a program that embeds the sandbox. */
export type FaultPlan = {
  /** Called once for each request about an order. */
  readonly ofRequest: (provider: ProviderName, orderNo: string) => Partial<Fault>
  /** Called as often as needed: the same answer for the same order. */
  readonly ofOrder: (provider: ProviderName, orderNo: string) => Partial<Fault>
}

export function createFaults(plan?: FaultPlan) {
  const faults = new Map<ProviderName, Fault>()
  const listeners = new Set<() => void>()

  function set(provider: ProviderName, fault: Fault): void {
    faults.set(provider, fault)
    for (const listener of listeners) listener()
  }

  return {
    of: (provider: ProviderName, orderNo?: string): Fault => {
      const fault = faults.get(provider) ?? WELL
      return orderNo === undefined ? fault : { ...fault, ...plan?.ofOrder(provider, orderNo) }
    },

    /** For the connection of one request. */
    ofRequest: (provider: ProviderName, orderNo: string): Fault => ({
      ...(faults.get(provider) ?? WELL),
      ...plan?.ofRequest(provider, orderNo),
    }),

    all: () => Object.fromEntries(providerNames.map((name) => [name, faults.get(name) ?? WELL])),

    change({ provider, ...change }: z.output<typeof faultChange>): void {
      const input = Object.entries(change).filter(([, value]) => value !== undefined)
      set(provider, { ...(faults.get(provider) ?? WELL), ...Object.fromEntries(input) })
    },

    /** Consumes one requested failure; returns whether there was one. */
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

    /** Returns a function that removes the listener. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
