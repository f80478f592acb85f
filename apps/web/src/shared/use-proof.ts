import { useEffect, useRef, useState } from 'react'
import { solveProof } from './solve-proof.ts'

type Asked = { readonly captchaKey: string; readonly proofBits?: number | undefined }

/** Works on the proof of the image at hand from the moment it is there, while the person still reads it. */
export function useProof(asked: Asked | undefined) {
  const key = asked?.captchaKey
  const bits = asked?.proofBits
  const running = useRef<{ readonly key: string; readonly number: Promise<number> }>(undefined)
  const [percent, setPercent] = useState<number>()

  useEffect(() => {
    if (key === undefined || bits === undefined) return undefined
    const stop = new AbortController()
    const show = (share: number) => setPercent(Math.min(99, Math.floor(share * 100)))
    show(0)
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
    /** How far it is; nothing where none is needed, or it is done. */
    percent,
    /** The number for a key, once it is found; nothing where none is needed. */
    numberFor: async (captchaKey: string): Promise<number | undefined> =>
      running.current?.key === captchaKey ? running.current.number : undefined,
  }
}
