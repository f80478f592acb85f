import type { Bulkhead } from '#providers/bulkhead.ts'
import { ProviderFault, ProviderOutage, ProviderUnavailable } from '#providers/provider-fault.ts'

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

/** The limit of the service is reached; nothing was done. */
class AliyunThrottled extends ProviderUnavailable {}

/**
 * A request that was answered with an error, or not at all. The error of the package is not attached:
 * it holds the request, and with it personal data.
 */
export function throwAliyunFault(path: string): (cause: unknown) => never {
  return (cause) => {
    const { code, status, waitMs } = partsOf(cause)
    if (code.startsWith('Throttling')) throw new AliyunThrottled(path, code, waitMs)
    if (status >= 400 && status < 500) throw new AliyunRefused(path, code)
    throw new ProviderOutage(path, `no answer: ${code || 'connection'}`)
  }
}

const WAIT_MS = 1_000
const WAIT_MS_MAX = 30_000

function partsOf(cause: unknown) {
  const given: Readonly<Record<string, unknown>> =
    typeof cause === 'object' && cause !== null ? { ...cause } : {}
  const word = given['code']
  const retryAfter = Number(given['retryAfter'])
  return {
    code: typeof word === 'string' && /^[\w.-]{1,80}$/.test(word) ? word : '',
    status: Number(given['statusCode'] ?? 0),
    waitMs: retryAfter > 0 ? Math.min(retryAfter, WAIT_MS_MAX) : WAIT_MS,
  }
}

/** Runs the calls of a service. After its limit was reached, it is not called for a while. */
export function createCalls(bulkhead: Bulkhead, now: () => Date) {
  let quietUntilMs = 0
  return async <Answer>(path: string, call: () => Promise<Answer>): Promise<Answer> => {
    const leftMs = quietUntilMs - now().getTime()
    // A clock set back must not silence the service for longer.
    if (leftMs > 0 && leftMs <= WAIT_MS_MAX) {
      throw new ProviderUnavailable(path, 'not asked, its limit is reached', leftMs)
    }
    return bulkhead.run(path, call).catch((error: unknown) => {
      if (error instanceof AliyunThrottled) quietUntilMs = now().getTime() + error.waitMs
      throw error
    })
  }
}
