import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { KEY_ID_HEADER } from '@qingzhou/contract/sealing/sealing'
import { createClient, type Transport } from './client.ts'

const { n, e } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  format: 'jwk',
})

/** A server that refuses the first request, as one does that has just lost its database. */
function refusingFirst() {
  const received: (string | undefined)[] = []
  const inject: Transport['inject'] = async ({ url, headers }) => {
    received.push(headers[KEY_ID_HEADER])
    const isKey = url === calls.system.publicKey.path
    const isRefused = received.length === 1
    const body = {
      statusInfo: { code: isRefused ? 'COMCC99999' : codes.success },
      ...(isKey && !isRefused && { keyId: 'known', n, e, bodyForm: 'blocks' }),
    }
    return {
      statusCode: isRefused ? 503 : 200,
      headers: { 'content-type': 'application/json' },
      cookies: [],
      json: () => JSON.parse(JSON.stringify(body)),
    }
  }
  return { inject, received }
}

it('a client whose request for the key was refused asks again with the next call', async () => {
  const server = refusingFirst()
  const client = createClient(server, { nowMs: Date.now, ip: '192.0.2.1' })
  await expect(client.send(calls.onboarding.newCaptcha)).rejects.toThrow('503')
  expect(await client.send(calls.onboarding.newCaptcha)).toMatchObject({ code: codes.success })
  expect(server.received).toEqual([undefined, undefined, 'known'])
})
