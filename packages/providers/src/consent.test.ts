import { describe, expect, it } from 'vitest'
import { consentUrlAt } from './consent.ts'

const request = { state: 's', redirectUri: 'https://own.example/?provider=wallet#/user/welcome' }

function redirectIn(url: string): string | null {
  return new URL(url, 'https://own.example').searchParams.get('redirect_uri')
}

describe('a consent page', () => {
  it('a consent page on another host gets our full address', () => {
    const url = consentUrlAt('https://wallet.example/authorise', request)
    expect(url.startsWith('https://wallet.example/authorise?')).toBe(true)
    expect(redirectIn(url)).toBe(request.redirectUri)
  })

  it('a consent page on our own host gets only the path', () => {
    const url = consentUrlAt('/sandbox/wallet/authorise', request)
    expect(redirectIn(url)).toBe('/?provider=wallet#/user/welcome')
  })
})
