import { codes } from '@qingzhou/contract/codes'
import { DatabaseAway } from '#platform/database/database-away.ts'
import { ProviderUnavailable } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import { wordsFor } from './refusals.ts'

/** An answer that is not the one hoped for, as the caller sees it. */
export type Failure = {
  readonly status: number
  readonly code: string
  readonly message: string
  /** How long to wait before the same call has a chance. */
  readonly waitSeconds?: number
}

/** Thrown by the edge itself, before any business code. */
export class TurnedAway extends Error {
  readonly failure: Failure

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause })
    this.name = 'TurnedAway'
    this.failure = failure
  }
}

const turnedAway = (status: number, message: string): Failure => ({
  status,
  code: codes.invalidField,
  message,
})

const BUSY_WAIT_SECONDS = 3

/** The failures of the edge. `unreadable` is the one answer to every kind of bad ciphertext. */
export const failures = {
  unreadable: turnedAway(400, '请求无法识别，请刷新后重试'),
  forged: turnedAway(401, '签名无法识别'),
  foreign: turnedAway(403, '请求来源无法识别，请刷新后重试'),
  unknown: turnedAway(404, '请求的内容不存在'),
  tooSlow: turnedAway(408, '网络较慢，请求超时，请重试'),
  lengthMissing: turnedAway(411, '请求格式无法识别，请刷新后重试'),
  tooLarge: turnedAway(413, '提交的内容过大，请减小后重试'),
  wrongType: turnedAway(415, '请求格式无法识别，请刷新后重试'),
  invalid: turnedAway(200, '提交的内容有误，请检查后重试'),
  fault: { status: 500, code: codes.serverFault, message: '系统异常，请稍后再试' },
  sandboxAway: { status: 502, code: codes.serverFault, message: '模拟服务未启动，请稍后再试' },
  busy: {
    status: 503,
    code: codes.serverFault,
    message: '服务器繁忙，请稍后再试',
    waitSeconds: BUSY_WAIT_SECONDS,
  },
  sealAgain: {
    status: 503,
    code: codes.sealAgain,
    message: '服务器繁忙，请稍后再试',
    waitSeconds: 1,
  },
} as const satisfies Record<string, Failure>

export function tooOften(waitSeconds: number): Failure {
  return failureOf(new Refused({ kind: 'too-many-requests', waitSeconds }))
}

/** The same where no app reads the envelope: the status alone has to say it. */
export function tooManyRequests(waitSeconds: number): Failure {
  return { ...tooOften(waitSeconds), status: 429 }
}

/** What the caller is told of an error. Nothing of an accident's own text gets out. */
export function failureOf(error: unknown): Failure {
  if (error instanceof TurnedAway) return error.failure
  if (error instanceof DatabaseAway) return failures.busy
  if (error instanceof ProviderUnavailable) {
    const { waitMs } = error
    return { ...failureOf(OUTSIDE_UNAVAILABLE), waitSeconds: Math.ceil(waitMs / 1_000) }
  }
  if (error instanceof Refused) {
    const { refusal } = error
    const wait = 'waitSeconds' in refusal ? { waitSeconds: refusal.waitSeconds } : {}
    return { status: 200, ...wordsFor(refusal), ...wait }
  }
  return frameworkFailure(error)
}

const OUTSIDE_UNAVAILABLE = new Refused({ kind: 'outside-unavailable' })

/** What the HTTP library itself turned away: its codes end in 4xx, everything else is an accident. */
function frameworkFailure(error: unknown): Failure {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 404) return failures.unknown
  if (status === 408) return failures.tooSlow
  if (status === 413) return failures.tooLarge
  if (status === 415) return failures.wrongType
  if (status === 503) return failures.busy
  if (typeof status === 'number' && status >= 400 && status < 500) return failures.unreadable
  return failures.fault
}
