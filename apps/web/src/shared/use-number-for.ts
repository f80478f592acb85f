import { useRef } from 'react'
import { newNumber } from './new-number.ts'

/** Sent again to the same address because no answer came, it is one mail; to another, another. */
export function useNumberFor() {
  const last = useRef({ to: '', requestNo: '' })
  return (to: string): string => {
    if (last.current.to !== to) last.current = { to, requestNo: newNumber() }
    return last.current.requestNo
  }
}
