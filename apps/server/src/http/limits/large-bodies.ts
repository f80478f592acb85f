import type { Socket } from 'node:net'

/** A large body that is being received. */
export type LargeBody = {
  readonly network: string
  readonly socket: Pick<Socket, 'bytesRead'>
  /** Ends the request: its place goes to another body. */
  readonly evict: () => void
}

/** The place of a large body among those being received. */
export type Place = {
  /** Counts the body for its sender. False if it has another one and places are scarce. */
  assignTo(sender: string): boolean
  leave(): void
}

type Limits = {
  readonly max: number
  readonly perNetworkMax: number
  /** Places that only a sender without another body gets. */
  readonly reserved: number
}

type Entry = LargeBody & {
  readonly startedAt: number
  readonly bytesAtStart: number
  sender: string | undefined
}

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
    take(body: LargeBody): Place | undefined {
      if (count(({ network }) => network === body.network) >= limits.perNetworkMax) return undefined
      if (entries.size >= limits.max) {
        const slowest = slowestOf(entries, now())
        if (!slowest) return undefined
        entries.delete(slowest)
        slowest.evict()
      }
      const { bytesRead: bytesAtStart } = body.socket
      const entry: Entry = { ...body, startedAt: now(), bytesAtStart, sender: undefined }
      entries.add(entry)
      return {
        assignTo(sender) {
          const isScarce = entries.size > limits.max - limits.reserved
          if (isScarce && count((other) => other.sender === sender) > 0) return false
          entry.sender = sender
          return true
        },
        leave: () => void entries.delete(entry),
      }
    },
  }
}

function slowestOf(entries: ReadonlySet<Entry>, now: number): Entry | undefined {
  const rateOf = ({ socket, bytesAtStart, startedAt }: Entry) =>
    (socket.bytesRead - bytesAtStart) / (now - startedAt)
  return [...entries]
    .filter(({ startedAt }) => now - startedAt >= EVICTABLE_AFTER_MS)
    .toSorted((left, right) => rateOf(left) - rateOf(right))[0]
}
