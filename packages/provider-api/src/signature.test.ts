import { describe, expect, it } from 'vitest'
import { isSignedBy, SIGNATURE_HEADERS, signatureOf, signedHeaders } from './signature.ts'

const message = {
  direction: 'request',
  path: '/sms/send',
  timestamp: '1',
  nonce: 'n',
  body: '{"a":1}',
} as const

describe('a signature', () => {
  it('is valid only under the secret it was made with', () => {
    const signature = signatureOf('secret', message)
    expect(isSignedBy('secret', message, signature)).toBe(true)
    expect(isSignedBy('another', message, signature)).toBe(false)
    expect(isSignedBy('secret', message, '')).toBe(false)
  })

  it.each(['path', 'timestamp', 'nonce', 'body'] as const)('covers the %s', (part) => {
    const signature = signatureOf('secret', message)
    expect(isSignedBy('secret', { ...message, [part]: 'changed' }, signature)).toBe(false)
  })

  it.each(['answer', 'callback'] as const)(
    'a signature of a request is not valid for the same message as %s',
    (direction) => {
      const signature = signatureOf('secret', message)
      expect(isSignedBy('secret', { ...message, direction }, signature)).toBe(false)
    },
  )

  it('a signature is sent in three headers', () => {
    expect(signedHeaders('secret', message)).toEqual({
      [SIGNATURE_HEADERS.timestamp]: '1',
      [SIGNATURE_HEADERS.nonce]: 'n',
      [SIGNATURE_HEADERS.signature]: signatureOf('secret', message),
    })
  })
})
