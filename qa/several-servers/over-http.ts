import type { Client } from '@qingzhou/server/testing/client.ts'
import { createClient, type Transport } from '@qingzhou/server/testing/client.ts'

/**
 * A browser behind a load balancer: its calls go to the servers in turn, skipping one that is down.
 * A call whose response breaks off has failed; a repeated call is sealed again, as in the app.
 */
export function clientOverHttp(
  servers: readonly string[],
  { nowMs, ip }: { readonly nowMs: () => number; readonly ip: string },
  like: Client,
): Client {
  let turn = 0
  const inject: Transport['inject'] = async (request) => {
    turn += 1
    const next = (skip: number) => `${servers[(turn + skip) % servers.length]}${request.url}`
    try {
      return await sendRequest(next(0), request)
    } catch (cause) {
      if (!isGone(cause)) throw cause
      return sendRequest(next(1), request)
    }
  }
  const client = createClient({ inject }, { nowMs, ip })
  for (const [name, value] of like.cookies) client.cookies.set(name, value)
  Object.assign(client.common, like.common)
  client.token = like.token
  return client
}

/** No server listens there any more, so the request did not arrive. */
function isGone(cause: unknown): boolean {
  const reason = cause instanceof Error ? cause.cause : undefined
  return reason instanceof Error && 'code' in reason && reason.code === 'ECONNREFUSED'
}

/** The timeout of the app. */
const ANSWER_TIMEOUT_MS = 30_000

/**
 * One request over a real connection. Behind one trusted proxy, the given address is the caller's.
 */
export async function sendRequest(
  url: string,
  { method, headers, body, query, remoteAddress }: Parameters<Transport['inject']>[0],
): ReturnType<Transport['inject']> {
  const response = await fetch(`${url}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method,
    headers: { ...headers, 'x-forwarded-for': remoteAddress },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    cookies: response.headers.getSetCookie().map(cookieOf),
    json: () => JSON.parse(text),
  }
}

function cookieOf(line: string): { name: string; value: string; maxAge?: number } {
  const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
  const [, age] = /;\s*max-age=(-?\d+)/i.exec(line) ?? []
  return { name, value, ...(age !== undefined && { maxAge: Number(age) }) }
}
