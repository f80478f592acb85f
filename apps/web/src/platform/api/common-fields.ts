import type { Call } from '@qingzhou/contract/calls'
import { type CommonFields, commonFields } from '@qingzhou/contract/wire/envelope'
import { channelCode } from '#platform/browser/browser.ts'
import { readChannelInfo, readCookie } from '#platform/browser/cookies.ts'
import { deviceId } from '#platform/browser/storage.ts'

/**
 * The fields of every request. Invalid values from a link are left out. Staff and borrower sessions
 * are separate; neither token is sent to the other side.
 */
export function currentCommonFields({ envelope }: Pick<Call, 'envelope'>): CommonFields {
  const { channel, uriId } = readChannelInfo()
  const shape = commonFields.def.shape
  const fitting = (
    name: 'token' | 'extendChannelCode' | 'uriId' | 'applyNo' | 'deviceKey',
    value: string | undefined,
  ) => (value !== undefined && shape[name].safeParse(value).success ? { [name]: value } : {})

  return {
    ...fitting('token', readCookie(envelope === 'codeMsg' ? 'staffToken' : 'token')),
    ...fitting('extendChannelCode', channelCode()),
    ...fitting('extendChannelCode', channel),
    ...fitting('uriId', uriId),
    ...fitting('applyNo', readCookie('applyNo')),
    ...fitting('deviceKey', deviceId()),
  }
}
