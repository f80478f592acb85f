import { describe, expect, it } from 'vitest'
import { providerCalls } from '@qingzhou/provider-api/calls'
import { faultFor, modeOf, modesFor } from './fault-modes.ts'
import { providers } from './providers.ts'

const offered = (name: 'mail' | 'wallet' | 'bank') => modesFor(name).map(({ value }) => value)

describe('faults', () => {
  it('can be switched for every provider', () => {
    expect(providers.map(({ name }) => name).sort()).toEqual(Object.keys(providerCalls).sort())
  })

  it('are shown under the word they were chosen by', () => {
    for (const { name } of providers) {
      for (const { value } of modesFor(name)) expect(modeOf(faultFor(value))).toBe(value)
    }
  })

  it('offer only what can happen to a service', () => {
    expect(offered('mail')).toContain('twice')
    expect(offered('wallet')).not.toContain('twice')
    expect(offered('bank')).toEqual(expect.arrayContaining(['cutAfter', 'reordered', 'silent']))
    expect(offered('mail')).not.toContain('cutAfter')
  })

  it('have a word also for what a test has set more finely', () => {
    const fault = { ...faultFor('well'), delayMs: 500, duplicate: true }
    expect(modeOf(fault)).toBe('slow')
    expect(modeOf({ ...fault, failNext: 7 })).toBe('failOnce')
    expect(modeOf({ ...faultFor('well'), settleMs: 0 })).toBe('well')
    expect(modeOf({ ...faultFor('well'), settleMs: 900 })).toBe('takesLong')
  })
})
