import { createHash } from 'node:crypto'

import { faceActions, type FaceAction } from '@qingzhou/contract/features/identity'
import { testPeople, type TestPerson } from '@qingzhou/provider-api/test-people'
import { loadFaceEngine } from '@qingzhou/recognition/face/face-engine'
import type { FaceEngine, SeenFace } from '@qingzhou/recognition/face/face-engine'
import { judgeFaces } from '@qingzhou/recognition/face/judge-faces'
import { drawFace } from '@qingzhou/recognition/faces/draw-face'
import { poseOf } from '@qingzhou/recognition/faces/film-face'
import { drawIdCard } from '@qingzhou/recognition/id-card/card-of'
import sharp, { type Sharp } from 'sharp'

import type { Row } from '../row.ts'

/** Cameras and light, from good to poor. */
const conditions = {
  plain: (frame) => frame,
  dim: (frame) => frame.linear(0.35, 2),
  soft: (frame) => frame.blur(1.6),
  far: (frame) => frame.resize(120).resize(320),
  compressed: (frame) => frame.jpeg({ quality: 25 }),
} satisfies Record<string, (frame: Sharp) => Sharp>

type Condition = keyof typeof conditions
// The keys of the table above, as they are written there.
const conditionNames = Object.keys(conditions) as Condition[]

const UNSELECTED = 16
const SIDE = 320

/** What a face check asks for: two different actions in either order. */
const challenges = faceActions.flatMap((first) =>
  faceActions.filter((second) => second !== first).map((second) => [first, second] as const),
)

/**
 * How often the engine of the product errs: on the test people, whose faces were chosen so that it
 * tells them apart, and on drawn faces that nothing was chosen of.
 */
export async function benchFaces(): Promise<Row[]> {
  const engine = lookOnce(await loadFaceEngine())
  const [somePerson] = testPeople
  if (!somePerson) throw new Error('test people are missing')
  const unselected = Array.from({ length: UNSELECTED }, (_, at) => ({
    ...somePerson,
    key: `${at % 2 === 0 ? 'woman' : 'man'} ${1000 + at}`,
  }))
  const rows: Row[] = []
  for (const [group, people] of [
    ['test people', testPeople],
    ['unselected', unselected],
  ] as const) {
    rows.push({ what: `${group}: people`, value: String(people.length) })
    for (const condition of conditionNames) {
      rows.push(...(await measure(engine, people, { group, condition })))
    }
  }
  return rows
}

type Outcomes = Record<'passed' | 'unsure' | 'refused', number>

async function measure(
  engine: FaceEngine,
  people: readonly TestPerson[],
  { group, condition }: { readonly group: string; readonly condition: Condition },
): Promise<Row[]> {
  const [own, others, still] = [none(), none(), none()]
  for (const [at, owner] of people.entries()) {
    const portrait = await drawIdCard(owner, 'front')
    const framesOf = async (person: TestPerson, poses: readonly (FaceAction | undefined)[]) =>
      Promise.all(poses.map((pose) => frameOf(person.key, pose, condition)))
    for (const actions of challenges) {
      count(
        own,
        await judge(engine, portrait, await framesOf(owner, [undefined, ...actions]), actions),
      )
      const one = await framesOf(owner, [undefined, undefined, undefined])
      count(still, await judge(engine, portrait, one, actions))
    }
    for (const [index, person] of people.entries()) {
      if (person === owner) continue
      const actions = challenges[(at + index) % challenges.length] ?? []
      count(
        others,
        await judge(engine, portrait, await framesOf(person, [undefined, ...actions]), actions),
      )
    }
  }
  return [
    rowOf(`${group}, ${condition}: the owner`, own),
    rowOf(`${group}, ${condition}: another person`, others),
    rowOf(`${group}, ${condition}: one picture of the owner`, still),
  ]
}

function none(): Outcomes {
  return { passed: 0, unsure: 0, refused: 0 }
}

async function judge(
  engine: FaceEngine,
  portrait: Buffer,
  frames: readonly Buffer[],
  actions: readonly FaceAction[],
): Promise<keyof Outcomes> {
  const reading = await judgeFaces(engine, { portrait, frames, actions })
  if (!('distance' in reading) || reading.performed.length < actions.length) return 'refused'
  if (reading.outcome === 'match') return 'passed'
  return reading.outcome === 'unsure' ? 'unsure' : 'refused'
}

function count(outcomes: Outcomes, outcome: keyof Outcomes): void {
  outcomes[outcome] += 1
}

function rowOf(what: string, { passed, unsure, refused }: Outcomes): Row {
  const all = passed + unsure + refused
  return { what, value: `${passed}/${all}`, beside: `passed; ${unsure} unsure, ${refused} refused` }
}

const drawn = new Map<string, Promise<Buffer>>()
const taken = new Map<string, Promise<Buffer>>()

function frameOf(seed: string, pose: FaceAction | undefined, condition: Condition) {
  const name = `${seed} ${pose ?? 'rest'}`
  const face = drawn.get(name) ?? drawFace({ seed, pose: pose ? poseOf[pose] : {}, size: SIDE })
  drawn.set(name, face)
  const frame =
    taken.get(`${name} ${condition}`) ??
    face.then((picture) => conditions[condition](sharp(picture)).jpeg().toBuffer())
  taken.set(`${name} ${condition}`, frame)
  return frame
}

/** Looks at each picture once: a person's frames come back in every challenge. */
function lookOnce(engine: FaceEngine): FaceEngine {
  const seen = new Map<string, Promise<SeenFace[]>>()
  return {
    seeFaces(picture) {
      const name = createHash('sha256').update(picture.data).digest('hex')
      const faces = seen.get(name) ?? engine.seeFaces(picture)
      seen.set(name, faces)
      return faces
    },
  }
}
