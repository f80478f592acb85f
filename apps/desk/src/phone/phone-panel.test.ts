import { describe, expect, it } from 'vitest'
import { shortAddress, shownAddress, typedAddress } from './phone-panel.tsx'

const origin = 'http://127.0.0.1:8080'

describe('the address shown', () => {
  it('has no host, but the hash', () => {
    expect(shownAddress(`${origin}/#/landChannel`)).toBe('/#/landChannel')
  })

  it('hides a one-time token in query and hash', () => {
    expect(shownAddress(`${origin}/?token=secret&mobile=1#/x?token=other`)).toBe(
      '/?token=…&mobile=1#/x?token=…',
    )
  })

  it('is empty while the frame has no page', () => {
    expect(shownAddress('')).toBe('')
  })
})

describe('the short address', () => {
  it('is the hash for the app, and the whole path for other pages', () => {
    expect(shortAddress('/?uriId=web-home#/landChannel?top=1')).toBe('#/landChannel?top=1')
    expect(shortAddress('/#/error')).toBe('#/error')
    expect(shortAddress('/sandbox/wallet/authorise?state=…')).toBe(
      '/sandbox/wallet/authorise?state=…',
    )
    expect(shortAddress('/')).toBe('/')
  })
})

describe('the address typed', () => {
  it('may be a hash, a path or a full address of this host', () => {
    expect(typedAddress('#/user/register', origin)).toBe('/#/user/register')
    expect(typedAddress(' /?uriId=1#/landChannel ', origin)).toBe('/?uriId=1#/landChannel')
    expect(typedAddress(`${origin}/#/error`, origin)).toBe('/#/error')
  })

  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    'javascript:alert(1)',
    '/\\elsewhere',
  ])('never leads to %s', (text) => {
    expect(typedAddress(text, origin)).toBeUndefined()
  })
})
