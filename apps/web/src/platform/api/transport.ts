import { ApiError } from './api-error.ts'

export const messages = {
  fallback: '系统异常，请稍后再试',
  busy: '服务器繁忙，请稍后再试',
  timeout: '网络超时',
  network: '网络异常，请重试',
} as const

export type Exchange = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type TimeoutPolicy = {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Whether a broken connection is announced or left to the screen. */
  readonly networkErrors: 'announced' | 'silent'
}

/** Sends a request and reads the whole answer within the timeout. */
export async function exchange(
  url: string,
  init: RequestInit,
  { timeoutMs, signal, networkErrors }: TimeoutPolicy,
): Promise<Exchange> {
  throwIfLeft(signal)
  const controller = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    controller.abort()
  }, timeoutMs)
  const leave = () => controller.abort()
  signal?.addEventListener('abort', leave)

  try {
    const response = await fetch(url, { ...init, signal: controller.signal })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    throwIfLeft(signal)
    if (isLate) throw failure('timeout', { text: messages.timeout, cause })
    if (networkErrors === 'announced') throw failure('network', { text: messages.network, cause })
    throw new ApiError(messages.network, { code: 'network', cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}

/** The screen was left: report nothing. */
function throwIfLeft(signal: AbortSignal | undefined): void {
  // Browsers of 2020 support neither `throwIfAborted` nor abort reasons.
  if (signal?.aborted) throw new DOMException('request aborted: screen left', 'AbortError')
}

function failure(
  code: 'timeout' | 'network',
  { text, cause }: { readonly text: string; readonly cause: unknown },
): ApiError {
  return new ApiError(text, { code, cause, outcome: { kind: 'message', text } })
}

/** Limits the number of concurrent tasks; the others wait in order. */
export function createQueue(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0

  const leave = () => {
    const next = waiting.shift()
    // Pass the slot to the next waiter, so that a later caller cannot take it.
    if (next) next()
    else running -= 1
  }

  return async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
