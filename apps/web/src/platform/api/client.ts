import { type Call, calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import type { CommonFields } from '@qingzhou/contract/envelope'
import type { Input, Output, Shape } from '@qingzhou/contract/shape'
import { systemShapes } from '@qingzhou/contract/system'
import * as z from 'zod/mini'
import { type Answer, answerOf, codeOf, malformed, refusalOf } from './answer.ts'
import { ApiError } from './api-error.ts'
import { noteServerTime, serverNow, setServerTime } from '#platform/browser/clock.ts'
import type { Outcome } from './outcomes.ts'
import { createQueue } from './queue.ts'
import { compose } from './request.ts'
import { createSealer } from './sealer.ts'
import { type Exchange, exchange, type Patience } from './transport.ts'

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** The screen itself says what went wrong with this call. */
  readonly quiet?: true
  /** A call that takes its time, even without a file. */
  readonly heavy?: true
  /** Nothing is announced: the caller acts on `ApiError.outcome` itself. */
  readonly leaveOutcome?: true
}

export type ClientSetup = {
  readonly baseUrl: string
  /** What travels with every request. */
  readonly common: (call: Call) => CommonFields
  /** Keeps what a later screen will have to show. */
  readonly remember: (outcome: Outcome) => void
  readonly announce: (outcome: Outcome) => void
  readonly ordinaryTimeoutMs: number
  readonly heavyTimeoutMs: number
}

type Fields = Readonly<Record<string, unknown>>

/** The one way through which calls go out and answers come in. */
export function createClient(setup: ClientSetup) {
  const ask = createAsk(setup)
  let proclaimed: string | undefined

  /** A notice stands in every answer while it lasts; a person is sent to read it once. */
  const proclamationOf = ({ proclamation: text }: Answer): Outcome | undefined => {
    if (text === undefined || text === proclaimed) return undefined
    proclaimed = text
    return { kind: 'proclaimed', text }
  }

  const attempt = async <S extends Shape>({ call, shape, input, options }: Asked<S>) => {
    const fields = z.encode(shape.request, input)
    // Every request shape of the contract is an object on the wire.
    const answer = await ask(call, fields as Fields, options)
    const news = proclamationOf(answer)
    if (!answer.isSuccess) throw refusalOf(answer, news)
    if (news) {
      setup.remember(news)
      setup.announce(news)
    }
    const decoded = z.safeDecode(shape.response, answer.fields)
    if (!decoded.success) throw malformed(answer.requestId)
    // The shape's own codec made it.
    return decoded.data as Output<S>
  }

  return {
    async call<S extends Shape>(asked: Asked<S>): Promise<Output<S>> {
      try {
        return await attempt(asked)
      } catch (error) {
        if (error instanceof ApiError && error.outcome) {
          setup.remember(error.outcome)
          if (isAnnounced(error.outcome, asked.options)) setup.announce(error.outcome)
        }
        throw error
      }
    },
  }
}

export type Asked<S extends Shape> = {
  readonly call: Call
  readonly shape: S
  readonly input: Input<S>
  readonly options: CallOptions
}

/** What concerns one call alone; a quiet caller says it itself. */
const OF_THE_CALL: ReadonlySet<Outcome['kind']> = new Set([
  'message',
  'badLink',
  'pageDataMissing',
  'serverFault',
])

function isAnnounced({ kind }: Outcome, { quiet, leaveOutcome }: CallOptions): boolean {
  return !leaveOutcome && !(quiet && OF_THE_CALL.has(kind))
}

const HEAVY_AT_ONCE = 2

function createAsk(setup: ClientSetup) {
  const lanes = {
    ordinary: {
      run: createQueue(Number.POSITIVE_INFINITY),
      timeoutMs: setup.ordinaryTimeoutMs,
      networkErrors: 'announced',
    },
    // Whoever sends files shows progress, and shows in the same place that it broke off.
    heavy: {
      run: createQueue(HEAVY_AT_ONCE),
      timeoutMs: setup.heavyTimeoutMs,
      networkErrors: 'silent',
    },
  } as const

  const sealer = createSealer(async () => {
    const { fields } = await ask(calls.system.publicKey, {}, {})
    return z.decode(systemShapes.publicKey.response, fields as PublicKeyOnWire)
  })
  let clock: Promise<void> | undefined

  /** Bodies carry the server's time. Where it cannot be had, the phone's own is tried. */
  const clockReady = () =>
    (clock ??= ask(calls.system.time, {}, {}).then(
      ({ timestamp }) => setServerTime(timestamp ?? Date.now()),
      () => {
        clock = undefined
      },
    ))

  const send = async (call: Call, fields: Fields, patience: Patience): Promise<Exchange> => {
    const common = setup.common(call)
    const { url, init } = await compose({ call, fields, common }, async (payload) => {
      await Promise.all([clockReady(), sealer.prepare()])
      const json = JSON.stringify({ ...payload, timestamp: serverNow() })
      return sealer.seal(call, json, common.token)
    })
    return exchange(setup.baseUrl + url, init, patience)
  }

  async function ask(call: Call, fields: Fields, options: CallOptions): Promise<Answer> {
    const { run, ...lane } = lanes[call.body === 'hybrid' || options.heavy ? 'heavy' : 'ordinary']
    const patience = { ...lane, signal: options.signal }
    return run(async () => {
      let got = await send(call, fields, patience)
      if (isToBeSealedAgain(call, got)) {
        // Where the body was only too old, the key is still good, and asking for it costs little.
        sealer.forgetKey()
        clock = undefined
        got = await send(call, fields, patience)
      }
      const answer = answerOf(call, got)
      if (answer.timestamp !== undefined) noteServerTime(answer.timestamp)
      return answer
    })
  }

  return ask
}

type PublicKeyOnWire = z.input<typeof systemShapes.publicKey.response>

/**
 * The server could not open the body: its key was rotated, or the phone's clock was set. Or it lost its
 * memory of bodies in a crash and takes none sealed before. It says so before anything is done, so
 * the call may be made again, once, with a fresh key and time.
 */
function isToBeSealedAgain(call: Call, got: Exchange): boolean {
  if (call.body !== 'sealed' && call.body !== 'hybrid') return false
  return got.status === 400 || (got.status === 503 && codeOf(call, got) === codes.sealAgain)
}
