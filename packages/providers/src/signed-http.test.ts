import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { providerCalls } from '@qingzhou/provider-api/calls'
import {
  isSignedBy,
  SIGNATURE_HEADERS,
  signedHeaders,
  type Direction,
} from '@qingzhou/provider-api/signature'
import { createAsk } from './signed-http.ts'

const secret = 'known to both'
const call = providerCalls.sms.send
const question = { messageId: 'm', phone: '13700000000', text: 't' }
let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A provider with the given request listener. */
async function askOf(listener: RequestListener, timeoutMs = 5_000) {
  server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server listening on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return createAsk({ url: `http://127.0.0.1:${port}`, secret, now: () => new Date(), timeoutMs })
}

function answerWith(change: {
  body?: string
  nonce?: string
  secret?: string
  timestamp?: string
  status?: number
  direction?: Direction
}): RequestListener {
  return (request, response) => {
    const body = change.body ?? '{"accepted":true}'
    const signed = {
      direction: change.direction ?? 'answer',
      path: call.path,
      timestamp: change.timestamp ?? String(Date.now()),
      nonce: change.nonce ?? String(request.headers[SIGNATURE_HEADERS.nonce]),
      body,
    }
    response.writeHead(change.status ?? 200, signedHeaders(change.secret ?? secret, signed))
    response.end(body)
  }
}

describe('a provider call', () => {
  it('signs the request and accepts a signed answer', async () => {
    let isGenuine = false
    const ask = await askOf((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        const header = (name: keyof typeof SIGNATURE_HEADERS) =>
          String(request.headers[SIGNATURE_HEADERS[name]])
        const signed = {
          direction: 'request' as const,
          path: call.path,
          timestamp: header('timestamp'),
          nonce: header('nonce'),
          body,
        }
        isGenuine = isSignedBy(secret, signed, header('signature'))
        answerWith({})(request, response)
      })
    })
    expect(await ask(call, question)).toEqual({ accepted: true })
    expect(isGenuine).toBe(true)
  })

  it.each([
    ['signed by another sender', { secret: 'another' }, 'answer not signed'],
    ['signed as a request', { direction: 'request' as const }, 'answer not signed'],
    ['signed as a callback', { direction: 'callback' as const }, 'answer not signed'],
    ['to another question', { nonce: 'another' }, 'answer not signed'],
    ['from long ago', { timestamp: String(Date.now() - 400_000) }, 'answer too old'],
    ['of another shape', { body: '{"accepted":"yes"}' }, 'answer not understood'],
    ['that is no JSON', { body: '<html>' }, 'answer not understood'],
    ['that is an error', { status: 500 }, 'status 500'],
  ])('rejects an answer %s', async (_, change, reason) => {
    const ask = await askOf(answerWith(change))
    await expect(ask(call, question)).rejects.toThrow(`/sms/send: ${reason}`)
  })

  it('rejects an answer without a signature', async () => {
    const ask = await askOf((_, response) => response.end('{"accepted":true}'))
    await expect(ask(call, question)).rejects.toThrow('answer not signed')
  })

  it('follows no redirect', async () => {
    const ask = await askOf((_, response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
    })
    await expect(ask(call, question)).rejects.toThrow('no answer')
  })

  it('fails on a timeout and on a cut connection', async () => {
    const silent = await askOf(() => undefined, 50)
    await expect(silent(call, question)).rejects.toThrow('no answer')
    server.closeAllConnections()
    server.close()
    const cut = await askOf((request) => request.socket.destroy())
    await expect(cut(call, question)).rejects.toThrow('no answer')
  })
})
