import { codes } from '@qingzhou/contract/codes'
import * as z from 'zod/mini'
import { config } from '#platform/browser/config.ts'
import { exchange } from './transport.ts'

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
