import { expect, it } from 'vitest'
import { readCookie, readSecret, secretCookie } from './cookies.ts'

const onHttp = (header: string) => readSecret({ header, isSecure: false }, 'session')
const onHttps = (header: string) => readSecret({ header, isSecure: true }, 'session')

it('a secret cookie is HttpOnly and SameSite, and on https Secure', () => {
  const line = secretCookie('session', { value: 'abc', isSecure: true })
  expect(line).toBe('__Host-qz_session=abc; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure')
  const plain = secretCookie('session', { value: 'abc', isSecure: false })
  expect(plain).toBe('qz_session=abc; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax')
})

it('a secret cookie without a value is deleted', () => {
  expect(secretCookie('authorisation', { value: undefined, isSecure: false })).toMatch(
    /^qz_authorisation=; .*Max-Age=0/,
  )
})

it('a cookie is matched by its whole name', () => {
  const header = 'a=1; token=x%20y; xtoken=2; b'
  expect(readCookie(header, 'token')).toBe('x y')
  expect(readCookie(header, 'oken')).toBeUndefined()
  expect(readCookie(undefined, 'token')).toBeUndefined()
})

it('a secret in a format we never issue is ignored', () => {
  expect(onHttp('qz_session=abc-_.9')).toBe('abc-_.9')
  for (const value of ['', 'a b', 'a%0d%0a', '"x"', 'x'.repeat(300)]) {
    expect(onHttp(`qz_session=${value}`)).toBeUndefined()
  }
})

it('on https a secret is read under the __Host- name only, so a planted cookie is ignored', () => {
  expect(onHttps('__Host-qz_session=own')).toBe('own')
  expect(onHttps('qz_session=planted')).toBeUndefined()
  expect(onHttps('qz_session=planted; __Host-qz_session=own')).toBe('own')
  expect(onHttps('__Host-qz_session=own; __Host-qz_session=other')).toBeUndefined()
})
