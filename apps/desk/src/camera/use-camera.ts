import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { deskMemory } from '#desk-memory.ts'
import { equip } from './equip.ts'
import type { Camera, CameraKind } from './equip.ts'

export const cameras: readonly { value: CameraKind; label: string }[] = [
  { value: 'person', label: '测试人物的脸' },
  { value: 'own', label: '本机摄像头' },
  { value: 'none', label: '没有摄像头' },
]

/** Often enough that no page gets to its camera first. */
const LOOK_EVERY_MS = 200

/** Gives the phone its camera, each page it opens anew. */
export function useCamera(frame: RefObject<HTMLIFrameElement | null>, personKey: string) {
  const [kind, setKind] = useState(remembered)
  const current = useRef<Camera>({ kind, personKey })

  useEffect(() => {
    current.current = { kind, personKey }
  }, [kind, personKey])

  useEffect(() => {
    const look = () => {
      // A page of another host has no window for us; the phone opens none.
      const view = frame.current?.contentDocument?.defaultView
      if (view) equip(view, () => current.current)
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [frame])

  function choose(next: CameraKind) {
    deskMemory.keep('camera', next)
    setKind(next)
  }

  return { kind, choose }
}

function remembered(): CameraKind {
  const kept = deskMemory.read('camera')
  return cameras.find(({ value }) => value === kept)?.value ?? 'person'
}
