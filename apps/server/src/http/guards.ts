import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import type { Edge } from './http-context.ts'
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

/**
 * Lets only pages opened by our own address in. A page of another site can point its own name at
 * this machine (DNS rebinding) and is then of one origin with it; but the browser still sends that
 * name as Host. X-Forwarded-Host is not looked at: a script of that page could set it.
 */
export function assertOwnHost(
  { headers }: FastifyRequest,
  { host, publicOrigin }: Pick<Config, 'host' | 'publicOrigin'>,
): void {
  const given = `http://${headers.host ?? ''}`
  const name = URL.canParse(given) ? new URL(given).hostname : ''
  const own = [host, publicOrigin && new URL(publicOrigin).hostname]
  if (!isLoopback(name) && !own.includes(name)) throw new TurnedAway(failures.foreign)
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)
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
