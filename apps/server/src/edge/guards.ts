import type { FastifyRequest } from 'fastify'
import type { Edge } from './edge.ts'
import { failures, TurnedAway } from './failure.ts'

/**
 * Lets only our own pages write: a form or a script of another site can send neither the header
 * nor our Origin. An origin of `null` belongs to a sandboxed frame or a local file, not to us.
 */
export function assertOwnPage(request: FastifyRequest, publicOrigin: string | undefined): void {
  if (!request.headers['x-requested-with']) throw new TurnedAway(failures.foreign)
  const { origin } = request.headers
  if (origin === undefined) return
  const own = publicOrigin ?? `${request.protocol}://${request.host}`
  if (origin !== own) throw new TurnedAway(failures.foreign)
}

/** JSON and nothing else: other types are what a form of another site can send by itself. */
export function assertJson(request: FastifyRequest): void {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(type)) {
    throw new TurnedAway(failures.wrongType)
  }
}

/**
 * A server with a wrong clock serves nobody: sessions, codes and dates of money would be judged by it.
 * Another server answers the same call.
 */
export function assertClock({ clock }: Pick<Edge, 'clock'>): void {
  if (clock.fault() !== undefined) throw new TurnedAway(failures.busy)
}
