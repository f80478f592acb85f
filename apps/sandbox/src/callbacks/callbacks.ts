import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { providerCallbacks, type ProviderName } from '@qingzhou/provider-api/calls'
import { signedHeaders } from '@qingzhou/provider-api/signature'
import { THIS_MACHINE } from '#pages/browser-requests.ts'
import type { Fault, Faults } from '#faults.ts'

const ATTEMPTS_MAX = 5
const FIRST_WAIT_MS = 500
const ANSWER_TIMEOUT_MS = 5_000

export type Callback = {
  readonly kind: keyof typeof providerCallbacks
  readonly url: string
  readonly body: object
  /** In another protocol than the gateway's: the message, made for each attempt. */
  readonly encode?: (body: object) => EncodedNotice
}

export type EncodedNotice = {
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** The answer by which the lender accepts it; the status alone when absent. */
  readonly accepted?: string
}

export type Callbacks = ReturnType<typeof createCallbacks>

/** Sends signed callbacks to the lender, with retries until one is accepted. */
export function createCallbacks({ secret, now }: { secret: string; now: () => number }) {
  const stopping = new AbortController()

  function gatewayNotice({ kind, body: content }: Callback) {
    const { path } = providerCallbacks[kind]
    const body = JSON.stringify(content)
    const timestamp = String(now())
    const signed = { direction: 'callback', path, timestamp, nonce: randomUUID(), body } as const
    return { contentType: 'application/json', body, headers: signedHeaders(secret, signed) }
  }

  async function send(notice: Callback): Promise<boolean> {
    const message: EncodedNotice = notice.encode?.(notice.body) ?? gatewayNotice(notice)
    try {
      const response = await fetch(notice.url, {
        method: 'POST',
        headers: { 'content-type': message.contentType, ...message.headers },
        body: message.body,
        redirect: 'error',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      })
      // An unread response body would keep the connection open.
      const answer = await response.text()
      return response.ok && (message.accepted ?? answer) === answer
    } catch {
      return false
    }
  }

  return {
    /** Returns false when the sandbox stops first; the next start sends it again. */
    async deliver(notice: Callback): Promise<boolean> {
      if (!isOnThisMachine(notice.url)) return true
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        if (await send(notice)) return true
        if (!(await hasWaited(FIRST_WAIT_MS * 2 ** attempt, stopping.signal))) return false
      }
      return true
    },

    /** Waits, and returns whether the sandbox still runs. */
    wait: (ms: number): Promise<boolean> => hasWaited(ms, stopping.signal),

    stop: () => stopping.abort(),
  }
}

/**
 * Every user of the computer can place orders, so callbacks go to this machine only. A lender without an open
 * port states port 0.
 */
function isOnThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, port } = new URL(url)
  return THIS_MACHINE.has(hostname) && port !== '0'
}

/** `ref: false`: a pending callback does not keep the process alive. */
function hasWaited(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal, ref: false }).catch(() => false)
}

const LOOK_AGAIN_MS = 1_000

/** An order whose result is sent by callback. */
export type Announcement = {
  readonly provider: ProviderName
  readonly kind: Callback['kind']
  readonly url: string
  readonly settleAt: number
  /** The callback's body, by the state at that moment. */
  readonly result: () => object
  /** The state before, for the reorder fault. */
  readonly before: object
  readonly encode?: (body: object) => EncodedNotice
  onSent(): void
}

export type Announce = (announcement: Announcement) => void

/** Sends each result when it is due: never, once, twice or out of order, as the faults say. */
export function createAnnounce(parts: {
  readonly callbacks: Callbacks
  readonly faults: Faults
  readonly now: () => number
}): Announce {
  const { callbacks, faults, now } = parts

  async function carryOut(announcement: Announcement): Promise<void> {
    const { provider, kind, url, settleAt, encode } = announcement
    // A timer may fire slightly early.
    while (now() < settleAt) if (!(await callbacks.wait(settleAt - now()))) return
    while (faults.of(provider).down) if (!(await callbacks.wait(LOOK_AGAIN_MS))) return

    for (const body of bodiesOf(announcement, faults.of(provider))) {
      if (!(await callbacks.deliver({ kind, url, body, ...(encode && { encode }) }))) return
    }
    announcement.onSent()
  }

  return (announcement) => void carryOut(announcement)
}

function bodiesOf({ result, before }: Announcement, fault: Fault): object[] {
  if (fault.silent) return []
  const once = fault.reorder ? [result(), before] : [result()]
  return fault.duplicate ? [...once, ...once] : once
}
