import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { assert } from '@qingzhou/domain/assert'
import { BLOCK_BASE64_LENGTH, BLOCKS_MAX } from '@qingzhou/contract/sealing/sealing'
import { requireValidCard } from '#features/identity/index.ts'
import { requireDeviceKeys } from '#features/onboarding/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import { withRequestId } from '@qingzhou/platform/log'
import { trace, type Step } from '@qingzhou/platform/tracing/tracing'
import { inCallScope } from '@qingzhou/platform/database/read-only'
import type { Admission } from './limits/admission.ts'
import { admitByHeaders, LARGE_BODY_BYTES_MAX } from './limits/admit-by-headers.ts'
import { untilClosed } from './limits/until-closed.ts'
import type { HttpContext } from './http-context.ts'
import type { Endpoint } from './endpoints.ts'
import { success } from './envelope.ts'
import { failures, RequestRejected } from './failure.ts'
import { decodeInput } from './bodies/json.ts'
import { responseEncoder } from './bodies/response-encoder.ts'
import { assertClock, assertJson, assertOwnPage } from './guards.ts'
import { chooseReader, rememberWrite } from './standby-reads.ts'
import { PIXEL } from './pages/files.ts'
import { receive, watchBody } from './bodies/receive.ts'

const KIB = 1024

const bodyLimits: Record<Call['body'], number> = {
  sealed: BLOCKS_MAX * BLOCK_BASE64_LENGTH + 2 * KIB,
  hybrid: LARGE_BODY_BYTES_MAX,
  plain: 64 * KIB,
  none: KIB,
}

/** Mounts every row of the call table as a route. */
export function mount(
  app: FastifyInstance,
  http: HttpContext,
  endpoints: readonly Endpoint[],
): void {
  for (const endpoint of endpoints) {
    const { call, name, shape } = endpoint
    const encode = responseEncoder(shape.response)
    const isLarge = call.body === 'hybrid'
    assert(!isLarge || call.access !== 'public', `${name}: a large body needs a session`)
    app.route({
      method: call.method,
      url: call.path,
      // Otherwise a HEAD request would run the handler of the GET and discard its response.
      exposeHeadRoute: false,
      bodyLimit: bodyLimits[call.body],
      config: { call, name },
      onRequest: async (request, reply) => {
        assertClock(http)
        if (http.shedder.isFull(call.urgent === true)) shed(http, call)
        if (call.method === 'POST') {
          assertOwnPage(request, http.publicOrigin)
          assertJson(request)
        }
        if (isLarge) request.admission = await admitByHeaders(http, call, { request, reply })
      },
      preParsing: async (request, reply) => {
        if (isLarge) watchBody(http, { request, reply })
      },
      // A call is counted after its body has arrived: otherwise unfinished bodies would block other
      // calls.
      preHandler: async (_, reply) =>
        untilClosed(reply, http.shedder.enter(call.urgent === true) ?? shed(http, call)),
      handler: async (request, reply) =>
        trace(stepOf(endpoint, request), () =>
          inCallScope(() => serve(http, endpoint, { request, reply, encode })),
        ),
    })
  }
}

/** The path is the route's own: parameters of an address may be secret. */
function stepOf({ name, call }: Endpoint, { id }: FastifyRequest): Step {
  const attributes = {
    'http.request.method': call.method,
    'http.route': call.path,
    'request.id': id,
  }
  return { name, kind: 'server', attributes }
}

function shed(http: HttpContext, call: Call): never {
  http.metrics.shed.inc({ urgent: String(call.urgent === true) })
  throw new RequestRejected(failures.busy)
}

type Exchange = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** For the response of this endpoint. */
  readonly encode: (output: unknown) => unknown
}

async function serve(http: HttpContext, endpoint: Endpoint, exchange: Exchange): Promise<unknown> {
  const { call, name, shape, handle } = endpoint
  const { request, reply, encode } = exchange
  await assertOpen(http, endpoint)
  const { own, caller } = await receive(http, endpoint, exchange)
  if (caller.session?.awaitsFace) assertBeforeFace(endpoint)
  if (call.needsValidCard && caller.session) {
    await requireValidCard(http.services, caller.session.customer)
  }
  if (call.deviceKeys && caller.session && http.services.providers.deviceVendors) {
    const { session, deviceKeys } = caller
    const { database } = http.services
    await requireDeviceKeys(database, http.services, { session, deviceKeys }, call.deviceKeys)
  }
  chooseReader(http, name, exchange)
  const output = await withRequestId(request.id, async () =>
    handle(decodeInput(shape.request, own), caller),
  ).finally(() => rememberWrite(http, exchange))
  // Every response is an object.
  const fields = encode(output) as Readonly<Record<string, unknown>>
  reply.statusCode = 200
  request.answeredCode = codes.success

  if (call.answer === 'redirect') {
    return reply.redirect(ownLocation(http, String(fields['location'])), 302)
  }
  if (call.answer === 'pixel') return reply.type('image/gif').send(PIXEL)
  return success(call.envelope, fields, {
    requestId: request.id,
    now: http.services.now(),
    notice: (await http.notice.current())?.text,
  })
}

/** What a session may do before the face check that returns the access after a stolen phone. */
const BEFORE_FACE =
  /^(system|reference|onboarding|credit\.(currentStep|progress)|loans\.currentStep|security\.signOut|identity\.(idCardExpiry|checkModes|openFaceSession|face\w+))(\.|$)/

function assertBeforeFace({ call, name }: Endpoint): void {
  if (call.access !== 'signedIn' || BEFORE_FACE.test(name)) return
  throw new Refused({ kind: 'access-awaits-face' })
}

/** A page that shows the notice needs them; signing out is always possible. */
const OPEN_ALWAYS = /^(system\.|security\.signOut$)/

/** Refuses the calls of borrowers while a notice closes the service. */
async function assertOpen(
  { notice: source }: HttpContext,
  { call, name }: Endpoint,
): Promise<void> {
  const notice = await source.current()
  if (!notice?.isClosing || call.envelope === 'codeMsg' || OPEN_ALWAYS.test(name)) return
  throw new RequestRejected({ status: 200, code: codes.closed, message: notice.text })
}

/**
 * Allows redirects to known origins only: `//evil`, `\\evil` and `https:evil` all lead to other
 * hosts.
 */
function ownLocation({ redirectOrigins, publicOrigin }: HttpContext, location: string): string {
  const home = publicOrigin ?? 'http://home.invalid'
  const target = new URL(location, home)
  assert(
    target.origin === home || redirectOrigins.includes(target.origin),
    'a redirect stays within our own hosts',
  )
  return location
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly call?: Call
    readonly name?: string
  }
  interface FastifyRequest {
    /** The code of the answer, for the log and the metrics. */
    answeredCode: string
    /** The decision on a large body, made from its headers. */
    admission: Admission | undefined
  }
}
