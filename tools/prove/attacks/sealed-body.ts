import { base64OfBytes, bytesOfText } from '@qingzhou/contract/bytes'
import { calls } from '@qingzhou/contract/calls'
import type { PublicKey } from '@qingzhou/contract/cipher'
import { platformCipher } from '@qingzhou/contract/cipher-platform'
import { asciiJson, KEY_ID_HEADER, sealInBlocks } from '@qingzhou/contract/sealing'
import { outcomeOf, type Attack, type Attempt, type Target } from './attack.ts'
import { jsonHeaders, rawRequest } from './raw-http.ts'

const cipher = platformCipher(crypto.subtle)
const BLOCK_CHARACTERS = 512
const { path } = calls.onboarding.isTestPhone

/** Bodies that were recorded, changed, put together anew, or never sealed. */
export const sealedBody: Attack = {
  name: 'sealed body replayed or changed',
  async run(target) {
    const key = await target.visitor().publicKey()
    const text = (offsetMs = 0) => genuine(target, offsetMs)
    const sealed = await sealInBlocks(cipher, key, text())
    const blocks = sealed.encryptedData.match(new RegExp(`.{${BLOCK_CHARACTERS}}`, 'g')) ?? []
    if (blocks.length < 2) throw new Error('the body has to have two blocks')
    const bodies: [string, unknown][] = [
      ['blocks swapped', joined([blocks[1], blocks[0], ...blocks.slice(2)])],
      ['a block dropped', joined(blocks.slice(1))],
      ['a block doubled', joined([blocks[0], ...blocks])],
      ['a bit flipped', joined([flipped(blocks[0] ?? ''), ...blocks.slice(1)])],
      ['10,000 blocks', joined(Array.from({ length: 10_000 }, () => blocks[0]))],
      ['ten minutes old', await sealInBlocks(cipher, key, text(-600_000))],
      ['ten minutes ahead', await sealInBlocks(cipher, key, text(600_000))],
      ['plain where sealed is due', JSON.parse(text())],
      ['without a digest', await withoutDigest(key, text())],
      ['no JSON', '{'],
    ]
    const attempts: Attempt[] = []
    for (const [what, body] of bodies) {
      attempts.push({ what, isRefused: !(await isTaken(target, key, body)) })
    }
    return outcomeOf([...attempts, await replayed(target, key)])
  },
}

/** A body that is taken as it is, and long enough for two blocks. */
function genuine({ product }: Target, offsetMs: number): string {
  return JSON.stringify({
    timestamp: product.services.now().getTime() + offsetMs,
    extendChannelCode: '000000000004',
    deviceKey: 'd'.repeat(64),
    applyNo: 'a'.repeat(64),
    token: 't'.repeat(128),
    mobile: '13700000000',
  })
}

function joined(parts: readonly (string | undefined)[]): { encryptedData: string } {
  return { encryptedData: parts.join('') }
}

async function replayed(target: Target, key: PublicKey): Promise<Attempt> {
  const body = await sealInBlocks(cipher, key, genuine(target, 0))
  if (!(await isTaken(target, key, body))) throw new Error('a genuine body was refused')
  return { what: 'the same body again', isRefused: !(await isTaken(target, key, body)) }
}

async function isTaken({ address }: Target, key: PublicKey, body: unknown): Promise<boolean> {
  const answer = await rawRequest(address, path, {
    method: 'POST',
    headers: { ...jsonHeaders, [KEY_ID_HEADER]: key.keyId },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return answer.status === 200 && answer.body.includes('"COMCC00000"')
}

function flipped(text: string): string {
  const bytes = Buffer.from(text, 'base64')
  bytes[40] = (bytes[40] ?? 0) ^ 1
  return bytes.toString('base64')
}

/** Blocks as first published; without a digest, blocks of two bodies can be put together. */
async function withoutDigest(key: PublicKey, json: string): Promise<{ encryptedData: string }> {
  const blocks = asciiJson(json).match(/.{1,234}/g) ?? []
  const parts = await Promise.all(
    blocks.map((block) => cipher.encryptBlock(key, bytesOfText(block))),
  )
  return { encryptedData: parts.map((part) => base64OfBytes(part)).join('') }
}
