import { useCallback, useState } from 'react'
import { attempt } from '#attempt.ts'
import { client } from '#client.ts'

type MoveResult = { readonly days: number; readonly failures: number }

export type Clock = ReturnType<typeof useClock>

/** The business date. State of the whole desk, so that a long move continues while another tab is open. */
export function useClock() {
  const [businessDate, setBusinessDate] = useState<string>()
  const [moving, setMoving] = useState<number>()
  const [moved, setMoved] = useState<MoveResult>()

  const look = useCallback(
    () => attempt(async () => setBusinessDate((await client.businessDate()).businessDate)),
    [],
  )

  async function move(days: number): Promise<void> {
    setMoving(days)
    setMoved(undefined)
    await attempt(async () => {
      try {
        const { businessDate: reached, failures } = await client.moveBusinessDate(days)
        setBusinessDate(reached)
        setMoved({ days, failures })
      } catch (error) {
        // A failed move may have completed some days.
        await look()
        throw error
      }
    })
    setMoving(undefined)
  }

  return { businessDate, moving, moved, look, move }
}
