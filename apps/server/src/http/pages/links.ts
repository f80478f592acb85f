import type { FastifyReply } from 'fastify'
import { failures, RequestRejected } from '#http/failure.ts'
import type { Shedder } from '#http/limits/shedding.ts'
import { untilClosed } from '#http/limits/until-closed.ts'

/** How many links one network may open per minute: enough for a reviewer, too few for guessing. */
export const LINKS_PER_MINUTE = 600

/** Whether the text has the form of a link token. Other text is not looked up. */
export function isLinkToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text)
}

/** Sheds the request before the link is looked up or used, so that it can be opened again later. */
export function inTurn(shedder: Shedder) {
  return async (_request: unknown, reply: FastifyReply): Promise<void> => {
    const leave = shedder.enter(false)
    if (!leave) throw new RequestRejected(failures.busy)
    untilClosed(reply, leave)
  }
}

/** The smallest transparent GIF: what an image beacon gets back. */
export const PIXEL = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
)
