import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@qingzhou/contract/calls'
import type { CommonFields } from '@qingzhou/contract/envelope'
import { KEY_ID_HEADER } from '@qingzhou/contract/sealing'
import type { Caller, StaffCaller } from '#platform/caller.ts'
import { confirmSession } from '#features/sessions/index.ts'
import { admit, assertNotSeen, type Admission } from '#http/limits/admission.ts'
import { isForStaff, sessionSecretOf } from '#http/limits/admit-by-headers.ts'
import { assertAccess, callerOf } from '#http/sessions/caller-of.ts'
import { cookiesOf, readCookie } from '#http/sessions/cookies.ts'
import type { Edge } from '#http/http-context.ts'
import type { Endpoint } from '#http/endpoints.ts'
import { failures, TurnedAway } from '#http/failure.ts'
import { splitFields } from './fields.ts'
import { parseObject } from './json.ts'
import { staffOnTheLine } from '#http/sessions/staff-on-the-line.ts'
import type { OpenedBody } from './rsa-key.ts'
import { takeApart, type Sealed } from './sealed-body.ts'

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
  const cookies = cookiesOf(edge, request)
  const { admission, common, own } =
    call.body === 'hybrid'
      ? await receiveLarge(edge, call, request)
      : await receiveSmall(edge, call, request)
  const confirmed = await confirmSession(edge.services.database, edge.services, {
    stored: admission.session,
    token: common.token,
  })
  const session = confirmed?.session
  const caller = callerOf(request, reply, { common, session, cookies })
  if (confirmed?.isRenewed) caller.setSecretCookie('session', sessionSecretOf(edge, call, request))
  if (call.access !== 'staff') {
    assertAccess(call.access, caller)
    return { own, caller }
  }
  const staff = await staffOnTheLine(edge, { call, name }, { cookies, token: common.token })
  const staffCaller: StaffCaller = { ...caller, staff }
  return { own, caller: staffCaller }
}

type Received = {
  readonly admission: Pick<Admission, 'session'>
  readonly common: CommonFields
  readonly own: Fields
}

/** A small body is cheap to read, so that one statement checks its limits, its novelty and its session. */
async function receiveSmall(edge: Edge, call: Call, request: FastifyRequest): Promise<Received> {
  const body = call.body === 'none' ? queryOf(request) : bodyOf(request)
  const sealed = call.body === 'sealed' ? takeApart(body, keyIdOf(request)) : undefined
  if (call.body === 'sealed' && !sealed) throw new TurnedAway(failures.unreadable)
  const admission = await admit(
    { ...edge.services, blocksPerIpAndMinute: edge.limits.blocksPerIpAndMinute },
    {
      ip: request.ip,
      cost: sealed?.cost ?? 1,
      ciphertexts: sealed?.ciphertexts ?? [],
      // Borrowers and staff have sessions of their own, and neither is worth anything to the other.
      sessionSecret: sessionSecretOf(edge, call, request),
    },
  )
  const since = admission.rememberedSince
  const fields = sealed
    ? await openFresh(edge, call, { sealed, request, since })
    : splitFields(body)
  return { admission, ...fields }
}

/** A large body was admitted by its headers. All that handles its bytes is done by threads. */
async function receiveLarge(edge: Edge, call: Call, request: FastifyRequest): Promise<Received> {
  const { admission, body } = request
  if (!admission || !Buffer.isBuffer(body)) throw new TurnedAway(failures.unreadable)
  const sealed = await edge.opener.takeApartLarge(body, keyIdOf(request))
  if (!sealed) throw new TurnedAway(failures.unreadable)
  const since = await assertNotSeen(edge.services, sealed.ciphertexts)
  return { admission, ...(await openFresh(edge, call, { sealed, request, since })) }
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

function keyIdOf({ headers }: FastifyRequest): string | undefined {
  const keyId = headers[KEY_ID_HEADER]
  return typeof keyId === 'string' ? keyId.slice(0, 64) : undefined
}

/** Opens a body and makes sure that it was sealed just now, for this call and this session. */
async function openFresh(
  edge: Edge,
  call: Call,
  given: { readonly sealed: Sealed; readonly request: FastifyRequest; readonly since: Date },
): Promise<{ common: CommonFields; own: Fields }> {
  const { sealed, request, since } = given
  const stop = edge.metrics.decrypts.startTimer({ form: sealed.form })
  const { method, path } = call
  const { cookie } = request.headers
  const tokenCookie = readCookie(cookie, isForStaff(call) ? 'staffToken' : 'token') || undefined
  const opened = await edge.opener.open(sealed, { method, path, tokenCookie })
  stop()
  const sealedAt = opened?.fields['timestamp']
  const isFresh = typeof sealedAt === 'number' && isRecent(sealedAt, edge.services.now())
  if (!opened || !isFresh || !isBound(opened)) throw new TurnedAway(failures.unreadable)
  // A crash of the database empties the memory of bodies, so an earlier one may have been served.
  if (sealedAt < since.getTime()) throw new TurnedAway(failures.sealAgain)
  return splitFields(opened.fields)
}

function isRecent(sealedAt: number, now: Date): boolean {
  return Math.abs(sealedAt - now.getTime()) <= CLOCK_WINDOW_MS
}

/** What was sealed for one session says nothing in another. */
function isBound({ boundTo, fields }: OpenedBody): boolean {
  return !boundTo || boundTo.token === (fields['token'] || undefined)
}
