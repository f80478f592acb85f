import { Button, IconButton } from '@qingzhou/ui/inputs'
import { CheckIcon, CloseIcon } from '@qingzhou/ui/graphics'
import { useEffect, useState } from 'react'
import type { Faults } from '#client.ts'
import { useBooks } from '#books/use-books.ts'
import {
  hasFoundInConsole,
  LOANS_BEFORE_FAULT,
  stops,
  type DeskInHand,
  type TourState,
} from './stops.ts'
import { deskMemory } from '#desk-memory.ts'

type TourStripProps = {
  readonly tour: Tour
  readonly desk: DeskInHand
  readonly faults: Faults | undefined
}

/** One stop at a time: a description, its action, and navigation. */
export function TourStrip({ tour, desk, faults }: TourStripProps) {
  const seen = useSeen(desk, faults)
  const stop = stops[tour.index]
  if (!stop) return null

  const isDone = stop.isDone(seen)
  const isLast = tour.index === stops.length - 1

  return (
    <aside className="tour" aria-label="五分钟导览">
      <div className="tour-way">
        <p className="tour-count small tabular">
          {tour.index + 1}/{stops.length}
        </p>
        <div className="tour-stops" aria-hidden="true">
          {stops.map(({ name, isDone: isPassed }, at) => (
            <span
              key={name}
              className={markOf({ isHere: at === tour.index, isPassed: isPassed(seen) })}
            />
          ))}
        </div>
      </div>
      <div className="tour-words grow" aria-live="polite">
        <p className="row">
          <strong className="strong">{stop.title}</strong>
          {isDone && (
            <span className="tour-done caption">
              <CheckIcon size={16} />
              已完成
            </span>
          )}
        </p>
        <p className="small ink-2">{stop.text}</p>
      </div>
      <div className="tour-buttons row">
        <Button
          key={stop.name}
          fit
          kind={isDone ? 'quiet' : 'primary'}
          onPress={() => stop.act(desk, seen)}
        >
          {stop.action(desk.person, seen)}
        </Button>
        {tour.index > 0 && (
          <Button kind="text" onPress={tour.back}>
            上一步
          </Button>
        )}
        <Button fit kind={isDone ? 'primary' : 'quiet'} onPress={tour.next}>
          {isLast ? '完成导览' : '下一步'}
        </Button>
        <IconButton label="跳过导览" icon={<CloseIcon size={18} />} onPress={tour.close} />
      </div>
    </aside>
  )
}

function markOf({ isHere, isPassed }: { isHere: boolean; isPassed: boolean }): string {
  if (isHere) return 'tour-mark is-here'
  return isPassed ? 'tour-mark is-done' : 'tour-mark'
}

const LOOK_EVERY_MS = 500

/** The observed data that completes the stops. */
function useSeen(desk: DeskInHand, faults: Faults | undefined): TourState {
  const { phone, clock, person, record } = desk
  const { businessDate, look } = clock
  const records = useBooks(person)
  const isSignedIn = usePolled(phone.isSignedIn)
  const isStaffSignedIn = usePolled(phone.isStaffSignedIn)
  const hasFound = usePolled(hasFoundInConsole)
  useEffect(() => void look(), [look])

  return {
    books: records?.books,
    faults,
    isSignedIn,
    businessDate,
    record,
    openedInPhone: phone.visit.address,
    isStaffSignedIn,
    hasFoundInConsole: hasFound,
    loansBeforeFault: loansBeforeFault(),
  }
}

function loansBeforeFault(): number | undefined {
  const stored = deskMemory.read(LOANS_BEFORE_FAULT)
  return stored === undefined ? undefined : Number(stored)
}

/** There is no event for what happens in the frame or in another window, so it is polled. */
function usePolled(hasHappened: () => boolean): boolean {
  const [isIn, setIn] = useState(false)

  useEffect(() => {
    const timer = setInterval(() => setIn(hasHappened()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [hasHappened])

  return isIn
}

export type Tour = ReturnType<typeof useTour>

/** The state of the tour. It is open at the first visit, and stored. */
export function useTour() {
  const [isOpen, setOpen] = useState(() => deskMemory.read('tour') !== 'closed')
  const [index, setIndex] = useState(readStop)

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

function readStop(): number {
  const stored = deskMemory.read('tour-stop')
  return Math.max(
    0,
    stops.findIndex(({ name }) => name === stored),
  )
}
