import { describe, expect, it } from 'vitest'
import { providerCalls } from '@qingzhou/provider-api/calls'
import { faultFor, modeOf, modesFor } from './fault-modes.ts'
import { providers } from './fault-list.tsx'

const modeValues = (name: 'mail' | 'ocr' | 'wallet' | 'bank') =>
  modesFor(name).map(({ value }) => value)

describe('faults', () => {
  it('can be set for every provider', () => {
    expect(providers.map(({ name }) => name).sort()).toEqual(Object.keys(providerCalls).sort())
  })

  it('are shown with the label they were chosen by', () => {
    for (const { name } of providers) {
      for (const { value } of modesFor(name)) expect(modeOf(faultFor(value))).toBe(value)
    }
  })

  it('offer only the modes of a provider', () => {
    expect(modeValues('mail')).toContain('twice')
    expect(modeValues('ocr')).not.toContain('twice')
    const ofOrders = ['saysNo', 'takesLong', 'cutAfter', 'twice', 'reordered', 'silent']
    expect(modeValues('bank')).toEqual(expect.arrayContaining(ofOrders))
    expect(modeValues('wallet')).toEqual(expect.arrayContaining([...ofOrders, 'throttled']))
    expect(modeValues('mail')).not.toContain('cutAfter')
  })

  it('have a label for any fault that a test has set', () => {
    const fault = { ...faultFor('well'), delayMs: 500, duplicate: true }
    expect(modeOf(fault)).toBe('slow')
    expect(modeOf({ ...fault, failNext: 7 })).toBe('failOnce')
    expect(modeOf({ ...faultFor('well'), settleMs: 0 })).toBe('well')
    expect(modeOf({ ...faultFor('well'), settleMs: 900 })).toBe('takesLong')
  })
})
