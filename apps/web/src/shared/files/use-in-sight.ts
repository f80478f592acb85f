import { useEffect, useState } from 'react'

/** Near enough that it will be seen in a moment. */
const MARGIN = '100% 0px'

/** Whether an element is on screen or about to be; a browser that cannot tell draws everything. */
export function useInSight(element: { readonly current: HTMLElement | null }): boolean {
  const [isInSight, setInSight] = useState(typeof IntersectionObserver === 'undefined')

  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  return isInSight
}
