import { Banner } from '@qingzhou/ui/feedback'
import { useEffect, useRef, useState } from 'react'

/** The error of a form in place: scrolled into view and shown until the next attempt. */
export function FormError({ of: words }: { of: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (words !== undefined) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [words])

  if (words === undefined) return null
  return (
    <div ref={place} role="alert">
      <Banner tone="overdue">{words}</Banner>
    </div>
  )
}

/** The reason why these values were refused; changed values have not been refused yet. */
export function useRefusal(values: object) {
  const [problem, setProblem] = useState<string>()
  const [refused, setRefused] = useState(values)
  if (refused !== values) {
    setRefused(values)
    setProblem(undefined)
  }
  return [problem, setProblem] as const
}
