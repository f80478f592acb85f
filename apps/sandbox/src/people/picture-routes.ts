import {
  type IdCardIssue,
  idCardIssues,
  type TestCard,
  testPeople,
} from '@qingzhou/provider-api/test-people'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { workerThread } from '@qingzhou/recognition/worker-thread'
import { storedResult } from '@qingzhou/recognition/stored-result'

/** The poses of a face: at rest, and at the peak of each action. */
export const postures = ['rest', 'blink', 'turnLeft', 'turnRight', 'openMouth'] as const
export type Posture = (typeof postures)[number]

export const cardSides = ['front', 'back'] as const

/** A picture of a test person: one side of an ID card, the face, or the front of a bank card. */
export type Picture =
  | {
      readonly of: 'card'
      readonly personKey: string
      readonly issue: IdCardIssue
      readonly side: (typeof cardSides)[number]
    }
  | { readonly of: 'face'; readonly personKey: string; readonly posture: Posture }
  | { readonly of: 'bankCard'; readonly personKey: string; readonly lastFour: string }

const personKey = z.enum(testPeople.map(({ key }) => key))
const issue = z.enum(idCardIssues).default('first')
const cardAsked = z.object({ personKey, issue, side: z.enum(cardSides) })
const faceAsked = z.object({ personKey, posture: z.enum(postures) })
const bankCardAsked = z
  .object({ personKey, lastFour: z.string() })
  .refine((request) =>
    cardsOf(request.personKey).some(({ number }) => isEndOf(number, request.lastFour)),
  )

function cardsOf(key: string): readonly TestCard[] {
  return testPeople.find((person) => person.key === key)?.cards ?? []
}

function isEndOf(number: string, lastFour: string): boolean {
  return number.slice(-4) === lastFour
}

/** Pictures of the test people: their ID cards, bank cards, and their face for the camera. */
export async function pictureRoutes(app: FastifyInstance): Promise<void> {
  const draw = createStudio()

  async function answer(wanted: Picture | undefined, reply: FastifyReply): Promise<FastifyReply> {
    if (!wanted) return reply.code(404).send({ error: 'unknown' })
    return reply
      .header('cache-control', 'private, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .type('image/png')
      .send(Buffer.from(await draw(wanted)))
  }

  for (const folder of ['', '/:issue']) {
    app.get(`/people/:personKey${folder}/id-card-:side.png`, async ({ params }, reply) => {
      const { data } = cardAsked.safeParse(params)
      return answer(data && { of: 'card', ...data }, reply)
    })
  }

  app.get('/people/:personKey/face-:posture.png', async ({ params }, reply) => {
    const { data } = faceAsked.safeParse(params)
    return answer(data && { of: 'face', ...data }, reply)
  })

  app.get('/people/:personKey/bank-card-:lastFour.png', async ({ params }, reply) => {
    const { data } = bankCardAsked.safeParse(params)
    return answer(data && { of: 'bankCard', ...data }, reply)
  })
}

const PATIENCE_MS = 30_000

// Drawing a face takes most of a second, so a worker thread does it.
const worker = workerThread<Picture, Uint8Array>(new URL('./studio-worker.ts', import.meta.url), {
  patienceMs: PATIENCE_MS,
})

/** Draws each picture once; it never changes. */
function createStudio() {
  const drawn = new Map<string, Promise<Uint8Array>>()

  return (wanted: Picture): Promise<Uint8Array> => {
    const name = JSON.stringify(wanted)
    const earlier = drawn.get(name)
    if (earlier) return earlier

    const folder = process.env['SANDBOX_PICTURES']
    const picture = storedResult(folder, [name], () => worker.ask(wanted))
    drawn.set(name, picture)
    picture.catch(() => drawn.delete(name))
    return picture
  }
}
