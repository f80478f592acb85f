import type { LightMyRequestResponse } from 'fastify'
import * as z from 'zod/mini'
import { calls, type Call } from '@qingzhou/contract/calls'
import { allCalls } from '@qingzhou/contract/all-calls'
import { platformCipher } from '@qingzhou/contract/sealing/cipher-platform'
import type { PublicKey } from '@qingzhou/contract/sealing/cipher'
import { codes, staffCodes } from '@qingzhou/contract/codes'
import {
  KEY_ID_HEADER,
  newSessionKey,
  sealInBlocks,
  sealUnderKey,
  type SessionKey,
} from '@qingzhou/contract/sealing/sealing'
import type { Input, Output, Shape } from '@qingzhou/contract/wire/shape'
import { shapes } from '@qingzhou/contract/shapes'

type Fields = Readonly<Record<string, unknown>>

type AllShapes = typeof shapes

/** Every call by feature and name, typed and decoded as in the browser. */
export type Api = {
  readonly [F in keyof AllShapes]: {
    readonly [C in keyof AllShapes[F]]: AllShapes[F][C] extends infer S extends Shape
      ? (input: Input<S>) => Promise<Output<S>>
      : never
  }
}

export type Answer = {
  readonly status: number
  /** `statusInfo.code`, or the code of the staff envelope. */
  readonly code: string
  readonly message: string
  readonly body: Fields
  readonly headers: LightMyRequestResponse['headers']
}

/** A response other than success. */
export class CallRefused extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super(`${answer.status} ${answer.code} ${answer.message}`)
    this.name = 'CallRefused'
    this.answer = answer
  }
  get code(): string {
    return this.answer.code
  }
}

/** Transports a request to a server and returns its response. */
export type Transport = {
  inject(request: {
    readonly method: Call['method']
    readonly url: string
    readonly remoteAddress: string
    readonly headers: Record<string, string>
    readonly query?: Record<string, string>
    readonly body?: object
  }): Promise<Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'cookies' | 'json'>>
}

type ClientOptions = Awaited<ReturnType<Transport['inject']>>

type SendOptions = {
  /** As the server asks for, if not given. */
  readonly form?: 'blocks' | 'key'
  readonly headers?: Readonly<Record<string, string>>
}

export type Client = {
  readonly api: Api
  readonly ip: string
  /** Sends fields as the call's row requires, and returns any response without throwing. */
  send(call: Call, fields?: Fields, options?: SendOptions): Promise<Answer>
  /** The common fields of every call, such as channel and device. */
  readonly common: Record<string, unknown>
  /** The device keys of the session with this token, asked for before the first act that needs them. */
  deviceKeys?: { readonly token: string | undefined; readonly sent: Fields }
  readonly cookies: Map<string, string>
  /** Headers sent with every call in addition to its own. */
  readonly headers: Record<string, string>
  token: string | undefined
  /** The staff token, which has its own cookie. */
  staffToken: string | undefined
  publicKey(): Promise<PublicKey>
}

const cipher = platformCipher(crypto.subtle)

const FINGERPRINT = {
  firstDeviceId: 'first-id',
  secondBlackBox: 'black-box',
  channel: '000000000004',
} as const

const CHANNELS = { channel: '000000000004', extendChannelCode: '000000000004' }

