import { useState } from 'react'
import { deskMemory } from '#desk-memory.ts'
import { stops } from './stops.ts'

export type Tour = ReturnType<typeof useTour>

/** Where the tour is. It is open to whoever comes for the first time, and kept as it was left. */
export function useTour() {
  const [isOpen, setOpen] = useState(() => deskMemory.read('tour') !== 'closed')
  const [index, setIndex] = useState(remembered)

  function show(isShown: boolean) {
    deskMemory.keep('tour', isShown ? 'open' : 'closed')
    setOpen(isShown)
  }

  function goTo(next: number) {
    deskMemory.keep('tour-stop', stops[next]?.name ?? '')
    setIndex(next)
  }

  /** Behind the last stop the tour is over; whoever opens it again starts anew. */
  function next() {
    const isOver = index === stops.length - 1
    goTo(isOver ? 0 : index + 1)
    if (isOver) show(false)
  }

  return {
    isOpen,
    index,
    toggle: () => show(!isOpen),
    close: () => show(false),
    back: () => goTo(Math.max(0, index - 1)),
    next,
  }
}

function remembered(): number {
  const kept = deskMemory.read('tour-stop')
  return Math.max(
    0,
    stops.findIndex(({ name }) => name === kept),
  )
}
