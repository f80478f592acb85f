import { codes } from '@qingzhou/contract/codes'
import { DatabaseUnavailable } from '@qingzhou/platform/database/database-unavailable'
import { ProviderUnavailable } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import { refusalMessage } from './refusals.ts'

/** A response other than success, as the caller sees it. */
export type Failure = {
  readonly status: number
  readonly code: string
  readonly message: string
  /** How long to wait before repeating the call. */
  readonly waitSeconds?: number
}

/** Thrown by the HTTP layer before any business code runs. */
export class RequestRejected extends Error {
  readonly failure: Failure

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause })
    this.name = 'RequestRejected'
    this.failure = failure
  }
}

const rejection = (status: number, message: string): Failure => ({
  status,
  code: codes.invalidField,
  message,
})

const BUSY_WAIT_SECONDS = 3

/**
 * The failures of the HTTP layer. `unreadable` is the only answer to invalid ciphertext of any
 * kind.
 */
export const failures = {
  unreadable: rejection(400, '请求无法识别，请刷新后重试'),
  forged: rejection(401, '签名无法识别'),
  foreign: rejection(403, '请求来源无法识别，请刷新后重试'),
  unknown: rejection(404, '请求的内容不存在'),
  tooSlow: rejection(408, '网络较慢，请求超时，请重试'),
  lengthMissing: rejection(411, '请求格式无法识别，请刷新后重试'),
  tooLarge: rejection(413, '提交的内容过大，请减小后重试'),
  wrongType: rejection(415, '请求格式无法识别，请刷新后重试'),
  invalid: rejection(200, '提交的内容有误，请检查后重试'),
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

/** The same with status 429, for callers that do not read the envelope. */
export function tooManyRequests(waitSeconds: number): Failure {
  return { ...tooOften(waitSeconds), status: 429 }
}

/** Maps an error to the response. The text of an unexpected error is never exposed. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RequestRejected) return error.failure
  if (error instanceof DatabaseUnavailable) return failures.busy
  if (error instanceof ProviderUnavailable) {
    const { waitMs } = error
    return { ...failureOf(OUTSIDE_UNAVAILABLE), waitSeconds: Math.ceil(waitMs / 1_000) }
  }
  if (error instanceof Refused) {
    const { refusal } = error
    const wait = 'waitSeconds' in refusal ? { waitSeconds: refusal.waitSeconds } : {}
    return { status: 200, ...refusalMessage(refusal), ...wait }
  }
  return frameworkFailure(error)
}

const OUTSIDE_UNAVAILABLE = new Refused({ kind: 'outside-unavailable' })

/** Errors of the HTTP library: 4xx are the caller's, everything else is a server fault. */
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
