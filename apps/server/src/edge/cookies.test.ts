import { expect, it } from 'vitest'
import { readCookie, readSecret, secretCookie } from './cookies.ts'

it('a secret is kept from script, from other sites, and on https from plain http', () => {
  const line = secretCookie('session', { value: 'abc', isSecure: true })
  expect(line).toBe('qz_session=abc; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure')
  expect(secretCookie('session', { value: 'abc', isSecure: false })).not.toContain('Secure')
})

it('a secret without a value is forgotten', () => {
  expect(secretCookie('authorisation', { value: undefined, isSecure: false })).toMatch(
    /^qz_authorisation=; .*Max-Age=0/,
  )
})

it('a cookie is read by its whole name', () => {
  const header = 'a=1; token=x%20y; xtoken=2; b'
  expect(readCookie(header, 'token')).toBe('x y')
  expect(readCookie(header, 'oken')).toBeUndefined()
  expect(readCookie(undefined, 'token')).toBeUndefined()
})

it('a secret of a form we never gave out is none', () => {
  expect(readSecret('qz_session=abc-_.9', 'session')).toBe('abc-_.9')
  for (const value of ['', 'a b', 'a%0d%0a', '"x"', 'x'.repeat(300)]) {
    expect(readSecret(`qz_session=${value}`, 'session')).toBeUndefined()
  }
})
