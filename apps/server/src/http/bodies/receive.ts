import type { FastifyReply, FastifyRequest } from 'fastify'
import { closeWith } from './broken-requests.ts'
import type { HttpContext } from '#http/http-context.ts'
import { failures, RequestRejected } from '#http/failure.ts'
import type { Call } from '@qingzhou/contract/calls'
import type { CommonFields } from '@qingzhou/contract/wire/envelope'
import { KEY_ID_HEADER } from '@qingzhou/contract/sealing/sealing'
import type { Caller, StaffCaller } from '@qingzhou/platform/caller'
import { confirmSession } from '#features/sessions/index.ts'
import { assertNotSeen, type Admission } from '#http/limits/admission.ts'
import { isForStaff, sessionSecretOf } from '#http/limits/admit-by-headers.ts'
import { assertAccess, callerOf } from '#http/sessions/caller-of.ts'
import { cookiesOf, readCookie } from '#http/sessions/cookies.ts'
import type { Endpoint } from '#http/endpoints.ts'
import { splitFields, parseObject } from './json.ts'
import { requireStaffMember } from '#http/sessions/require-staff-member.ts'
import type { OpenedBody } from './rsa-key.ts'
import { takeApart, type SealedFields } from './sealed-body.ts'

const CHECKS_PER_TIMEOUT = 5

/**
 * Closes the connection of a large body that stalls or arrives too slowly, which frees its place
 * among the large bodies. It polls the socket's byte count: a listener on the body would consume
 * it.
 */
export function watchBody(
  http: HttpContext,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): void {
  const { bodyIdleTimeoutMs, bodyBytesPerSecondMin } = http.limits
  const { raw } = request
  const { socket } = raw
  const startedAt = performance.now()
  const bytesAtStart = socket.bytesRead
  let last = { bytes: bytesAtStart, at: startedAt }
  const timer = setInterval(() => {
    const now = performance.now()
    if (socket.bytesRead > last.bytes) last = { bytes: socket.bytesRead, at: now }
    // No minimum rate during the first timeout: a connection starts slowly.
    const ratedMs = now - startedAt - bodyIdleTimeoutMs
    const isSlow = socket.bytesRead - bytesAtStart < (ratedMs / 1000) * bodyBytesPerSecondMin
    if (now - last.at < bodyIdleTimeoutMs && !isSlow) return
    clearInterval(timer)
    http.services.log.info('body.stalled', { requestId: request.id })
    closeWith(http, socket, failures.tooSlow)
  }, bodyIdleTimeoutMs / CHECKS_PER_TIMEOUT)
  const stop = () => clearInterval(timer)
  raw.once('end', stop)
  reply.raw.once('close', stop)
}

type Fields = Readonly<Record<string, unknown>>

/** The accepted difference between the client's clock and ours. */
const CLOCK_WINDOW_MS = 5 * 60_000

/**
 * Reads caller and fields from a request. The order matters: checks that cost nothing run first,
 * nothing is decrypted before the rate limits, and nothing is validated before the session is
 * known.
 */
