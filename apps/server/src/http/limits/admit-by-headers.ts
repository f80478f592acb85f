import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@qingzhou/contract/calls'
import { isStaffSessionOpen } from '#features/staff-members/index.ts'
import { networkOf } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import type { Admission } from './admission.ts'
import { untilClosed } from './until-closed.ts'
import { closeWith } from '#http/bodies/broken-requests.ts'
import { cookiesOf, readSecret } from '#http/sessions/cookies.ts'
import type { HttpContext } from '#http/http-context.ts'
import { failures, RequestRejected } from '#http/failure.ts'

/**
 * A photograph of 2.8 million characters, sealed and encoded as base64. The proxy has the same
 * limit.
 */
export const LARGE_BODY_BYTES_MAX = 4 * 1024 * 1024

/** A large body counts as one small call per this many bytes. */
const BYTES_PER_UNIT = 64 * 1024

/** The borrower's session secret. Undefined for staff calls, which have a secret of their own. */
export function sessionSecretOf(
  http: HttpContext,
  call: Call,
  request: FastifyRequest,
): string | undefined {
  return isForStaff(call) ? undefined : readSecret(cookiesOf(http, request), 'session')
}

/** The calls of the staff area, sign-in included, use the `codeMsg` envelope. */
export function isForStaff({ envelope }: Call): boolean {
  return envelope === 'codeMsg'
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/**
 * Decides by the headers whether a large body is read: its size, the rate limit of its network
 * counted by size, a session, its turn among the bodies of its sender, and a place among the large
 * bodies. No call takes a large body without a session.
 */
export async function admitByHeaders(
  http: HttpContext,
  call: Call,
  exchange: Exchange,
): Promise<Admission> {
  const { request, reply } = exchange
  const bytes = announcedBytes(request, reply)
  const admission = await http.admit({
    ip: request.ip,
    cost: Math.max(1, Math.ceil(bytes / BYTES_PER_UNIT)),
    ciphertexts: [],
    sessionSecret: sessionSecretOf(http, call, request),
  })
  const sender = isForStaff(call)
    ? await staffSender(http, request)
    : admission.session && `customer ${admission.session.customer}`
  if (sender === undefined) throw new Refused({ kind: 'not-signed-in' })
  if (!(await takePlace(http, sender, exchange))) {
    http.metrics.shed.inc({ urgent: String(call.urgent === true) })
    throw new RequestRejected(failures.busy)
  }
  return admission
}

/**
 * Whether the body gets a place. A body that waits for its turn has none and is not read; it waits
 * as long as the server waits for any request.
 */
async function takePlace(
  http: HttpContext,
  sender: string,
  { request, reply }: Exchange,
): Promise<boolean> {
  const turn = http.shedder.turnOf(sender)
  if (!turn) return false
  untilClosed(reply, () => turn.leave())
  if (!(await turn.isReady)) return false
  const { raw } = request
  const leave = http.shedder.arrive({
    sender,
    network: networkOf(request.ip),
    message: raw,
    evict: () => closeWith(http, raw.socket, failures.tooSlow),
  })
  if (!leave) return false
  untilClosed(reply, leave)
  return true
}

/**
 * Returns the announced length. If it is unknown or too large, the connection is closed. A body
 * within the limit that is refused later is discarded, so that its sender receives the response.
 */
function announcedBytes({ headers }: FastifyRequest, reply: FastifyReply): number {
  const length = headers['content-length']
  const bytes = Number(length)
  if (length !== undefined && bytes <= LARGE_BODY_BYTES_MAX) return bytes
  void reply.header('connection', 'close')
  throw new RequestRejected(length === undefined ? failures.lengthMissing : failures.tooLarge)
}

async function staffSender(
  http: HttpContext,
  request: FastifyRequest,
): Promise<string | undefined> {
  const secret = readSecret(cookiesOf(http, request), 'staff')
  if (secret === undefined || !(await isStaffSessionOpen(http.services, secret))) return undefined
  return `staff session ${secret}`
}
