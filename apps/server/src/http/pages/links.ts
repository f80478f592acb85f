import type { FastifyReply } from 'fastify'
import { failures, TurnedAway } from '#http/failure.ts'
import type { Shedder } from '#http/limits/shedding.ts'

/** How many links one network may open a minute: a reviewer opens many, a guesser far more. */
export const LINKS_PER_MINUTE = 600

/** Links are made of these, so anything else need not be looked up. */
export function isLinkToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text)
}

/** Before a link is looked at, or spent: who is turned away now may come again with it. */
export function inTurn(shedder: Shedder) {
  return async (_request: unknown, reply: FastifyReply): Promise<void> => {
    const leave = shedder.enter(false)
    if (!leave) throw new TurnedAway(failures.busy)
    reply.raw.once('close', leave)
  }
}
