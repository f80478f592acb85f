import { useEffect, useState } from 'react'
import { useBooks } from '#books/use-books.ts'
import type { Faults } from '#client.ts'
import type { Phone } from '#phone/use-phone.ts'
import type { DeskInHand, Seen } from './stops.ts'

const LOOK_EVERY_MS = 500

/** What can be seen from the desk of how far somebody has come. */
export function useSeen(desk: DeskInHand, faults: Faults | undefined): Seen {
  const { phone, clock, person, record } = desk
  const { businessDate, look } = clock
  const records = useBooks(person)
  const isSignedIn = useSignedIn(phone)
  useEffect(() => void look(), [look])

  return {
    books: records?.books,
    faults,
    isSignedIn,
    businessDate,
    record,
    openedInPhone: phone.visit.address,
  }
}

/** Nobody tells the desk that somebody has signed in, so it looks now and then. */
function useSignedIn({ isSignedIn }: Phone): boolean {
  const [isIn, setIn] = useState(false)

  useEffect(() => {
    const timer = setInterval(() => setIn(isSignedIn()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isSignedIn])

  return isIn
}
