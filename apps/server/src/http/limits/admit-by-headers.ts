import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@qingzhou/contract/calls'
import { isStaffSessionOpen } from '#features/staff-members/index.ts'
import { networkOf } from '#platform/network-of.ts'
import { Refused } from '#platform/refused.ts'
import { admit, type Admission } from './admission.ts'
import { cookiesOf, readSecret } from '#http/sessions/cookies.ts'
import type { Edge } from '#http/http-context.ts'
import { failures, TurnedAway } from '#http/failure.ts'

/** A photograph of 2.8 million characters, sealed and written as base64. The proxy's limit is the same. */
export const LARGE_BODY_BYTES_MAX = 4 * 1024 * 1024

/** A large body counts as one small call for each of these. */
const BYTES_PER_UNIT = 64 * 1024

/** What opens a session: borrowers and staff have secrets of their own. */
export function sessionSecretOf(
  edge: Edge,
  call: Call,
  request: FastifyRequest,
): string | undefined {
  return isForStaff(call) ? undefined : readSecret(cookiesOf(edge, request), 'session')
}

/** The staff area is what speaks its envelope, signing in included. */
export function isForStaff({ envelope }: Call): boolean {
  return envelope === 'codeMsg'
}

/**
 * Decides by the headers alone whether a large body is read at all: its size, a place among the large
 * bodies, the rate of its network counted by size, and a session. Nobody sends a large body without one.
 */
export async function admitByHeaders(
  edge: Edge,
  call: Call,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Admission> {
  const bytes = announcedBytes(request, reply)
  const leave = edge.shedder.arrive(networkOf(request.ip))
  if (!leave) {
    edge.metrics.shed.inc({ urgent: String(call.urgent) })
    throw new TurnedAway(failures.busy)
  }
  reply.raw.once('close', leave)
  const admission = await admit(
    { ...edge.services, blocksPerIpAndMinute: edge.limits.blocksPerIpAndMinute },
    {
      ip: request.ip,
      cost: Math.max(1, Math.ceil(bytes / BYTES_PER_UNIT)),
      ciphertexts: [],
      sessionSecret: sessionSecretOf(edge, call, request),
    },
  )
  const hasSession = isForStaff(call)
    ? await hasStaffSession(edge, request)
    : admission.session !== undefined
  if (!hasSession) throw new Refused({ kind: 'not-signed-in' })
  return admission
}

/**
 * A body of unknown or too great a length is not even discarded: the connection is closed. A body
 * within the limit is discarded unread, so that its sender receives the answer.
 */
function announcedBytes({ headers }: FastifyRequest, reply: FastifyReply): number {
  const length = headers['content-length']
  const bytes = Number(length)
  if (length !== undefined && bytes <= LARGE_BODY_BYTES_MAX) return bytes
  void reply.header('connection', 'close')
  throw new TurnedAway(length === undefined ? failures.lengthMissing : failures.tooLarge)
}

async function hasStaffSession(edge: Edge, request: FastifyRequest): Promise<boolean> {
  const secret = readSecret(cookiesOf(edge, request), 'staff')
  return secret !== undefined && isStaffSessionOpen(edge.services, secret)
}
