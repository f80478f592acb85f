import { setTimeout as sleep } from 'node:timers/promises'
import { base64OfBytes, bytesOfText } from '@qingzhou/contract/wire/bytes'
import { calls } from '@qingzhou/contract/calls'
import type { PublicKey } from '@qingzhou/contract/sealing/cipher'
import { platformCipher } from '@qingzhou/contract/sealing/cipher-platform'
import type { SealedBody } from '@qingzhou/contract/sealing/sealing'
import {
  BLOCK_BASE64_LENGTH,
  KEY_ID_HEADER,
  asciiJson,
  sealInBlocks,
} from '@qingzhou/contract/sealing/sealing'
import type { Attack, Attempt, Target } from './attack.ts'
import { outcomeOf } from './attack.ts'
import type { RawAnswer } from './raw-http.ts'
import { jsonHeaders, rawRequest, rawSocket } from './raw-http.ts'

const ANNOUNCED_BYTES = 13_000_000
const SENT_BYTES = 300_000
/** Shorter than the request timeout of the attacked server. */
const PATIENCE_MS = 3_000

/** Calls by body kind; each is announced with 13 MB by an unauthenticated client. */
const paths = [
  calls.identity.readIdCard.path,
  calls.identity.faceResult.path,
  calls.cards.readNumber.path,
  calls.evidence.upload.path,
  calls.staff.importNames.path,
  calls.onboarding.signIn.path,
  calls.system.log.path,
]

/**
 * The server must refuse by the headers: its response comes before the body, so nothing is decoded.
 */
export const largeBody: Attack = {
  name: 'large body without a session',
  async run({ address }) {
    const attempts = await Promise.all(paths.map((path) => announce(address, path)))
    return outcomeOf(attempts)
  },
}

async function announce(address: string, path: string): Promise<Attempt> {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'X-Requested-With: XMLHttpRequest',
    `Content-Length: ${ANNOUNCED_BYTES}`,
  ]
  const socket = await rawSocket(address, `${head.join('\r\n')}\r\n\r\n`)
  const received = { text: '' }
  socket.on('data', (part: Buffer) => (received.text += part.toString('latin1')))
  socket.write('x'.repeat(SENT_BYTES))
  const deadline = Date.now() + PATIENCE_MS
  while (received.text === '' && !socket.destroyed && Date.now() < deadline) await sleep(20)
  const isCut = received.text === '' && socket.destroyed
  const isAnswered = /^HTTP\/1\.1 4(?!08)\d\d/.test(received.text) || isCut
  socket.destroy()
  return { what: `${path} waits for 13 MB from a stranger`, isRefused: isAnswered }
}

const cipher = platformCipher(crypto.subtle)
const { path } = calls.onboarding.newCaptcha

/**
 * Bodies that were recorded, changed, recombined, or never sealed. Each starts from a fresh genuine
 * body and changes one thing; an unchanged control body is accepted first, so the refusal is due to
 * the change.
 */
export const sealedBody: Attack = {
  name: 'sealed body replayed or changed',
  async run(target) {
    const key = await target.visitor().publicKey()
    const attempts: Attempt[] = []
    for (const [what, forge] of forgeries) {
      const control = await sealInBlocks(cipher, key, genuine(target))
      const taken = await answerTo(target, key, control)
      if (!taken.body.includes('"COMCC00000"'))
        throw new Error(`genuine body refused: ${taken.status}`)
      const { status } = await answerTo(target, key, await forge(target, { key, control }))
      // A large body is refused by its headers, and the connection closed before it is sent.
      const isCut = status === 0 && what === LARGE
      const isRefused = status === 400 || status === 413 || isCut
      attempts.push({ what: `${what}: ${status}`, isRefused })
    }
    return outcomeOf(attempts)
  },
}

const LARGE = '10,000 blocks'

/** Makes a forged body; the control is a genuine one that the server has accepted. */
type Forge = (
  target: Target,
  sealed: { readonly key: PublicKey; readonly control: SealedBody },
) => unknown

const forgeries: readonly (readonly [string, Forge])[] = [
  ['the same body again', (_, { control }) => control],
  ['blocks swapped', changeBlocks(([one, two, ...rest]) => [two, one, ...rest])],
  ['the first block dropped', changeBlocks(([, ...rest]) => rest)],
  ['the last block dropped', changeBlocks((blocks) => blocks.slice(0, -1))],
  ['a block doubled', changeBlocks(([one, ...rest]) => [one, one, ...rest])],
  ['a bit flipped', changeBlocks(([one, ...rest]) => [flipBit(one ?? ''), ...rest])],
  ['a block of another body', spliceBlocks],
  [LARGE, changeBlocks(([one]) => Array.from({ length: 10_000 }, () => one))],
  ['ten minutes old', shiftTime(-600_000)],
  ['ten minutes ahead', shiftTime(600_000)],
  ['plain where sealed is due', (target) => JSON.parse(genuine(target))],
  ['without a digest', (target, { key }) => withoutDigest(key, genuine(target))],
  ['no JSON', () => '{'],
]

type Blocks = readonly (string | undefined)[]

function changeBlocks(change: (blocks: Blocks) => Blocks): Forge {
  return async (target, { key }) => joinBlocks(change(await freshBlocks(target, key)))
}

function shiftTime(offsetMs: number): Forge {
  return (target, { key }) => sealInBlocks(cipher, key, genuine(target, offsetMs))
}

/** Combines blocks of two unsent bodies. */
async function spliceBlocks(
  target: Target,
  { key }: { readonly key: PublicKey },
): Promise<SealedBody> {
  const [first] = await freshBlocks(target, key)
  const [, ...rest] = await freshBlocks(target, key, 1)
  return joinBlocks([first, ...rest])
}

async function freshBlocks(target: Target, key: PublicKey, offsetMs = 0): Promise<string[]> {
  const { encryptedData } = await sealInBlocks(cipher, key, genuine(target, offsetMs))
  const blocks = encryptedData.match(new RegExp(`.{${BLOCK_BASE64_LENGTH}}`, 'g')) ?? []
  if (blocks.length < 2) throw new Error('the body must have two blocks')
  return blocks
}

/** A valid body that is long enough for two blocks. */
function genuine({ product }: Target, offsetMs = 0): string {
  return JSON.stringify({
    timestamp: product.services.now().getTime() + offsetMs,
    extendChannelCode: '000000000004',
    deviceKey: 'd'.repeat(64),
    applyNo: 'a'.repeat(64),
    token: 't'.repeat(128),
  })
}

function joinBlocks(parts: Blocks): SealedBody {
  return { encryptedData: parts.join('') }
}

function answerTo({ address }: Target, key: PublicKey, body: unknown): Promise<RawAnswer> {
  return rawRequest(address, path, {
    method: 'POST',
    headers: { ...jsonHeaders, [KEY_ID_HEADER]: key.keyId },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

function flipBit(text: string): string {
  const bytes = Buffer.from(text, 'base64')
  bytes[40] = (bytes[40] ?? 0) ^ 1
  return bytes.toString('base64')
}

/** Blocks as first published; without a digest, blocks of two bodies can be combined. */
async function withoutDigest(key: PublicKey, json: string): Promise<SealedBody> {
  const blocks = asciiJson(json).match(/.{1,234}/g) ?? []
  const parts = await Promise.all(
    blocks.map((block) => cipher.encryptBlock(key, bytesOfText(block))),
  )
  return { encryptedData: parts.map((part) => base64OfBytes(part)).join('') }
}
