import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { providerNotices } from '@qingzhou/provider-api/calls'
import { signedHeaders } from '@qingzhou/provider-api/signature'
import { THIS_MACHINE } from './return-address.ts'

const ATTEMPTS_MAX = 5
const FIRST_WAIT_MS = 500
const ANSWER_TIMEOUT_MS = 5_000

export type Notice = {
  readonly kind: keyof typeof providerNotices
  readonly url: string
  readonly body: unknown
}

export type Notices = ReturnType<typeof createNotices>

/** Tells whoever ordered something what became of it, signed, and again until it was heard. */
export function createNotices({ secret, now }: { secret: string; now: () => number }) {
  const stopping = new AbortController()

  async function send({ kind, url, body: content }: Notice): Promise<boolean> {
    const { path } = providerNotices[kind]
    const body = JSON.stringify(content)
    const timestamp = String(now())
    const signed = { direction: 'callback', path, timestamp, nonce: randomUUID(), body } as const
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signedHeaders(secret, signed) },
        body,
        redirect: 'error',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      })
      // An answer that nobody reads would keep its connection.
      await response.arrayBuffer()
      return response.ok
    } catch {
      return false
    }
  }

  return {
    /** False when the sandbox stops before; then it is for the next start to send it. */
    async deliver(notice: Notice): Promise<boolean> {
      if (!isOnThisMachine(notice.url)) return true
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        if (await send(notice)) return true
        if (!(await hasWaited(FIRST_WAIT_MS * 2 ** attempt, stopping.signal))) return false
      }
      return true
    },

    /** Waits, and says whether the sandbox still runs after it. */
    wait: (ms: number): Promise<boolean> => hasWaited(ms, stopping.signal),

    stop: () => stopping.abort(),
  }
}

/** The sandbox can be asked by anybody at the computer, so it calls nobody outside of it. */
function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && THIS_MACHINE.has(new URL(url).hostname)
}

/** Nobody's exit waits for a notice that is still to come. */
function hasWaited(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal, ref: false }).catch(() => false)
}
