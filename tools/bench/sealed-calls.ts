import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { calls } from '@qingzhou/contract/calls'
import { cipherOfPlatform, type Cipher, type PublicKey } from '@qingzhou/contract/cipher'
import {
  KEY_ID_HEADER,
  newSessionKey,
  sealInBlocks,
  sealUnderKey,
} from '@qingzhou/contract/sealing'
import { blocksASecond } from './decryption.ts'
import { postAll, type Post } from './load.ts'
import { withProduct } from './product.ts'
import { perSecond, ratioTo, type Row } from './row.ts'

const CALLS = 4000
const { path } = calls.system.version

/** What a sealed call costs, beside a server that does nothing and beside the decryption alone. */
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
  // The shape is the contract's; a figure is no place to check it again.
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
