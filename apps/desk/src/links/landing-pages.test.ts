import { describe, expect, it } from 'vitest'
import { asSentFor } from './landing-pages.ts'

describe('a link as it is sent', () => {
  it('is a full address', () => {
    expect(asSentFor('/landChannel', '/?token=t#/landChannel')).toBe(
      `${location.origin}/?token=t#/landChannel`,
    )
  })

  it('carries what its page needs, in front of the hash', () => {
    expect(asSentFor('/guangdaChannel', '/?token=t#/guangdaChannel')).toBe(
      `${location.origin}/?token=t&gdCode=GD0001#/guangdaChannel`,
    )
  })
})
