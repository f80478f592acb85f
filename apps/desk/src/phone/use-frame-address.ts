import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

const LOOK_EVERY_MS = 400

/** Where the frame is now. A page can move without telling anybody outside, so we look now and then. */
export function useFrameAddress(frame: RefObject<HTMLIFrameElement | null>): string {
  const [href, setHref] = useState('')

  useEffect(() => {
    const look = () => setHref(hrefOf(frame.current))
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [frame])

  return href
}

/** A page of another host, or one that failed to load, does not say where it is. */
function hrefOf(frame: HTMLIFrameElement | null): string {
  try {
    return frame?.contentWindow?.location.href ?? ''
  } catch {
    return ''
  }
}
