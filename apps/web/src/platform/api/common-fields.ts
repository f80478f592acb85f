import type { Call } from '@qingzhou/contract/calls'
import { type CommonFields, commonFields } from '@qingzhou/contract/wire/envelope'
import { channelCode } from '#platform/browser/browser.ts'
import { readChannelInfo, readCookie } from '#platform/browser/cookies.ts'
import { deviceId, read } from '#platform/browser/storage.ts'

/**
 * The fields of every request. Invalid values from a link are left out. Staff and borrower sessions
 * are separate; neither token is sent to the other side.
 */
export function currentCommonFields({
  envelope,
  urgent,
}: Pick<Call, 'envelope' | 'urgent'>): CommonFields {
  const { channel, uriId } = readChannelInfo()
  const shape = commonFields.def.shape
  const fitting = (name: Exclude<keyof CommonFields, 'timestamp'>, value: string | undefined) =>
    value !== undefined && shape[name].safeParse(value).success ? { [name]: value } : {}

  return {
    ...fitting('token', readCookie(envelope === 'codeMsg' ? 'staffToken' : 'token')),
    ...fitting('extendChannelCode', channelCode()),
    ...fitting('extendChannelCode', channel),
    ...fitting('uriId', uriId),
    ...fitting('applyNo', readCookie('applyNo')),
    ...fitting('ptm_sub_channel', readCookie('ptm_sub_channel')),
    ...fitting('deviceId', deviceId()),
    // Only the calls that sign in or move money: a longer body is sealed in more blocks.
    ...(urgent && fitting('deviceKey', read('deviceBqsId'))),
    ...(urgent && fitting('td_deviceId', read('deviceTdId'))),
  }
}
