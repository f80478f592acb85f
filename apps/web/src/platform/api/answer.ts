import type { Call } from '@qingzhou/contract/calls'
import { codes, staffCodes } from '@qingzhou/contract/codes'
import { codeMsgEnvelope, statusInfoEnvelope } from '@qingzhou/contract/wire/envelope'
import { noticeName } from '@qingzhou/contract/wire/params'
import * as z from 'zod/mini'
import { ApiError, type Outcome } from './api-error.ts'
import { type Exchange, messages } from './transport.ts'

/** Code and message of an answer, independent of its envelope. */
export type Answer = {
  readonly isSuccess: boolean
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly timestamp: number | undefined
  readonly notice: string | undefined
  readonly waitSeconds: number | undefined
  readonly fields: unknown
}

/** Returns the code of an answer with any HTTP status; undefined without an envelope. */
export function codeOf(call: Call, { text }: Pick<Exchange, 'text'>): string | undefined {
  return envelopeOf(call, text)?.code
}

function envelopeOf(call: Call, text: string): Answer | undefined {
  return (call.envelope === 'codeMsg' ? ofCodeMsg : ofStatusInfo)(jsonOf(text))
}

/** Reads an answer with HTTP 200; every other status is a transport failure. */
export function answerOf(call: Call, { status, headers, text }: Exchange): Answer {
  const answer = envelopeOf(call, text)
  if (status !== 200) {
    throw new ApiError(messages.busy, {
      code: 'http',
      requestId: answer?.requestId,
      waitSeconds: secondsOf(headers.get('retry-after')),
      outcome: { kind: 'message', text: messages.busy },
    })
  }
  if (!answer) throw newMalformedAnswerError(undefined)
  return answer
}

/** The answer does not match the contract. */
export function newMalformedAnswerError(requestId: string | undefined): ApiError {
  const text = messages.fallback
  return new ApiError(text, { code: 'malformed', requestId, outcome: { kind: 'message', text } })
}

/** Converts a refusal to the error of the caller, with its outcome for the app. */
export function refusalOf(answer: Answer, news: Outcome | undefined): ApiError {
  const message = answer.message === '' ? messages.fallback : answer.message
  return new ApiError(message, { ...answer, outcome: news ?? outcomeOf({ ...answer, message }) })
}

function outcomeOf({ code, message: text, requestId }: Answer): Outcome {
  switch (code) {
    case codes.notSignedIn:
      return { kind: 'notSignedIn' }
    case codes.linkTokenInvalid:
      return { kind: 'linkTokenRefused', text }
    case codes.landingError:
      return { kind: 'badLink' }
    case codes.refused:
      return { kind: 'refused', text }
    case codes.riskRefused:
      return { kind: 'riskRefused', text }
    case codes.closed:
      return { kind: 'noticeShown', text }
    case codes.pageDataMissing:
      return { kind: 'pageDataMissing', requestId }
    case codes.stepNotReached:
      return { kind: 'stepWanted' }
    case codes.serverFault:
      return { kind: 'serverFault', text, requestId }
    case staffCodes.sessionEnded:
      return { kind: 'staffSessionEnded' }
    default:
      return { kind: 'message', text }
  }
}

function ofStatusInfo(json: unknown): Answer | undefined {
  const parsed = z.safeParse(statusInfoEnvelope, json)
  if (!parsed.success) return undefined
  const { statusInfo, ...fields } = parsed.data
  const isSuccess = statusInfo.code === codes.success || statusInfo.code === codes.partnerSuccess
  const { waitSeconds } = fields
  return {
    ...statusInfo,
    notice: statusInfo[noticeName] || undefined,
    waitSeconds: typeof waitSeconds === 'number' ? waitSeconds : undefined,
    isSuccess,
    fields,
  }
}

function ofCodeMsg(json: unknown): Answer | undefined {
  const parsed = z.safeParse(codeMsgEnvelope, json)
  if (!parsed.success) return undefined
  const { code, msg, requestId, data } = parsed.data
  return {
    isSuccess: code === staffCodes.success,
    code,
    message: msg,
    requestId,
    timestamp: undefined,
    notice: undefined,
    waitSeconds: undefined,
    fields: data ?? {},
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function secondsOf(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
