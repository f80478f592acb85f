import { INBOX_STREAM } from '#client.ts'
import type { Faults, Message } from '#client.ts'

const AGAIN_AFTER_MS = 2_000

export type Listener = {
  onOpen(): void
  onLost(): void
  onMessage(message: Message): void
  onReset(): void
  onFaults(faults: Faults): void
}

/** Listens to the sandbox until told to stop, through its restarts too. */
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
      // A line that breaks is mended by the browser; one that was answered with an error is not.
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

// The stream is the sandbox's own, built together with the desk: what it tells has these shapes.
const toldMessage = (event: MessageEvent<string>) => JSON.parse(event.data) as Message
const toldFaults = (event: MessageEvent<string>) =>
  (JSON.parse(event.data) as { faults: Faults }).faults
