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

/** Waits, and returns whether the sandbox still runs. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<boolean>

/** Sends signed callbacks to the lender, with retries until one is accepted. */
export function createCallbacks(parts: {
  readonly secret: string
  readonly now: () => number
  /** On the clock of the machine if absent. */
  readonly wait?: Wait | undefined
}) {
  const { secret, now, wait = hasWaited } = parts
  const stopping = new AbortController()
  const activity = createActivity()
  const pause = (ms: number) => activity.pausedFor(() => wait(ms, stopping.signal))

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
        if (!(await pause(FIRST_WAIT_MS * 2 ** attempt))) return false
      }
      return true
    },

    wait: pause,
    /** Runs the sending of a result. */
    run: activity.run,
    /** Resolves when no callback is being sent. */
    sent: activity.ended,

    stop: () => stopping.abort(),
  }
}

/** Counts what runs and does not wait for the clock. */
function createActivity() {
  let running = 0
  let waiting: (() => void)[] = []

  function end(): void {
    running -= 1
    if (running > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  return {
    run: async (work: () => Promise<void>): Promise<void> => {
      running += 1
      await work().finally(end)
    },
    async pausedFor(wait: () => Promise<boolean>): Promise<boolean> {
      end()
      const hasPassed = await wait()
      running += 1
      return hasPassed
    },
    ended: async (): Promise<void> => {
      if (running > 0) await new Promise<void>((resolve) => void waiting.push(resolve))
    },
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
  readonly orderNo?: string
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
    const { provider, orderNo, kind, url, settleAt, encode } = announcement
    // A timer may fire slightly early.
    do {
      if (!(await callbacks.wait(Math.max(settleAt - now(), 0)))) return
    } while (now() < settleAt)
    while (faults.of(provider, orderNo).down) if (!(await callbacks.wait(LOOK_AGAIN_MS))) return

    for (const body of bodiesOf(announcement, faults.of(provider, orderNo))) {
      if (!(await callbacks.deliver({ kind, url, body, ...(encode && { encode }) }))) return
    }
    announcement.onSent()
  }

  return (announcement) => void callbacks.run(() => carryOut(announcement))
}

function bodiesOf({ result, before }: Announcement, fault: Fault): object[] {
  if (fault.silent) return []
  const once = fault.reorder ? [result(), before] : [result()]
  return fault.duplicate ? [...once, ...once] : once
}
