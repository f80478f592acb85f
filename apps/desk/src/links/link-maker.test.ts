import { describe, expect, it } from 'vitest'
import { asSentFor } from './link-maker.tsx'

describe('a link as it is sent', () => {
  it('a link as it is sent is a full address', () => {
    expect(asSentFor('/landChannel', '/?token=t#/landChannel')).toBe(
      `${location.origin}/?token=t#/landChannel`,
    )
  })

  it('contains the parameters of its page before the hash', () => {
    expect(asSentFor('/guangdaChannel', '/?token=t#/guangdaChannel')).toBe(
      `${location.origin}/?token=t&gdCode=GD0001#/guangdaChannel`,
    )
  })
})
