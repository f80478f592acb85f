import { useEffect, useState } from 'react'
import { attempt } from '#attempt.ts'
import { client } from '#client.ts'
import type { Faults, Message } from '#client.ts'
import { withMessages } from './inbox-state.ts'
import { listen } from './stream.ts'

export type Inbox = ReturnType<typeof useInbox>

/** What the sandbox has sent and how its providers are, kept up to date by its own stream. */
export function useInbox() {
  const [messages, setMessages] = useState<readonly Message[]>([])
  const [faults, setFaults] = useState<Faults>()
  const [isLive, setLive] = useState(false)

  useEffect(() => {
    // The stream tells only what is new, so each time it opens the rest is fetched.
    async function catchUp() {
      const [inbox, current] = await Promise.all([client.inbox(), client.faults()])
      setMessages((known) => withMessages(known, inbox.messages))
      setFaults(current.faults)
    }

    return listen({
      onOpen() {
        setLive(true)
        void attempt(catchUp)
      },
      onLost: () => setLive(false),
      onMessage: (message) => setMessages((known) => withMessages(known, [message])),
      onReset: () => setMessages([]),
      onFaults: setFaults,
    })
  }, [])

  return { messages, faults, isLive }
}
