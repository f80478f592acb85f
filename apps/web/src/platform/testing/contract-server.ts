/// <reference types="node" />
import {
  constants,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { cipherOfPlatform } from '@qingzhou/contract/sealing/cipher'
import { codes } from '@qingzhou/contract/codes'
import { blocksOf, KEY_ID_HEADER, openUnderKey } from '@qingzhou/contract/sealing/sealing'
import { noticeName } from '@qingzhou/contract/wire/params'

declare module 'vitest' {
  interface ProvidedContext {
    /** RSA keys (PKCS#8 as PEM) for the request bodies of all test servers. */
    rsaKeys: string[]
  }
}

export type ReceivedRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** The format and content of the received body. */
  readonly form: 'blocks' | 'underKey' | 'plain' | 'none'
  readonly payload: Readonly<Record<string, unknown>>
}

/** The fields of a success, or a whole answer. */
export type Reply =
  | { readonly fields: object }
  | {
      readonly refusal: { readonly code: string; readonly message: string }
      readonly more?: object
    }
  | { readonly status: number; readonly body: string }

export type Handler = (received: ReceivedRequest) => Reply | Promise<Reply>

type Key = {
  readonly id: string
  readonly privateKey: KeyObject
  readonly n: string
  readonly e: string
}

/** A server that implements the contract over HTTP with real keys and records its requests. */
export async function startContractServer(handler: Handler) {
  const received: ReceivedRequest[] = []
  const settings = {
    handler,
    key: keyNumber(1),
    /** The session that session-key bodies are bound to. */
    token: undefined as string | undefined,
    bodyForm: 'blocks' as 'blocks' | 'session',
    /** The offset of this server's clock. */
    aheadMs: 0,
    notice: undefined as string | undefined,
  }

  const server = createServer((request, response) => {
    void serve(request, response)
  })

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://localhost')
    const opened = await open(request, url.pathname, settings)
    if (!opened) return write(response, { status: 400, body: '{}' })
    const asked: ReceivedRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      ...opened,
    }
    received.push(asked)
    write(response, await (systemReply(asked) ?? settings.handler(asked)))
  }

  function systemReply({ path }: ReceivedRequest): Reply | undefined {
    const { id: keyId, n, e } = settings.key
    if (path === calls.system.time.path) return { fields: {} }
    if (path !== calls.system.publicKey.path) return undefined
    return { fields: { keyId, n, e, bodyForm: settings.bodyForm } }
  }

  function write(response: ServerResponse, reply: Reply): void {
    response.setHeader('Content-Type', 'application/json')
    if ('status' in reply) return void response.writeHead(reply.status).end(reply.body)
    const status = 'refusal' in reply ? reply.refusal : { code: codes.success, message: '' }
    const statusInfo = {
      ...status,
      timestamp: Date.now() + settings.aheadMs,
      requestId: 'request-1',
      ...(settings.notice !== undefined && { [noticeName]: settings.notice }),
    }
    const fields = 'fields' in reply ? reply.fields : reply.more
    response.end(JSON.stringify({ statusInfo, ...fields }))
  }

  return {
    url: await listen(server),
    received,
    settings,
    rotateKey: () => {
      settings.key = keyNumber(2)
    },
    stop: () => stop(server),
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function open(
  request: IncomingMessage,
  path: string,
  { key, token }: { readonly key: Key; readonly token: string | undefined },
) {
  const text = await textOf(request)
  if (text === '') return { form: 'none', payload: {} } as const
  const body: Record<string, string> = JSON.parse(text)
  const { encryptedData, ms_encryptedKey: wrapped } = body
  if (encryptedData === undefined) return { form: 'plain', payload: body } as const
  if (request.headers[KEY_ID_HEADER] !== key.id) return undefined

  if (wrapped !== undefined) {
    const keyText = decrypt(key, Buffer.from(wrapped, 'base64')).toString()
    const destination = { method: request.method ?? '', path, token }
    const json = await openUnderKey(await cipherOfPlatform(), keyText, {
      encryptedData,
      destination,
    })
    return { form: 'underKey', payload: JSON.parse(json) } as const
  }
  const blocks = blocksOf(encryptedData) ?? []
  const json = blocks.map((block) => decrypt(key, Buffer.from(block)).toString()).join('')
  return { form: 'blocks', payload: JSON.parse(json) } as const
}

function decrypt({ privateKey }: Key, bytes: Buffer): Buffer {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, bytes)
}

/** Key generation takes a second, so all tests share two keys. */
function keyNumber(number: 1 | 2): Key {
  const privateKey = createPrivateKey(inject('rsaKeys')[number - 1] ?? '')
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { id: `key-${number}`, privateKey, n, e }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
