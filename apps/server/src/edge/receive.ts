import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@qingzhou/contract/calls'
import type { CommonFields } from '@qingzhou/contract/envelope'
import { KEY_ID_HEADER } from '@qingzhou/contract/sealing'
import type { Caller, StaffCaller } from '#caller.ts'
import { confirmSession } from '#modules/sessions/index.ts'
import { admit } from './admission.ts'
import { assertAccess, callerOf } from './caller-of.ts'
import { cookiesOf, readCookie, readSecret } from './cookies.ts'
import type { Edge } from './edge.ts'
import type { Endpoint } from './endpoints.ts'
import { failures, TurnedAway } from './failure.ts'
import { splitFields } from './fields.ts'
import { parseObject } from './json.ts'
import { staffOnTheLine } from './staff-on-the-line.ts'
import { takeApart, type OpenedBody, type Sealed } from './sealed-body.ts'

type Fields = Readonly<Record<string, unknown>>

/** How far a client's clock may be off. */
const CLOCK_WINDOW_MS = 5 * 60_000

/**
 * Makes of a request who calls and what they said. The order is the point: what costs nothing is
 * checked first, nothing is decrypted before the limits, and nothing is judged before it is known who asks.
 */
export async function receive(
  edge: Edge,
  { call, name }: Pick<Endpoint, 'call' | 'name'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<{ own: Fields; caller: Caller }> {
  const body = call.body === 'none' ? queryOf(request) : bodyOf(request)
  const sealed = isSealed(call) ? sealedOf(call, request, body) : undefined
  const cookies = cookiesOf(edge, request)
  // Borrowers and staff have sessions of their own, and neither is worth anything to the other.
  const sessionSecret = isForStaff(call) ? undefined : readSecret(cookies, 'session')
  const admission = await admit(
    {
      ...edge.services,
      now: () => edge.services.now(),
      blocksPerIpAndMinute: edge.limits.blocksPerIpAndMinute,
    },
    {
      ip: request.ip,
      cost: sealed?.cost ?? 1,
      ciphertexts: sealed?.ciphertexts ?? [],
      sessionSecret,
    },
  )
  const { common, own } = sealed
    ? await openFresh(edge, call, {
        sealed,
        cookie: cookies.header,
        since: admission.rememberedSince,
      })
    : splitFields(body)
  const confirmed = await confirmSession(edge.services.database, edge.services, {
    stored: admission.session,
    token: common.token,
  })
  const session = confirmed?.session
  const caller = callerOf(request, reply, { common, session, cookies })
  if (confirmed?.isRenewed) caller.keepSecret('session', sessionSecret)
  if (call.access !== 'staff') {
    assertAccess(call.access, caller)
    return { own, caller }
  }
  const staff = await staffOnTheLine(edge, { call, name }, { cookies, token: common.token })
  const staffCaller: StaffCaller = { ...caller, staff }
  return { own, caller: staffCaller }
}

/** The staff area is what speaks its envelope, signing in included. */
function isForStaff({ envelope }: Call): boolean {
  return envelope === 'codeMsg'
}

function isSealed({ body }: Call): boolean {
  return body === 'sealed' || body === 'hybrid'
}

/** A name that comes twice makes a list of its values, which no shape takes for a text. */
function queryOf(request: FastifyRequest): Fields {
  // The framework's parser gives an object without a prototype, of texts and lists of texts.
  return { ...(request.query as Fields) }
}

function bodyOf(request: FastifyRequest): Fields {
  const fields = typeof request.body === 'string' ? parseObject(request.body) : undefined
  if (!fields) throw new TurnedAway(failures.unreadable)
  return fields
}

function sealedOf(call: Call, request: FastifyRequest, body: Fields): Sealed {
  const keyId = request.headers[KEY_ID_HEADER]
  const sealed = takeApart(body, {
    keyId: typeof keyId === 'string' ? keyId.slice(0, 64) : undefined,
    forms: call.body === 'hybrid' ? ['key'] : ['blocks', 'key'],
  })
  if (!sealed) throw new TurnedAway(failures.unreadable)
  return sealed
}

/** Opens a body and makes sure that it was sealed just now, for this call and this session. */
async function openFresh(
  edge: Edge,
  call: Call,
  given: { readonly sealed: Sealed; readonly cookie: string | undefined; readonly since: Date },
): Promise<{ common: CommonFields; own: Fields }> {
  const { sealed, cookie, since } = given
  const stop = edge.metrics.decrypts.startTimer({ form: sealed.form })
  const { method, path } = call
  const tokenCookie = readCookie(cookie, isForStaff(call) ? 'staffToken' : 'token') || undefined
  const opened = await edge.opener.open(sealed, { method, path, tokenCookie })
  stop()
  const fields = opened && parseObject(opened.text)
  const times = { now: edge.services.now(), since }
  if (!fields || !isFresh(fields['timestamp'], times) || !isBound(opened, fields)) {
    throw new TurnedAway(failures.unreadable)
  }
  return splitFields(fields)
}

function isFresh(
  timestamp: unknown,
  { now, since }: { readonly now: Date; readonly since: Date },
): boolean {
  if (typeof timestamp !== 'number' || timestamp < since.getTime()) return false
  return Math.abs(timestamp - now.getTime()) <= CLOCK_WINDOW_MS
}

/** What was sealed for one session says nothing in another. */
function isBound({ boundTo }: OpenedBody, fields: Fields): boolean {
  return !boundTo || boundTo.token === (fields['token'] || undefined)
}
