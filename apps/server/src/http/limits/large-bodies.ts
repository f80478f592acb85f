import type { IncomingMessage } from 'node:http'

/** A large body that is being received. */
export type LargeBody = {
  /** The customer or the session that sends it. */
  readonly sender: string
  readonly network: string
  readonly message: Pick<IncomingMessage, 'complete'> & {
    readonly socket: Pick<IncomingMessage['socket'], 'bytesRead'>
  }
  /** Ends the request: its place goes to another body. */
  readonly evict: () => void
}

type Limits = {
  readonly max: number
  readonly perNetworkMax: number
  /** Places that only a sender without another body gets. */
  readonly reserved: number
}

type Entry = LargeBody & { readonly startedAt: number; readonly bytesAtStart: number }

/** A body this young is not evicted: a connection starts slowly. */
const EVICTABLE_AFTER_MS = 2_000

/**
 * The places for large bodies. When all are taken, the slowest body loses its place to a new one, so
 * bodies that stall cannot keep others out, however many accounts and networks they come from.
 */
export function createLargeBodies(limits: Limits, now = () => performance.now()) {
  const entries = new Set<Entry>()
  const count = (isCounted: (entry: Entry) => boolean) => [...entries].filter(isCounted).length

  return {
    /** Takes a place and returns the function that frees it. */
    take(body: LargeBody): (() => void) | undefined {
      if (count(({ network }) => network === body.network) >= limits.perNetworkMax) return undefined
      const isScarce = entries.size >= limits.max - limits.reserved
      if (isScarce && count(({ sender }) => sender === body.sender) > 0) return undefined
      if (entries.size >= limits.max) {
        const slowest = slowestOf(entries, now())
        if (!slowest) return undefined
        entries.delete(slowest)
        slowest.evict()
      }
      const bytesAtStart = body.message.socket.bytesRead
      const entry: Entry = { ...body, startedAt: now(), bytesAtStart }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
  }
}

/** Of the bodies that are still arriving. */
function slowestOf(entries: ReadonlySet<Entry>, now: number): Entry | undefined {
  const rateOf = ({ message, bytesAtStart, startedAt }: Entry) =>
    (message.socket.bytesRead - bytesAtStart) / (now - startedAt)
  return [...entries]
    .filter(({ message, startedAt }) => !message.complete && now - startedAt >= EVICTABLE_AFTER_MS)
    .toSorted((left, right) => rateOf(left) - rateOf(right))[0]
}
