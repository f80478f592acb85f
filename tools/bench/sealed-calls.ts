import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@qingzhou/contract/calls'
import type { Cipher, PublicKey } from '@qingzhou/contract/sealing/cipher'
import { cipherOfPlatform } from '@qingzhou/contract/sealing/cipher'
import {
  KEY_ID_HEADER,
  newSessionKey,
  sealInBlocks,
  sealUnderKey,
} from '@qingzhou/contract/sealing/sealing'
import { generateRsaKey } from '@qingzhou/server/http/bodies/rsa-key.ts'
import { freePort } from '../postgres/port.ts'
import { end, launchProduct } from '../product/product-process.ts'
import type { Row } from './row.ts'
import { perSecond, ratioTo } from './row.ts'

type Post = {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

const CONNECTIONS = 16

/** Posts all bodies over a few keep-alive connections; returns the duration. */
async function postAll(address: string, posts: readonly Post[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const waiting = posts.values()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const post of waiting) await postOne(address, post, agent)
    }),
  )
  const took = performance.now() - started
  agent.destroy()
  return took
}

function postOne(address: string, { path, headers, body }: Post, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, address), { method: 'POST', headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`${path} answered ${answer.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const BLOCKS = 1500
const OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' }

/** RSA blocks opened per second without any overhead: the upper limit of the block form. */
async function blocksASecond(): Promise<number> {
  const { n, e, privateKey } = await generateRsaKey()
  const { subtle } = globalThis.crypto
  const publicKey = await subtle.importKey('jwk', { kty: 'RSA', n, e }, OAEP, false, ['encrypt'])
  const block = await subtle.encrypt('RSA-OAEP', publicKey, new Uint8Array(100))
  // One imported key opens one block at a time, so each core gets its own.
  const keys = await Promise.all(
    Array.from({ length: availableParallelism() }, () =>
      subtle.importKey('pkcs8', Buffer.from(privateKey, 'base64'), OAEP, false, ['decrypt']),
    ),
  )
  const started = performance.now()
  await Promise.all(
    keys.map(async (key) => {
      for (let count = 0; count < BLOCKS / keys.length; count += 1) {
        await subtle.decrypt('RSA-OAEP', key, block)
      }
    }),
  )
  return perSecond(BLOCKS, performance.now() - started)
}

const CALLS = 4000
const { path } = calls.system.version

/** The cost of a sealed call, beside a minimal server and beside the decryption alone. */
export async function benchSealedCalls(): Promise<Row[]> {
  const bare = await bareCallsASecond()
  const decryption = { name: 'the bare decryption', value: await blocksASecond() }
  const ZERO = { name: 'a bare HTTP handler', value: bare }

  return withProduct(async (address) => {
    const cipher = await cipherOfPlatform()
    const publicKey = await publicKeyOf(address)
    const rate = async (posts: Post[]) => {
      await postAll(address, posts.splice(0, CALLS / 10))
      return perSecond(posts.length, await postAll(address, posts))
    }
    const inBlocks = await rate(await sealedInBlocks(cipher, publicKey))
    const underKey = await rate(await sealedUnderKey(cipher, publicKey))
    return [
      { what: 'bare HTTP handler, calls a second', value: bare.toFixed(0) },
      { what: 'bare RSA decryption, blocks a second', value: decryption.value.toFixed(0) },
      {
        what: 'sealed call in one block, calls a second',
        value: inBlocks.toFixed(0),
        beside: ratioTo(decryption, inBlocks),
      },
      {
        what: 'sealed call under a session key, calls a second',
        value: underKey.toFixed(0),
        beside: ratioTo(ZERO, underKey),
      },
    ]
  })
}

async function bareCallsASecond(): Promise<number> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), { execArgv: [] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const posts = Array.from({ length: CALLS }, () => ({ path, headers: {}, body: '{}' }))
  const took = await postAll(`http://127.0.0.1:${port}`, posts)
  child.disconnect()
  return perSecond(CALLS, took)
}

async function publicKeyOf(address: string): Promise<PublicKey> {
  const answer = await fetch(new URL(calls.system.publicKey.path, address), {
    method: 'POST',
    headers: HEADERS,
    body: '{}',
  })
  // The shape is defined by the contract; the benchmark does not check it again.
  return (await answer.json()) as PublicKey
}

const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }

function payload(): string {
  return JSON.stringify({ timestamp: Date.now(), extendChannelCode: '000000000004' })
}

async function sealedInBlocks(cipher: Cipher, publicKey: PublicKey): Promise<Post[]> {
  return repeated(publicKey, () => sealInBlocks(cipher, publicKey, payload()))
}

async function sealedUnderKey(cipher: Cipher, publicKey: PublicKey): Promise<Post[]> {
  const key = await newSessionKey(cipher, publicKey)
  const destination = { method: 'POST', path, token: undefined }
  return repeated(publicKey, () => sealUnderKey(cipher, key, { json: payload(), destination }))
}

async function repeated({ keyId }: PublicKey, seal: () => Promise<unknown>): Promise<Post[]> {
  const posts: Post[] = []
  for (let count = 0; count < CALLS; count += 1) {
    const headers = { ...HEADERS, [KEY_ID_HEADER]: keyId }
    posts.push({ path, headers, body: JSON.stringify(await seal()) })
  }
  return posts
}

/**
 * Runs against the whole product on an empty database, with rate limits raised; `settings` are
 * added.
 */
export async function withProduct<Result>(
  work: (address: string) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-bench-'))
  const product = await launchProduct({
    directory,
    port: await freePort(),
    settings: { IP_BLOCKS_PER_MINUTE: '1000000', ...settings },
  })
  try {
    return await work(product.address)
  } finally {
    await end(product.process, 'SIGTERM')
    rmSync(directory, { recursive: true, force: true })
  }
}
