import { testPeople } from '@qingzhou/provider-api/test-people'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { cardSides, postures } from './pictures.ts'
import type { Picture } from './pictures.ts'
import { createStudio } from './studio.ts'

const personKey = z.enum(testPeople.map(({ key }) => key))
const cardAsked = z.object({ personKey, side: z.enum(cardSides) })
const faceAsked = z.object({ personKey, posture: z.enum(postures) })

/** Pictures of the test people: both sides of their ID card, and their face for the camera. */
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

  app.get('/people/:personKey/id-card-:side.png', async ({ params }, reply) => {
    const { data } = cardAsked.safeParse(params)
    return answer(data && { of: 'card', ...data }, reply)
  })

  app.get('/people/:personKey/face-:posture.png', async ({ params }, reply) => {
    const { data } = faceAsked.safeParse(params)
    return answer(data && { of: 'face', ...data }, reply)
  })
}
