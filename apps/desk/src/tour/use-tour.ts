import { useState } from 'react'
import { deskMemory } from '#desk-memory.ts'
import { stops } from './stops.ts'

export type Tour = ReturnType<typeof useTour>

/** The state of the tour. It is open at the first visit, and stored. */
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

  /** After the last stop the tour ends; opened again, it starts from the first. */
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
  const stored = deskMemory.read('tour-stop')
  return Math.max(
    0,
    stops.findIndex(({ name }) => name === stored),
  )
}
