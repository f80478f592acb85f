import { describe, expect, it } from 'vitest'
import { providerCalls } from '@qingzhou/provider-api/calls'
import { faultFor, modeOf, modesFor, providers } from './fault-modes.ts'

describe('faults', () => {
  it('can be switched for every provider', () => {
    expect(providers.map(({ name }) => name).sort()).toEqual(Object.keys(providerCalls).sort())
  })

  it('are shown under the word they were chosen by', () => {
    for (const { value } of modesFor('sms')) expect(modeOf(faultFor(value))).toBe(value)
  })

  it('offer to deliver twice only where something is delivered', () => {
    expect(modesFor('mail').map(({ value }) => value)).toContain('twice')
    expect(modesFor('wallet').map(({ value }) => value)).not.toContain('twice')
  })

  it('have a word also for what a test has set more finely', () => {
    const fault = { delayMs: 500, failNext: 0, down: false, duplicate: true }
    expect(modeOf(fault)).toBe('slow')
    expect(modeOf({ ...fault, failNext: 7 })).toBe('failOnce')
  })
})
