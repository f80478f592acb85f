import type { FastifyInstance } from 'fastify'
import { PAPERS_PATH } from '#platform/documents/path.ts'
import { cookiesOf, readSecret } from '#http/sessions/cookies.ts'
import type { HttpContext } from '#http/http-context.ts'
import { failures, RequestRejected } from '#http/failure.ts'
import { inTurn, isLinkToken, LINKS_PER_MINUTE } from './links.ts'
import { requireRate } from '#http/limits/require-rate.ts'

export type Papers = {
  /**
   * The document behind a link. Undefined when the link is used, expired, unknown or another
   * customer's.
   */
  readonly find: (named: {
    readonly token: string
    readonly session: string | undefined
  }) => Promise<{ readonly pdf: Buffer; readonly fileName: string } | undefined>
}

/**
 * Serves a document once, to the customer its link was made for. For anyone else the link does not
 * work.
 */
export function mountPapers(
  app: FastifyInstance,
  edge: Pick<HttpContext, 'shedder' | 'services' | 'publicOrigin'>,
  { find }: Papers,
): void {
  app.get<{ Params: { token: string } }>(
    `${PAPERS_PATH}/:token`,
    { config: { name: 'paper' }, onRequest: inTurn(edge.shedder) },
    async (request, reply) => {
      const { token } = request.params
      await requireRate(edge, { name: 'papers', ip: request.ip, perMinute: LINKS_PER_MINUTE })
      const session = readSecret(cookiesOf(edge, request), 'session')
      const found = isLinkToken(token) ? await find({ token, session }) : undefined
      if (!found) throw new RequestRejected(failures.unknown)
      const name = encodeURIComponent(found.fileName)
      void reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="paper.pdf"; filename*=UTF-8''${name}`,
      })
      return found.pdf
    },
  )
}
