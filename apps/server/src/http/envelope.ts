import type { Envelope } from '@qingzhou/contract/calls'
import { codes, staffCodes } from '@qingzhou/contract/codes'
import type { StatusInfo } from '@qingzhou/contract/wire/envelope'
import { noticeName } from '@qingzhou/contract/wire/params'
import type { Failure } from './failure.ts'

/** What every envelope contains beside its content. */
export type EnvelopeContext = {
  readonly requestId: string
  readonly now: Date
  readonly notice: string | undefined
}

type Answer = Readonly<Record<string, unknown>>

export function success(envelope: Envelope, fields: Answer, around: EnvelopeContext): Answer {
  if (envelope === 'codeMsg') {
    const { requestId } = around
    return { code: staffCodes.success, msg: '成功', requestId, data: fields }
  }
  return { ...fields, statusInfo: statusInfo({ code: codes.success, message: '成功' }, around) }
}

export function encodeFailure(
  envelope: Envelope,
  failure: Failure,
  around: EnvelopeContext,
): Answer {
  const wait = failure.waitSeconds === undefined ? {} : { waitSeconds: failure.waitSeconds }
  if (envelope === 'codeMsg') {
    const code = failure.code === codes.notSignedIn ? staffCodes.sessionEnded : failure.code
    return { code, msg: failure.message, requestId: around.requestId, data: wait }
  }
  return { ...wait, statusInfo: statusInfo(failure, around) }
}

function statusInfo(
  { code, message }: Pick<Failure, 'code' | 'message'>,
  { requestId, now, notice }: EnvelopeContext,
): StatusInfo {
  return {
    code,
    message,
    timestamp: now.getTime(),
    requestId,
    ...(notice !== undefined && { [noticeName]: notice }),
  }
}