/** A browser from the server's point of view: seals bodies, stores cookies and the token. */
export function createClient(
  carrier: Transport,
  { nowMs, ip }: { readonly nowMs: () => number; readonly ip: string },
): Client {
  const cookies = new Map<string, string>()
  let known: (PublicKey & { readonly bodyForm: unknown }) | undefined
  let sessionKey: SessionKey | undefined

  const client: Client = {
    api: apiOf((call, fields) => client.send(call, fields)),
    ip,
    cookies,
    headers: {},
    common: { ...CHANNELS, deviceId: `device-${ip.replaceAll(/\W/g, '-')}` },
    token: undefined,
    staffToken: undefined,
    async publicKey() {
      known ??= keyIn(await client.send(calls.system.publicKey))
      return known
    },
    async send(call, fields = {}, { form, headers = {} } = {}) {
      const { token, tokenCookie } = tokenFor(call, client)
      // A token must not appear in an address.
      const inBody = token && call.method === 'POST' ? { token } : {}
      const payload = { ...(await commonFor(call, client)), ...inBody, ...fields }
      const isSealed = call.body === 'sealed' || call.body === 'hybrid'
      const key = isSealed ? await client.publicKey() : undefined
      const wanted = form ?? (known?.bodyForm === 'session' ? 'key' : 'blocks')
      const isUnderKey = call.body === 'hybrid' || wanted === 'key'
      const isByCookie = tokenCookie === 'staffToken' || (isSealed && isUnderKey)
      if (token && isByCookie) cookies.set(tokenCookie, token)
      const response = await carrier.inject({
        method: call.method,
        url: call.path,
        remoteAddress: ip,
        headers: {
          'x-requested-with': 'XMLHttpRequest',
          ...client.headers,
          ...(key && { [KEY_ID_HEADER]: key.keyId }),
          ...(call.method === 'POST' && { 'content-type': 'application/json' }),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
        ...(call.method === 'GET' && { query: textsOf(payload) }),
        ...(call.method === 'POST' && { body: key ? await seal(key, payload) : payload }),
      })
      keepCookies(cookies, response)
      return keepDeviceKeys(call, client, answerOf(response))

      async function seal(publicKey: PublicKey, sealed: Fields) {
        const json = JSON.stringify({ timestamp: nowMs(), ...sealed })
        if (!isUnderKey) return sealInBlocks(cipher, publicKey, json)
        sessionKey ??= await newSessionKey(cipher, publicKey)
        const destination = { method: call.method, path: call.path, token }
        return sealUnderKey(cipher, sessionKey, { json, destination })
      }
    },
  }
  return client
}

/** The common fields, with the keys that the session is bound to, as the app sends them. */
async function commonFor(call: Call, client: Client): Promise<Fields> {
  const { token, common } = client
  const isNeeded = call.deviceKeys && token !== undefined
  if (!isNeeded || 'deviceKey' in common) return common
  if (client.deviceKeys?.token !== token) await client.api.onboarding.deviceKeys(FINGERPRINT)
  return { ...client.deviceKeys?.sent, ...common }
}

function keepDeviceKeys(call: Call, client: Client, answer: Answer): Answer {
  if (call === calls.onboarding.deviceKeys && answer.code === codes.success) {
    const { bqsDeviceKey: deviceKey, tdDeviceKey: td_deviceId } = answer.body
    client.deviceKeys = { token: client.token, sent: { deviceKey, td_deviceId } }
  }
  return answer
}

/** A refusal holds no key, so the next call asks again. */
function keyIn(answer: Answer): PublicKey & { readonly bodyForm: unknown } {
  if (answer.code !== codes.success) throw new CallRefused(answer)
  const { keyId, n, e, bodyForm } = answer.body
  return { keyId: String(keyId), n: String(n), e: String(e), bodyForm }
}

/** Borrowers and staff each have a token, which the app keeps in separate cookies. */
function tokenFor(
  { envelope }: Call,
  { token, staffToken }: Pick<Client, 'token' | 'staffToken'>,
): { token: string | undefined; tokenCookie: 'token' | 'staffToken' } {
  return envelope === 'codeMsg'
    ? { token: staffToken, tokenCookie: 'staffToken' }
    : { token, tokenCookie: 'token' }
}

function textsOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

function keepCookies(cookies: Map<string, string>, response: ClientOptions): void {
  for (const { name, value, maxAge } of response.cookies) {
    if (maxAge === 0) cookies.delete(name)
    else cookies.set(name, value)
  }
}

function answerOf(response: ClientOptions): Answer {
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const body = isJson ? response.json<Fields>() : {}
  // Any response. A test that expects an envelope notices if it is none.
  const said = (body['statusInfo'] ?? { code: body['code'], message: body['msg'] }) as Fields
  return {
    status: response.statusCode,
    code: textOf(said['code']),
    message: textOf(said['message']),
    body,
    headers: response.headers,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function apiOf(send: (call: Call, fields: Fields) => Promise<Answer>): Api {
  const features = Object.entries(allCalls).map(([feature, rows]) => [
    feature,
    Object.fromEntries(
      Object.entries(rows).map(([name, call]) => [
        name,
        async (input: unknown) => {
          const shape = shapeOf(feature, name)
          const answer = await send(call, z.encode(shape.request, input) as Fields)
          const isStaff = call.envelope === 'codeMsg'
          const success = isStaff ? staffCodes.success : codes.success
          if (answer.code !== success) throw new CallRefused(answer)
          const { statusInfo: _, ...fields } = answer.body
          return z.decode(shape.response, isStaff ? fields['data'] : fields)
        },
      ]),
    ),
  ])
  // Built from the tables that the type is derived from.
  return Object.fromEntries(features) as Api
}

function shapeOf(feature: string, name: string): Shape {
  const table: Readonly<Record<string, Readonly<Record<string, Shape>>>> = shapes
  const shape = table[feature]?.[name]
  if (!shape) throw new Error(`${feature}.${name} has no shape`)
  return shape
}
