import { randomInt, randomBytes } from 'node:crypto'
import { requireBankPartner, requireKnownLink } from '#features/onboarding/links/link-token.ts'
import { networkOf, type Caller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { requireNetworkAllowance } from '@qingzhou/platform/network-allowance'
import type { Services } from '#services.ts'
import type { Puzzle } from '@qingzhou/contract/sealing/proof-of-work'
import { insertCaptcha, answerCaptcha } from './captcha-store.ts'
import { drawCaptcha, characters } from './draw-captcha.ts'
import { newToken } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { sha256 } from '@qingzhou/platform/canonical-json'

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'imageCode'>

const { calmImagesPerHour, bitsMin, bitsMax } = signInFigures.proof
const COUNTED_MAX = 100_000

/**
 * The proof of work that an image requires: a fraction of a second at first, then more the more
 * images the network or device has requested. Counted when an image is issued, so that images
 * cannot be collected for later.
 */
export async function requiredProofBits(
  services: Pick<Services, 'limiter'>,
  { ip, deviceId }: Pick<Caller, 'ip' | 'deviceId'>,
): Promise<number> {
  const { network, device } = calmImagesPerHour
  const byNetwork = await imagesWithinHour(services, `images:ip:${networkOf(ip)}`)
  const byDevice =
    deviceId === undefined ? 0 : await imagesWithinHour(services, `images:device:${deviceId}`)
  return Math.max(bitsFor(byNetwork / network), bitsFor(byDevice / device))
}

/** Bits for the ratio of requested images to the normal number. */
function bitsFor(times: number): number {
  if (times <= 1) return bitsMin
  return Math.min(bitsMax, bitsMin + 1 + Math.floor(Math.log2(times)))
}

async function imagesWithinHour(
  { limiter }: Pick<Services, 'limiter'>,
  key: string,
): Promise<number> {
  const taken = await limiter.take({ key, limit: COUNTED_MAX, windowSeconds: 3_600 })
  return taken.ok ? taken.count : COUNTED_MAX
}

const LENGTH = 4

type NewCaptcha = {
  readonly captchaKey: string
  /** Empty where a puzzle takes its place. */
  readonly image: string
  readonly proofBits: number
  readonly puzzle?: Puzzle
}

/** Issues an image code. A landing page calls this first, so an invalid link is reported here. */
export async function newCaptcha(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now' | 'mode' | 'imageCode'>,
  caller: Caller,
  request: { readonly gdCode?: string | undefined },
): Promise<NewCaptcha> {
  await requireKnownLink(services, caller)
  if (request.gdCode !== undefined) await requireBankPartner(services, request.gdCode)
  // Rate limit per address: rendering an image costs more than requesting it.
  await requireNetworkAllowance(services, {
    name: 'captcha',
    ip: caller.ip,
    limit: signInFigures.captcha.perIpAndMinute,
    windowSeconds: 60,
  })

  const key = newToken(24)
  const proofBits = await requiredProofBits(services, caller)
  const expiresAt = minutesAfter(services.now(), signInFigures.captcha.validMinutes)
  if (services.imageCode === 'altcha') {
    const { number, puzzle } = await newPuzzle(proofBits)
    // The number is the code, and finding it is the work.
    await insertCaptcha(services, { key, code: String(number), expiresAt })
    return { captchaKey: key, image: '', proofBits, puzzle }
  }
  const code = Array.from({ length: LENGTH }, () => characters[randomInt(characters.length)]).join(
    '',
  )
  await insertCaptcha(services, { key, code, expiresAt, proofBits })
  const image = await drawCaptcha(code)
  if (services.mode === 'sandbox') rememberImageCode(image, code)
  return { captchaKey: key, image, proofBits }
}

/** Checks an image code; the next SMS request may then refer to it. */
export async function checkCaptcha(
  services: Deps,
  answer: ImageAnswer,
): Promise<Record<string, never>> {
  if (!(await isAnswered(services, answer))) throw new Refused({ kind: 'captcha-wrong' })
  return {}
}

type ImageAnswer = {
  readonly captchaKey: string
  readonly imageCode: string
  readonly proof?: number | undefined
}

/** Whether the answer is right. Right or wrong, the image or puzzle cannot be answered again. */
export async function isAnswered(
  services: Deps,
  { captchaKey: key, imageCode, proof }: ImageAnswer,
): Promise<boolean> {
  const code = services.imageCode === 'altcha' ? String(proof ?? '') : imageCode
  return answerCaptcha(services, { key, code, proof })
}

/** Signs puzzles, as the library demands. The table of captchas decides, so it need not be shared. */
const hmacKey = randomBytes(32).toString('hex')

/**
 * A puzzle of ALTCHA that takes as many attempts, on average, as a proof of the given bits. The
 * number to find stays with the server.
 */
export async function newPuzzle(
  bits: number,
): Promise<{ readonly number: number; readonly puzzle: Puzzle }> {
  // Loaded only when it is chosen.
  const { createChallenge } = await import('altcha-lib/v1')
  const maxnumber = 2 ** (bits + 1)
  const number = randomInt(maxnumber)
  const { salt, challenge } = await createChallenge({ hmacKey, maxnumber, number, saltLength: 16 })
  return { number, puzzle: { salt, challenge, maxnumber } }
}

/**
 * The codes of the newest images, by the hash of the picture. Filled in sandbox mode only, for the
 * desk's routes, which exist only there.
 */
const codes = new Map<string, string>()
const KEPT_MAX = 500

function rememberImageCode(image: string, code: string): void {
  const [oldest] = codes.keys()
  if (codes.size >= KEPT_MAX && oldest !== undefined) codes.delete(oldest)
  codes.set(sha256(image).toString('hex'), code)
}

/** The code of a picture, identified by the SHA-256 of its data URL in hex. */
export function imageCodeOf(picture: string): string {
  const code = codes.get(picture)
  if (code === undefined) throw new Refused({ kind: 'page-data-missing' })
  return code
}
