import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '@qingzhou/contract/calls'
import type { CommonFields } from '@qingzhou/contract/wire/envelope'
import type { Caller, Session } from '#platform/caller.ts'
import { Refused } from '#platform/refused.ts'
import { readSecret, secretCookie, type CookieSource } from './cookies.ts'

const CHANNEL_UNKNOWN = '0000000000'
const USER_AGENT_MAX = 512

type Known = {
  readonly common: CommonFields
  readonly session: Session | undefined
  readonly cookies: CookieSource
}

/** The caller, in terms that are independent of HTTP. */
export function callerOf(request: FastifyRequest, reply: FastifyReply, known: Known): Caller {
  const { common, session, cookies } = known
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    deviceId: common.deviceKey,
    channel: common.extendChannelCode ?? CHANNEL_UNKNOWN,
    uriId: common.uriId,
    session,
    readSecret: (cookie) => readSecret(cookies, cookie),
    setSecretCookie(cookie, value) {
      void reply.header('set-cookie', secretCookie(cookie, { value, isSecure: cookies.isSecure }))
    },
  }
}

/** Throws unless the caller has the access that the call requires. */
export function assertAccess(access: Exclude<Access, 'staff'>, { session }: Caller): void {
  if (access === 'public' || session) return
  throw new Refused({ kind: 'not-signed-in' })
}
