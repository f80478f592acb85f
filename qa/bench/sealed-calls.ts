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
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { end, launchProduct } from '@qingzhou/tools/product/product-process.ts'
import { withLendingDatabase } from './lending-end-of-day.ts'
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

const BLOCKS = 400
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

const CALLS = 3000
/** Calls before the measured ones: a server compiles its most used functions in the first thousands. */
const WARM_UP = 6000
/** Decrypting a block takes many times as long as a call under a session key. */
const CALLS_IN_BLOCKS = 400
const { path } = calls.system.version

/** The cost of a sealed call, beside a minimal server and beside the decryption alone. */
export async function benchSealedCalls(): Promise<Row[]> {
  return withLendingDatabase(async ({ url }) => {
    const bare = await bareCallsASecond(url)
    const decryption = { name: 'the bare decryption', value: await blocksASecond() }
    const sealed = await withProduct(({ address }) => sealedCallsASecond(address), {
      DATABASE_URL: url,
    })
    return rowsOf(sealed, { ...bare, decryption })
  })
}

type Limit = { readonly name: string; readonly value: number }
type SealedRates = { readonly inBlocks: number; readonly underKey: number }

function rowsOf(
  { inBlocks, underKey }: SealedRates,
  limits: { readonly plain: Limit; readonly withSql: Limit; readonly decryption: Limit },
): Row[] {
  const limit = (what: string, { value }: Limit): Row => ({ what, value: value.toFixed(0) })
  const beside = (what: string, value: number, to: Limit, atLeast: number): Row => ({
    what,
    value: value.toFixed(0),
    beside: ratioTo(to, value),
    goal: { measured: value / to.value, atLeast },
  })
  return [
    limit('bare HTTP handler, calls a second', limits.plain),
    limit('the same with one SQL statement', limits.withSql),
    limit('bare RSA decryption, blocks a second', limits.decryption),
    beside('sealed call in one block, calls a second', inBlocks, limits.decryption, 0.85),
    beside('sealed call under a session key, calls a second', underKey, limits.plain, 0.4),
    beside('the same, beside one SQL statement', underKey, limits.withSql, 0.8),
  ]
}

async function sealedCallsASecond(address: string): Promise<SealedRates> {
  const cipher = await cipherOfPlatform()
  const publicKey = await publicKeyOf(address)
  const rate = async (posts: Post[], measured: number) => {
    await postAll(address, posts.splice(0, posts.length - measured))
    return perSecond(posts.length, await postAll(address, posts))
  }
  return {
    inBlocks: await rate(await postsSealedInBlocks(cipher, publicKey), CALLS_IN_BLOCKS),
    underKey: await rate(await sealedUnderKey(cipher, publicKey), CALLS),
  }
}

async function bareCallsASecond(url: string): Promise<{ plain: Limit; withSql: Limit }> {
  const script = join(import.meta.dirname, 'bare-server.ts')
  const child = fork(script, { execArgv: [], env: { ...process.env, DATABASE_URL: url } })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const rate = async (at: string) => {
    const post = { path: at, headers: {}, body: '{}' }
    const posts = Array.from({ length: WARM_UP + CALLS }, () => post)
    await postAll(`http://127.0.0.1:${port}`, posts.splice(0, WARM_UP))
    return perSecond(posts.length, await postAll(`http://127.0.0.1:${port}`, posts))
  }
  const plain = { name: 'a bare HTTP handler', value: await rate('/') }
  const withSql = { name: 'a handler with one SQL statement', value: await rate('/sql') }
  child.disconnect()
  return { plain, withSql }
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

async function postsSealedInBlocks(cipher: Cipher, publicKey: PublicKey): Promise<Post[]> {
  return repeatSeal(publicKey, 2 * CALLS_IN_BLOCKS, () =>
    sealInBlocks(cipher, publicKey, payload()),
  )
}

async function sealedUnderKey(cipher: Cipher, publicKey: PublicKey): Promise<Post[]> {
  const key = await newSessionKey(cipher, publicKey)
  const destination = { method: 'POST', path, token: undefined }
  return repeatSeal(publicKey, WARM_UP + CALLS, () =>
    sealUnderKey(cipher, key, { json: payload(), destination }),
  )
}

async function repeatSeal(
  { keyId }: PublicKey,
  count: number,
  seal: () => Promise<unknown>,
): Promise<Post[]> {
  const posts: Post[] = []
  while (posts.length < count) {
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
  work: (product: { readonly address: string; readonly pid: number }) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-bench-'))
  const product = await launchProduct({
    directory,
    port: await freePort(),
    settings: { IP_BLOCKS_PER_MINUTE: '1000000', ...settings },
  })
  try {
    return await work({ address: product.address, pid: product.process.pid ?? 0 })
  } finally {
    await end(product.process, 'SIGTERM')
    rmSync(directory, { recursive: true, force: true })
  }
}
