import { createRequire } from 'node:module'
import type cloudauth from '@alicloud/cloudauth20190307'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import { ProviderThrottled, THROTTLED_MS, THROTTLED_MS_MAX } from '#bulkhead.ts'

// Required, because loaders disagree on the default export of such a package.
export const sdk = createRequire(import.meta.url)('@alicloud/cloudauth20190307') as typeof cloudauth

/** What a client of one of Aliyun's packages is opened with. */
export type AliyunAccess = {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly timeoutMs: number
}

/** The settings of a client. Its packages never repeat a request by themselves. */
export function clientConfig({ endpoint, accessKeyId, accessKeySecret, timeoutMs }: AliyunAccess) {
  const { host, protocol } = new URL(endpoint)
  return {
    accessKeyId,
    accessKeySecret,
    endpoint: host,
    protocol: protocol.slice(0, -1),
    connectTimeout: timeoutMs,
    readTimeout: timeoutMs,
  }
}

/** The service refused the request; the same request would be refused again. */
export class AliyunRefused extends ProviderFault {
  /** The service's word for the reason. */
  readonly code: string

  constructor(path: string, code: string) {
    super(path, `refused: ${code}`)
    this.code = code
  }
}

/**
 * A request that was answered with an error, or not at all. The error of the package is not attached:
 * it holds the request, and with it personal data.
 */
export function throwAliyunFault(path: string): (cause: unknown) => never {
  return (cause) => {
    const { code, status, waitMs } = partsOf(cause)
    if (code.startsWith('Throttling')) throw new ProviderThrottled(path, code, waitMs)
    if (status >= 400 && status < 500) throw new AliyunRefused(path, code)
    throw new ProviderOutage(path, `no answer: ${code || 'connection'}`)
  }
}

function partsOf(cause: unknown) {
  const input: Readonly<Record<string, unknown>> =
    typeof cause === 'object' && cause !== null ? { ...cause } : {}
  const word = input['code']
  const retryAfter = Number(input['retryAfter'])
  return {
    code: typeof word === 'string' && /^[\w.-]{1,80}$/.test(word) ? word : '',
    status: Number(input['statusCode'] ?? 0),
    waitMs: retryAfter > 0 ? Math.min(retryAfter, THROTTLED_MS_MAX) : THROTTLED_MS,
  }
}

export function cloudauthClient(access: AliyunAccess) {
  const config = clientConfig(access)
  // The constructor reads these fields only; the class of the settings is in another package.
  return new sdk.default(config as ConstructorParameters<typeof sdk.default>[0])
}
