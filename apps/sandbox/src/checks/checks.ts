import { createHash } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import {
  hasName,
  testPeople,
  type Outcome,
  type TestPerson,
} from '@qingzhou/provider-api/test-people'
import type { BankCardReading, CardReading, FaceJudgement } from '@qingzhou/provider-api/calls'
import { storedResult } from '@qingzhou/recognition/stored-result'

/** Finds a test person. Everybody else gets good results. */
function knownPerson(idNumber: string): TestPerson | undefined {
  return testPeople.find((person) => person.idNumber === idNumber.toUpperCase())
}

export function outcomeOf(idNumber: string): Outcome {
  return knownPerson(idNumber)?.outcome ?? 'approved'
}

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'
/** At least two characters, with a dot between the parts of a transcribed name. */
const NAME = /^\p{Script=Han}[\p{Script=Han}·]*\p{Script=Han}$/u

/** Whether name and ID number belong together, as the residents' registry would answer. */
export function checkIdentity(request: { readonly name: string; readonly idNumber: string }): {
  result: 'match' | 'mismatch' | 'unknown'
} {
  if (!hasCheckCharacter(request.idNumber)) return { result: 'unknown' }

  const person = knownPerson(request.idNumber)
  const isTheirs = person
    ? hasName(person, request.name) && person.outcome !== 'identityMismatch'
    : NAME.test(request.name)
  return { result: isTheirs ? 'match' : 'mismatch' }
}

/** Whether a card of a test person belongs to a person and a phone. No other card is known. */
export function checkCard(request: {
  readonly name: string
  readonly idNumber: string
  readonly cardNumber: string
  readonly phone: string
}): { result: 'match' | 'mismatch' | 'unknown' } {
  const owner = testPeople.find(({ cards }) =>
    cards.some(({ number }) => number === request.cardNumber),
  )
  if (!owner) return { result: 'unknown' }
  const isTheirs =
    hasName(owner, request.name) &&
    owner.idNumber === request.idNumber &&
    owner.phone === request.phone
  return { result: isTheirs ? 'match' : 'mismatch' }
}

function hasCheckCharacter(idNumber: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(idNumber)) return false
  const total = WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(idNumber[index]), 0)
  return CHECK_CHARACTERS[total % 11] === idNumber[17]?.toUpperCase()
}

const RISKY_SCORE = 95
/** The highest score of everybody else. */
const CALM_SCORES_MAX = 24

/** A vendor's score of a device used by a person: 0 is no risk, 100 is fraud. */
export function deviceRisk(
  vendor: 'first' | 'second',
  { deviceKey, idNumber }: { readonly deviceKey: string; readonly idNumber: string },
): { score: number } {
  if (outcomeOf(idNumber) === 'riskRefused') return { score: RISKY_SCORE }
  const [first = 0] = createHash('sha256').update(`${vendor}\n${deviceKey}\n${idNumber}`).digest()
  return { score: first % (CALM_SCORES_MAX + 1) }
}

const REGIONS = ['浙江杭州', '广东深圳', '四川成都', '湖北武汉', '陕西西安', '江苏南京']

const ours = new BlockList()
ours.addSubnet('127.0.0.0', 8)
ours.addSubnet('10.0.0.0', 8)
ours.addSubnet('172.16.0.0', 12)
ours.addSubnet('192.168.0.0', 16)
ours.addAddress('::1', 'ipv6')
ours.addSubnet('fc00::', 7, 'ipv6')

/** A documentation network, used here as a proxy network. */
const hiding = new BlockList()
hiding.addSubnet('203.0.113.0', 24)

export function lookUpIp(ip: string): { region: string; isProxy: boolean } {
  const family = isIPv6(ip) ? 'ipv6' : 'ipv4'
  if (ours.check(ip, family)) return { region: '本机', isProxy: false }

  const [first = 0] = createHash('sha256').update(ip).digest()
  return { region: REGIONS[first % REGIONS.length] ?? '未知', isProxy: hiding.check(ip, family) }
}

const ANOTHER_PERSON: FaceJudgement = { outcome: 'noMatch', distance: 0.91, performed: [] }

/** Compares with the embedded engine, except for the test person whose face check fails. */
export async function judgeFace(request: FaceRequest): Promise<FaceJudgement> {
  if (outcomeOf(request.idNumber) === 'faceFails') return ANOTHER_PERSON
  // The order of the frames does not matter.
  const pictures = [request.portrait, ...request.frames.toSorted()]
  return cacheResult(['face', ...pictures], () => judgeByEngine(request))
}

type FaceRequest = {
  readonly idNumber: string
  readonly portrait: string
  readonly frames: readonly string[]
}

async function judgeByEngine(request: FaceRequest): Promise<FaceJudgement> {
  const { matchFaces } = await import('@qingzhou/recognition/face/match-faces')
  const reading = await matchFaces({
    portrait: Buffer.from(request.portrait, 'base64'),
    frames: request.frames.map((frame) => Buffer.from(frame, 'base64')),
  })
  if (!('distance' in reading)) return { outcome: reading.outcome, performed: [] }
  const { outcome, distance, performed } = reading
  return { outcome, distance, performed: [...performed] }
}

type CardRequest = { readonly side: 'front' | 'back'; readonly image: string }

export async function readIdCard(request: CardRequest): Promise<CardReading> {
  return cacheResult(['card', request.side, request.image], () => readByEngine(request))
}

/** Reads a card with the embedded engine. It is loaded at the first call, as it takes half a gigabyte. */
async function readByEngine(request: CardRequest): Promise<CardReading> {
  const { readCard } = await import('@qingzhou/recognition/id-card/read-card')
  const reading = await readCard(Buffer.from(request.image, 'base64'), request.side)
  await expectFaceCheck(reading)
  if (reading.outcome !== 'read') {
    return { outcome: reading.outcome === 'unreadable' ? 'notACard' : reading.outcome }
  }
  return reading.side === 'front'
    ? { outcome: 'read', front: reading.fields }
    : { outcome: 'read', back: reading.fields }
}

export async function readBankCard({
  image,
}: {
  readonly image: string
}): Promise<BankCardReading> {
  return cacheResult(['bank-card', image], async () => {
    const engine = await import('@qingzhou/recognition/id-card/read-card')
    return engine.readBankCard(Buffer.from(image, 'base64'))
  })
}

/** In an application the face check follows the card: its engine loads while the holder goes on. */
async function expectFaceCheck(reading: { readonly outcome: string }): Promise<void> {
  if (reading.outcome !== 'read') return
  const { loadMatching } = await import('@qingzhou/recognition/face/match-faces')
  loadMatching()
}

/** A recognition result, stored between processes when a test names a folder for it. */
async function cacheResult<Result>(
  input: readonly string[],
  compute: () => Promise<Result>,
): Promise<Result> {
  const toBytes = async () => Buffer.from(JSON.stringify(await compute()))
  const bytes = await storedResult(process.env['SANDBOX_READINGS'], input, toBytes)
  // The stored text is the JSON of the same computation.
  return JSON.parse(Buffer.from(bytes).toString()) as Result
}
