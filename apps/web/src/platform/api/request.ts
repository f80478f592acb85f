import type { Call } from '@qingzhou/contract/calls'
import type { CommonFields } from '@qingzhou/contract/wire/envelope'
import { KEY_ID_HEADER } from '@qingzhou/contract/sealing/sealing'
import type { SealedRequest } from './sealer.ts'

export type ComposedRequest = {
  readonly url: string
  readonly init: RequestInit
}

export type RequestParts = {
  readonly call: Call
  readonly fields: Readonly<Record<string, unknown>>
  readonly common: CommonFields
}

/** Places the fields of a call: sealed or plain in the body, or in the address. */
export async function compose(
  { call, fields, common }: RequestParts,
  seal: (payload: Readonly<Record<string, unknown>>) => Promise<SealedRequest>,
): Promise<ComposedRequest> {
  if (call.method === 'GET') {
    return { url: addressWith({ call, fields, common }), init: plainInit(call) }
  }
  if (call.body === 'plain') {
    const body = JSON.stringify({ ...fieldsInTheOpen(call, common), ...fields })
    return { url: call.path, init: { ...plainInit(call), body } }
  }
  const { body, keyId } = await seal({ ...common, ...fields })
  const init = plainInit(call)
  return {
    url: call.path,
    init: {
      ...init,
      headers: { ...init.headers, [KEY_ID_HEADER]: keyId },
      body: JSON.stringify(body),
    },
  }
}

/** Returns the address of a GET call. The token is never part of an address. */
export function addressWith({ call, fields, common }: RequestParts): string {
  const { token: _token, timestamp: _timestamp, ...open } = common
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>({ ...open, ...fields })) {
    if (value === undefined) continue
    pairs.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const query = pairs.toString()
  return query === '' ? call.path : `${call.path}?${query}`
}

/** Public calls need no token, and an unsealed body must not contain one. */
function fieldsInTheOpen(call: Call, common: CommonFields): CommonFields {
  if (call.access !== 'public') return common
  const { token: _token, ...open } = common
  return open
}

function plainInit(call: Call) {
  const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest' }
  if (call.method === 'POST') headers['Content-Type'] = 'application/json'
  return { method: call.method, credentials: 'include', headers } as const
}
