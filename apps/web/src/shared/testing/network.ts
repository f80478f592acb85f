import { type Call, calls } from '@qingzhou/contract/calls'
import { bytesOfBase64, textOfBytes } from '@qingzhou/contract/wire/bytes'
import { cipherOfPlatform } from '@qingzhou/contract/sealing/cipher'
import { codes, staffCodes } from '@qingzhou/contract/codes'
import { commonFieldNames } from '@qingzhou/contract/wire/envelope'
import {
  BLOCK_BASE64_LENGTH,
  openUnderKey,
  type SealedBody,
} from '@qingzhou/contract/sealing/sealing'
import type { Input, Output, Shape } from '@qingzhou/contract/wire/shape'
import { afterAll, beforeAll, inject, vi } from 'vitest'
import * as z from 'zod/mini'
import { readCookie } from '#platform/browser/cookies.ts'

/** A refusal of the server. */
export class Refusal extends Error {
  readonly code: string
  readonly fields: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

type Answer = {
  readonly call: Call
  readonly say: (fields: unknown) => unknown
}

/**
 * Replaces the network: opens sealed bodies and answers in the shapes of the contract, so that all
 * our code between a click and the wire is real.
 */
export async function connectNetwork() {
  const answers = new Map<string, Answer>()
  const tokens = new Map<string, unknown>()
  const { privateKey, n, e } = await serverKey(inject('rsaKeys')[0] ?? '')
  const always = (call: Call, fields: object) => answers.set(call.path, { call, say: () => fields })
  always(calls.system.time, {})
  always(calls.system.publicKey, { keyId: 'test', n, e, bodyForm: 'blocks' })
  always(calls.onboarding.deviceKeys, { bqsDeviceKey: 'a', tdDeviceKey: 'b' })

  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    const path = new URL(url, window.location.href).pathname
    const answer = answers.get(path)
    if (!answer) throw new TypeError(`no handler for ${String(url)}`)
    const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}')
    const opened = isSealed(body) ? await open(privateKey, body, answer.call) : body
    tokens.set(path, Object(opened).token)
    return json(answerTo(answer, withoutCommonFields(opened)))
  })

  return {
    answer<S extends Shape>(call: Call, shape: S, say: (input: Input<S>) => Output<S>) {
      answers.set(call.path, {
        call,
        say: (fields) =>
          // Decoding by the shape produces the input of the shape.
          z.encode(shape.response, say(z.decode(shape.request, fields) as Input<S>)),
      })
    },
    /** The session token of the last request of a call. */
    tokenOf: (call: Call) => tokens.get(call.path),
    cut(call: Call) {
      answers.delete(call.path)
    },
  }
}

type Network = Awaited<ReturnType<typeof connectNetwork>>

/** The network for the tests of the calling file: connected before the first of them, cut after the last. */
export function connectNetworkForFile(): Network {
  // It has all of the network when the first test runs.
  const network = {} as Network
  beforeAll(async () => {
    Object.assign(network, await connectNetwork())
  })
  afterAll(() => vi.unstubAllGlobals())
  return network
}

function answerTo({ call, say }: Answer, fields: unknown): object {
  const wrap = call.envelope === 'codeMsg' ? inCodeMsg : inStatusInfo
  try {
    return wrap({ code: undefined, message: '' }, Object(say(fields)))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return wrap(error, error.fields)
  }
}

/** No code means success. */
type Verdict = { readonly code: string | undefined; readonly message: string }

function inStatusInfo({ code = codes.success, message }: Verdict, fields: object): object {
  const told = { timestamp: Date.now(), requestId: 'request-1' }
  return { statusInfo: { ...told, code, message }, ...fields }
}

function inCodeMsg({ code = staffCodes.success, message }: Verdict, data: object): object {
  return { code, msg: message, requestId: 'request-1', data }
}

function json(value: object): Response {
  return new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })
}

/** The key of all tests: generating one takes seconds. */
async function serverKey(pem: string) {
  const pkcs8 = bytesOfBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''))
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['decrypt'])
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  return { privateKey, n, e }
}

function isSealed(body: unknown): body is SealedBody {
  return typeof body === 'object' && body !== null && 'encryptedData' in body
}

async function open(privateKey: CryptoKey, body: SealedBody, call: Call): Promise<unknown> {
  if (body.ms_encryptedKey === undefined) {
    const { digest: _digest, ...fields } = JSON.parse(
      await openBlocks(privateKey, body.encryptedData),
    )
    return fields
  }
  const { path, envelope } = call
  const token = readCookie(envelope === 'codeMsg' ? 'staffToken' : 'token')
  const destination = { method: 'POST', path, token }
  const key = await openBlocks(privateKey, body.ms_encryptedKey)
  return JSON.parse(await openUnderKey(await cipherOfPlatform(), key, { ...body, destination }))
}

async function openBlocks(privateKey: CryptoKey, encryptedData: string): Promise<string> {
  let text = ''
  for (let start = 0; start < encryptedData.length; start += BLOCK_BASE64_LENGTH) {
    const block = bytesOfBase64(encryptedData.slice(start, start + BLOCK_BASE64_LENGTH))
    const opened = await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, privateKey, block)
    text += textOfBytes(new Uint8Array(opened))
  }
  return text
}

function withoutCommonFields(fields: unknown): object {
  const own = Object.entries(Object(fields)).filter(([name]) => !commonFieldNames.includes(name))
  return Object.fromEntries(own)
}
