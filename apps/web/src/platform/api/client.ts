import { type Call, calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import type { CommonFields } from '@qingzhou/contract/wire/envelope'
import type { Input, Output, Shape } from '@qingzhou/contract/wire/shape'
import { systemShapes } from '@qingzhou/contract/features/system'
import * as z from 'zod/mini'
import { type Answer, answerOf, codeOf, newMalformedAnswerError, refusalOf } from './answer.ts'
import { ApiError, type Outcome } from './api-error.ts'
import { noteServerTime, pageArrival, serverNow, setServerTime } from '#platform/browser/clock.ts'
import { createQueue, exchange, type Exchange, type TimeoutPolicy } from './transport.ts'
import { compose } from './request.ts'
import { createSealer, type ServerKey } from './sealer.ts'

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** The screen shows the error of this call itself. */
  readonly quiet?: true
  /** A long call, even without a file. */
  readonly heavy?: true
  /** The codes whose message the screen shows at a field; all others are announced. */
  readonly atField?: readonly string[]
  /** Announces nothing: the caller handles `ApiError.outcome`. */
  readonly leaveOutcome?: true
}

export type ClientSetup = {
  readonly baseUrl: string
  /** The fields of every request. */
  readonly common: (call: Call) => CommonFields
  /** Stores data for a later screen. */
  readonly remember: (outcome: Outcome) => void
  readonly announce: (outcome: Outcome) => void
  readonly ordinaryTimeoutMs: number
  readonly heavyTimeoutMs: number
  /** The key and the time the server sent with the page, if it did. */
  readonly sealKey?: ServerKey | undefined
  readonly serverTime?: number | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Sends all calls and reads all answers. */
export function createClient(setup: ClientSetup) {
  const ask = createAsk(setup)
  let shownNotice: string | undefined

  /** A notice is part of every answer while it is active; open it once per user. */
  const newNoticeIn = ({ notice: text }: Answer): Outcome | undefined => {
    if (text === undefined || text === shownNotice) return undefined
    shownNotice = text
    return { kind: 'noticeShown', text }
  }

  const attempt = async <S extends Shape>({ call, shape, input, options }: CallRequest<S>) => {
    const fields = z.encode(shape.request, input)
    // Every request shape is an object on the wire.
    const answer = await ask(call, fields as Fields, options)
    const news = newNoticeIn(answer)
    if (!answer.isSuccess) throw refusalOf(answer, news)
    if (news) {
      setup.remember(news)
      setup.announce(news)
    }
    const decoded = z.safeDecode(shape.response, answer.fields)
    if (!decoded.success) throw newMalformedAnswerError(answer.requestId)
    // The codec of this shape produced the value.
    return decoded.data as Output<S>
  }

  return {
    async call<S extends Shape>(asked: CallRequest<S>): Promise<Output<S>> {
      try {
        return await attempt(asked)
      } catch (error) {
        if (error instanceof ApiError && error.outcome) {
          setup.remember(error.outcome)
          const isShown = asked.options.atField?.includes(error.code) ?? false
          if (!isShown && isAnnounced(error.outcome, asked.options)) setup.announce(error.outcome)
        }
        throw error
      }
    },
  }
}

export type CallRequest<S extends Shape> = {
  readonly call: Call
  readonly shape: S
  readonly input: Input<S>
  readonly options: CallOptions
}

/** Messages for one call; a quiet caller shows them itself. */
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
    // Screens that send files show their own progress and errors.
    heavy: {
      run: createQueue(HEAVY_AT_ONCE),
      timeoutMs: setup.heavyTimeoutMs,
      networkErrors: 'silent',
    },
  } as const

  const sealer = createSealer(async () => {
    const { fields } = await ask(calls.system.publicKey, {}, {})
    return z.decode(systemShapes.publicKey.response, fields as PublicKeyOnWire)
  }, setup.sealKey)
  if (setup.serverTime !== undefined) setServerTime(setup.serverTime, pageArrival())
  let clock = setup.serverTime === undefined ? undefined : Promise.resolve()

  /** Bodies contain the server time. Use the phone's clock when it is unavailable. */
  const clockReady = () =>
    (clock ??= ask(calls.system.time, {}, {}).then(
      ({ timestamp }) => setServerTime(timestamp ?? Date.now()),
      () => {
        clock = undefined
      },
    ))

  const send = async (call: Call, fields: Fields, patience: TimeoutPolicy): Promise<Exchange> => {
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
        // If only the timestamp was too old, the key is still valid, but requesting it again is
        // cheap.
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
 * The server could not open the body: the key was rotated, the phone's clock was changed, or the
 * server lost its replay memory in a crash. It answers so before doing anything, so one retry with
 * a new key and time is safe.
 */
function isToBeSealedAgain(call: Call, got: Exchange): boolean {
  if (call.body !== 'sealed' && call.body !== 'hybrid') return false
  return got.status === 400 || (got.status === 503 && codeOf(call, got) === codes.sealAgain)
}
