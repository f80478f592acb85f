import { describe, expect, it } from 'vitest'
import { browsers, channelOf, userAgents } from './use-phone.ts'

describe('browsers', () => {
  it('have a phone’s user agent, each with its own name only', () => {
    for (const { value } of browsers) {
      expect(userAgents[value]).toContain('Mobile')
      expect(userAgents[value].includes('AlipayClient')).toBe(value === 'wallet')
      expect(userAgents[value].includes('MicroMessenger')).toBe(value === 'messenger')
    }
  })

  it('share one channel, except the payment app', () => {
    expect(browsers.map(({ value }) => channelOf(value))).toEqual([
      '000000000004',
      '000000000003',
      '000000000004',
    ])
  })
})
