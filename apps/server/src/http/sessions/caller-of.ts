import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '@qingzhou/contract/calls'
import type { CommonFields } from '@qingzhou/contract/wire/envelope'
import { appOf, type Caller, type Session } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import { readSecret, secretCookie, type CookieSource } from './cookies.ts'

const CHANNEL_UNKNOWN = '0000000000'
const WALLET = '000000000003'
const USER_AGENT_MAX = 512

type KnownCaller = {
  readonly common: CommonFields
  readonly session: Session | undefined
  readonly cookies: CookieSource
}

/** The caller, in terms that are independent of HTTP. */
export function callerOf(request: FastifyRequest, reply: FastifyReply, known: KnownCaller): Caller {
  const { common, session, cookies } = known
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    ...deviceOf(common),
    ...channelsOf(common, request),
    uriId: common.uriId,
    subChannel: common.ptm_sub_channel,
    applyNo: common.applyNo,
    session,
    readSecret: (cookie) => readSecret(cookies, cookie),
    setSecretCookie(cookie, value) {
      void reply.header('set-cookie', secretCookie(cookie, { value, isSecure: cookies.isSecure }))
    },
  }
}

/** A channel of the browser that is not sent is read from the user agent, never from the link. */
function channelsOf({ channel, extendChannelCode }: CommonFields, { headers }: FastifyRequest) {
  const userAgent = headers['user-agent'] ?? ''
  const ofBrowser = channel ?? (appOf({ userAgent }) === 'wallet' ? WALLET : CHANNEL_UNKNOWN)
  return { channel: ofBrowser, linkChannel: extendChannelCode ?? ofBrowser }
}

/** Earlier builds of the app send their own device number as `deviceKey`. */
function deviceOf({ deviceId, deviceKey, td_deviceId }: CommonFields) {
  if (deviceId === undefined) return { deviceId: deviceKey, deviceKeys: {} }
  return { deviceId, deviceKeys: { first: deviceKey, second: td_deviceId } }
}

/** Throws unless the caller has the access that the call requires. */
export function assertAccess(access: Exclude<Access, 'staff'>, { session }: Caller): void {
  if (access === 'public' || session) return
  throw new Refused({ kind: 'not-signed-in' })
}
