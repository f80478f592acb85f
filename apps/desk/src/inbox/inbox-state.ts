import type { Message } from '#client.ts'

const KEPT_MAX = 50

/** Newest first, each once: the list and the live stream may both bring the same message. */
export function withMessages(known: readonly Message[], added: readonly Message[]): Message[] {
  const byId = new Map([...known, ...added].map((message) => [message.id, message]))
  return [...byId.values()].sort(newestFirst).slice(0, KEPT_MAX)
}

function newestFirst(one: Message, other: Message): number {
  return other.receivedAt.localeCompare(one.receivedAt)
}
