import { useEffect, useRef, useState } from 'react'

/** Whether the last line of a text has been on screen. A short text is read to its end at once. */
export function useReadToEnd() {
  const end = useRef<HTMLParagraphElement>(null)
  const [isRead, setRead] = useState(false)
  const [isShown, setShown] = useState(false)

  function mark(element: HTMLParagraphElement | null) {
    end.current = element
    setShown(element !== null)
  }

  useEffect(() => {
    if (!isShown || !end.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setRead(true)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isShown])

  return { mark, isRead }
}