export async function receive(
  http: HttpContext,
  { call, name }: Pick<Endpoint, 'call' | 'name'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<{ own: Fields; caller: Caller }> {
  const cookies = cookiesOf(http, request)
  const { admission, common, own } =
    call.body === 'hybrid'
      ? await receiveLarge(http, call, request)
      : await receiveSmall(http, call, request)
  const confirmed = await confirmSession(http.services.database, http.services, {
    stored: admission.session,
    token: common.token,
  })
  const session = confirmed?.session
  const caller = callerOf(request, reply, { common, session, cookies })
  if (confirmed?.isRenewed) caller.setSecretCookie('session', sessionSecretOf(http, call, request))
  if (call.access !== 'staff') {
    assertAccess(call.access, caller)
    return { own, caller }
  }
  const staff = await requireStaffMember(http, { call, name }, { cookies, token: common.token })
  const staffCaller: StaffCaller = { ...caller, staff }
  return { own, caller: staffCaller }
}

type ReceivedBody = {
  readonly admission: Pick<Admission, 'session'>
  readonly common: CommonFields
  readonly own: Fields
}

/**
 * A small body is cheap to read, so a single statement checks its rate limit, its replay and its
 * session.
 */
async function receiveSmall(
  http: HttpContext,
  call: Call,
  request: FastifyRequest,
): Promise<ReceivedBody> {
  const body = call.body === 'none' ? queryOf(request) : bodyOf(request)
  const sealed = call.body === 'sealed' ? takeApart(body, keyIdOf(request)) : undefined
  if (call.body === 'sealed' && !sealed) throw new RequestRejected(failures.unreadable)
  const admission = await http.admit({
    ip: request.ip,
    cost: sealed?.cost ?? 1,
    ciphertexts: sealed?.ciphertexts ?? [],
    // Borrower and staff sessions are separate: neither grants access to the other area.
    sessionSecret: sessionSecretOf(http, call, request),
  })
  const since = admission.rememberedSince
  const fields = sealed
    ? await openAndCheckFreshness(http, call, { sealed, request, since })
    : splitFields(body)
  return { admission, ...fields }
}

/** A large body was admitted by its headers. Worker threads handle its bytes. */
async function receiveLarge(
  http: HttpContext,
  call: Call,
  request: FastifyRequest,
): Promise<ReceivedBody> {
  const { admission, body } = request
  if (!admission || !Buffer.isBuffer(body)) throw new RequestRejected(failures.unreadable)
  const sealed = await http.opener.takeApartLarge(body, keyIdOf(request))
  if (!sealed) throw new RequestRejected(failures.unreadable)
  const since = await assertNotSeen(http.services, sealed.ciphertexts)
  return { admission, ...(await openAndCheckFreshness(http, call, { sealed, request, since })) }
}

/** Query fields. A repeated name gives a list, which no string field accepts. */
function queryOf(request: FastifyRequest): Fields {
  // The framework's parser returns an object without a prototype, with strings and lists of
  // strings.
  return { ...(request.query as Fields) }
}

function bodyOf(request: FastifyRequest): Fields {
  const fields = typeof request.body === 'string' ? parseObject(request.body) : undefined
  if (!fields) throw new RequestRejected(failures.unreadable)
  return fields
}

function keyIdOf({ headers }: FastifyRequest): string | undefined {
  const keyId = headers[KEY_ID_HEADER]
  return typeof keyId === 'string' ? keyId.slice(0, 64) : undefined
}

/** Decrypts a body and checks that it was sealed recently, for this call and this session. */
async function openAndCheckFreshness(
  http: HttpContext,
  call: Call,
  input: { readonly sealed: SealedFields; readonly request: FastifyRequest; readonly since: Date },
): Promise<{ common: CommonFields; own: Fields }> {
  const { sealed, request, since } = input
  const stop = http.metrics.decrypts.startTimer({ form: sealed.form })
  const { method, path } = call
  const { cookie } = request.headers
  const tokenCookie = readCookie(cookie, isForStaff(call) ? 'staffToken' : 'token') || undefined
  const opened = await http.opener.open(sealed, { method, path, tokenCookie })
  stop()
  const sealedAt = opened?.fields['timestamp']
  const isFresh = typeof sealedAt === 'number' && isRecent(sealedAt, http.services.now())
  if (!opened || !isFresh || !isBound(opened)) throw new RequestRejected(failures.unreadable)
  // A database crash empties the table of seen bodies, so a body sealed before it may already have
  // been served.
  if (sealedAt < since.getTime()) throw new RequestRejected(failures.sealAgain)
  return splitFields(opened.fields)
}

function isRecent(sealedAt: number, now: Date): boolean {
  return Math.abs(sealedAt - now.getTime()) <= CLOCK_WINDOW_MS
}

/** Whether the body carries the token it was sealed for: it is not valid in another session. */
function isBound({ boundTo, fields }: OpenedBody): boolean {
  return !boundTo || boundTo.token === (fields['token'] || undefined)
}
