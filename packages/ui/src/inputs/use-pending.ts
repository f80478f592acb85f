import { useRef, useState } from 'react'
import { endToast } from '#overlays/toast.tsx'

export type Work = () => void | Promise<unknown>

/**
 * Runs one task at a time and returns whether it is pending.
 *
 * The ref rejects a second press in the same frame, before React has rendered the busy state. A
 * rejection is passed on, so that the error reporter receives it.
 */
export function usePending() {
  const isRunning = useRef(false)
  const [isPending, setPending] = useState(false)

  async function run(work: Work) {
    if (isRunning.current) return
    endToast('press')
    const outcome = work()
    if (!outcome) return

    isRunning.current = true
    setPending(true)
    try {
      await outcome
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }

  return { isPending, run }
}
