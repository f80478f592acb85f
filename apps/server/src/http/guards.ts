import type { FastifyRequest } from 'fastify'
import type { Config } from '@qingzhou/platform/config/config'
import type { HttpContext } from './http-context.ts'
import { failures, RequestRejected } from './failure.ts'
import { isLoopback, networkAddresses } from './own-network.ts'

/**
 * Accepts writes from our own pages only: a form or a script of another site can send neither the
 * header nor our Origin. The origin `null` belongs to a sandboxed frame or a local file.
 */
export function assertOwnPage(request: FastifyRequest, publicOrigin: string | undefined): void {
  if (!request.headers['x-requested-with']) throw new RequestRejected(failures.foreign)
  const { origin } = request.headers
  if (origin === undefined) return
  const own = publicOrigin ?? `${request.protocol}://${request.host}`
  if (origin !== own) throw new RequestRejected(failures.foreign)
}

/**
 * Accepts only requests for our own host name. Another site can point its name at this machine (DNS
 * rebinding), which makes the two same-origin, but the browser still sends that name as Host.
 * X-Forwarded-Host is ignored: a script of that page could set it.
 */
export function assertOwnHost(
  { headers }: FastifyRequest,
  { host, publicOrigin }: Pick<Config, 'host' | 'publicOrigin'>,
): void {
  const input = `http://${headers.host ?? ''}`
  const name = URL.canParse(input) ? new URL(input).hostname : ''
  const own = [
    host,
    publicOrigin && new URL(publicOrigin).hostname,
    // A phone opens a server for the whole network by one of these.
    ...networkAddresses({ host }),
  ]
  if (!isLoopback(name) && !own.includes(name)) throw new RequestRejected(failures.foreign)
}

/** Accepts JSON only: a form of another site can send other content types. */
export function assertJson(request: FastifyRequest): void {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(type)) {
    throw new RequestRejected(failures.wrongType)
  }
}

/**
 * Refuses calls while this server's clock is wrong: it decides on sessions, codes and value dates.
 * Another server answers the repeated call.
 */
export function assertClock({ clock }: Pick<HttpContext, 'clock'>): void {
  if (clock.fault() !== undefined) throw new RequestRejected(failures.busy)
}
