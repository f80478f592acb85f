import { useEffect, useState } from 'react'
import { attempt } from '#attempt.ts'
import { client, type Faults, type Message, INBOX_STREAM } from '#client.ts'

export type Inbox = ReturnType<typeof useInbox>

/** The sandbox's messages and faults, updated by its stream. */
export function useInbox() {
  const [messages, setMessages] = useState<readonly Message[]>([])
  const [faults, setFaults] = useState<Faults>()
  const [isLive, setLive] = useState(false)

  useEffect(() => {
    // The stream has only new events, so the lists are fetched whenever it opens.
    async function catchUp() {
      const [, current] = await Promise.all([readMessages(), client.faults()])
      setFaults(current.faults)
    }

    async function readMessages() {
      const { messages: listed } = await client.inbox()
      setMessages((known) => withMessages(known, listed))
    }

    return listen({
      onOpen() {
        setLive(true)
        void attempt(catchUp)
      },
      onLost: () => setLive(false),
      onMessage(message) {
        setMessages((known) => withMessages(known, [message]))
        // The list has its time by the business clock.
        void attempt(readMessages)
      },
      onReset: () => setMessages([]),
      onFaults: setFaults,
    })
  }, [])

  return { messages, faults, isLive }
}

const KEPT_MAX = 50

/** Newest first, without duplicates: list and stream may both contain a message. */
export function withMessages(known: readonly Message[], added: readonly Message[]): Message[] {
  const byId = new Map([...known, ...added].map((message) => [message.id, message]))
  return [...byId.values()].sort(newestFirst).slice(0, KEPT_MAX)
}

function newestFirst(one: Message, other: Message): number {
  return other.receivedAt.localeCompare(one.receivedAt)
}

const AGAIN_AFTER_MS = 2_000

export type Listener = {
  onOpen(): void
  onLost(): void
  onMessage(message: Message): void
  onReset(): void
  onFaults(faults: Faults): void
}

/** Listens to the sandbox until it is stopped, also through restarts. */
export function listen(listener: Listener): () => void {
  let stream = connect()
  let timer: ReturnType<typeof setTimeout> | undefined

  function connect(): EventSource {
    const fresh = new EventSource(INBOX_STREAM)
    fresh.addEventListener('open', () => listener.onOpen())
    fresh.addEventListener('reset', () => listener.onReset())
    fresh.addEventListener('message', (event) => listener.onMessage(toldMessage(event)))
    fresh.addEventListener('faults', (event) => listener.onFaults(toldFaults(event)))
    fresh.addEventListener('error', () => {
      listener.onLost()
      // The browser reconnects a broken stream, but not one that was answered with an error.
      if (fresh.readyState === EventSource.CLOSED) {
        timer = setTimeout(() => (stream = connect()), AGAIN_AFTER_MS)
      }
    })
    return fresh
  }

  return () => {
    clearTimeout(timer)
    stream.close()
  }
}

// The stream's own shapes: sandbox and desk are one release.
const toldMessage = (event: MessageEvent<string>) => JSON.parse(event.data) as Message
const toldFaults = (event: MessageEvent<string>) =>
  (JSON.parse(event.data) as { faults: Faults }).faults
