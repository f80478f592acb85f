import type { Call } from '@qingzhou/contract/calls'
import { commonFields, type CommonFields } from '@qingzhou/contract/wire/envelope'
import { channelCode } from '#platform/browser/browser.ts'
import { readChannelInfo, readCookie } from '#platform/browser/cookies.ts'
import { deviceId, read } from '#platform/browser/storage.ts'
import { codes } from '@qingzhou/contract/codes'
import * as z from 'zod/mini'
import { config } from '#platform/browser/config.ts'
import { exchange } from './transport.ts'

/**
 * The fields of every request. Invalid values from a link are left out. Staff and borrower sessions
 * are separate; neither token is sent to the other side.
 */
export function currentCommonFields({
  envelope,
  deviceKeys,
}: Pick<Call, 'envelope' | 'deviceKeys'>): CommonFields {
  const { channel, uriId } = readChannelInfo()
  const shape = commonFields.def.shape
  const fitting = (name: Exclude<keyof CommonFields, 'timestamp'>, value: string | undefined) =>
    value !== undefined && shape[name].safeParse(value).success ? { [name]: value } : {}

  return {
    ...fitting('token', readCookie(envelope === 'codeMsg' ? 'staffToken' : 'token')),
    ...fitting('channel', channelCode()),
    ...fitting('extendChannelCode', channelCode()),
    ...fitting('extendChannelCode', channel),
    ...fitting('uriId', uriId),
    ...fitting('applyNo', readCookie('applyNo')),
    ...fitting('ptm_sub_channel', readCookie('ptm_sub_channel')),
    ...fitting('deviceId', deviceId()),
    // Only the calls that need them: a longer body is sealed in more blocks.
    ...(deviceKeys && {
      ...fitting('deviceKey', read('deviceBqsId')),
      ...fitting('td_deviceId', read('deviceTdId')),
    }),
  }
}

const TIMEOUT_MS = 5000

const answer = z.object({
  statusInfo: z.object({ code: z.literal(codes.success) }),
  ip: z.string().check(z.regex(/^[\da-f.:]{3,45}$/i)),
})

/** Returns the public address of the phone, or null. */
export async function clientIp(url = config().ipLookupUrl): Promise<string | null> {
  if (url === undefined) return null
  try {
    const { status, text } = await exchange(
      url,
      { method: 'POST', credentials: 'omit' },
      { timeoutMs: TIMEOUT_MS, networkErrors: 'silent' },
    )
    return status === 200 ? z.parse(answer, JSON.parse(text)).ip : null
  } catch {
    return null
  }
}
