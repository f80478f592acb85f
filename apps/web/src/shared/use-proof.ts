import { useEffect, useRef, useState } from 'react'
import { solveProof } from './solve-proof.ts'

type Asked = { readonly captchaKey: string; readonly proofBits?: number | undefined }

/** Shorter work than this is not mentioned: it is over before the person has read the image. */
const QUIET_MS = 1_500

/** Works on the proof of the image at hand from the moment it is there, while the person still reads it. */
export function useProof(asked: Asked | undefined) {
  const key = asked?.captchaKey
  const bits = asked?.proofBits
  const running = useRef<{ readonly key: string; readonly number: Promise<number> }>(undefined)
  const [percent, setPercent] = useState<number>()

  useEffect(() => {
    if (key === undefined || bits === undefined) return undefined
    const stop = new AbortController()
    const begun = Date.now()
    const show = (share: number) => {
      if (Date.now() - begun < QUIET_MS) return
      setPercent(Math.min(99, Math.floor(share * 100)))
    }
    const number = solveProof({ key, bits }, { signal: stop.signal, onProgress: show })
    number.then(
      () => setPercent(undefined),
      () => undefined,
    )
    running.current = { key, number }
    return () => {
      stop.abort()
      setPercent(undefined)
    }
  }, [key, bits])

  return {
    /** How far it is; nothing where it is done, or has only begun. */
    percent,
    /** The number for a key, once it is found; nothing where none is needed. */
    numberFor: async (captchaKey: string): Promise<number | undefined> =>
      running.current?.key === captchaKey ? running.current.number : undefined,
  }
}
