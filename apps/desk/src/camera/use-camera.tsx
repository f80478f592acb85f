import { useEffect, useRef, useState, type RefObject } from 'react'
import { deskMemory } from '#desk-memory.ts'
import { Select } from '#select.tsx'
import type { Person } from '#people/use-people.ts'
import { film, type FrameWindow } from './film.ts'

const cameras: readonly { value: CameraKind; label: string }[] = [
  { value: 'person', label: '测试人物的脸' },
  { value: 'own', label: '本机摄像头' },
  { value: 'none', label: '没有摄像头' },
]

/** Short enough that no page opens its camera first. */
const LOOK_EVERY_MS = 200

/** Installs the camera in each page that the phone opens. */
export function useCamera(frame: RefObject<HTMLIFrameElement | null>, personKey: string) {
  const [kind, setKind] = useState(readCamera)
  const current = useRef<Camera>({ kind, personKey })

  useEffect(() => {
    current.current = { kind, personKey }
  }, [kind, personKey])

  useEffect(() => {
    const look = () => {
      // A page of another host is not accessible; the phone opens none.
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

function readCamera(): CameraKind {
  const stored = deskMemory.read('camera')
  return cameras.find(({ value }) => value === stored)?.value ?? 'person'
}

type CameraChoiceProps = {
  readonly kind: CameraKind
  readonly onChoose: (kind: CameraKind) => void
  readonly person: Person
}

/** Chooses the camera of the phone. */
export function CameraChoice({ kind, onChoose, person }: CameraChoiceProps) {
  const options = cameras.map(({ value, label }) => ({
    value,
    label: value === 'person' ? `${person.name}的脸` : label,
  }))
  return (
    <div className="camera-choice">
      <span className="grow small">手机摄像头</span>
      <Select label="手机摄像头" hideLabel options={options} value={kind} onChange={onChoose} />
    </div>
  )
}

/** The phone's camera: a test person, the computer's own camera, or none. */
export type CameraKind = 'person' | 'own' | 'none'
export type Camera = { readonly kind: CameraKind; readonly personKey: string }

/** Each loaded page has a new navigator. */
const equipped = new WeakSet<Navigator>()

/** Replaces the camera of a page; the kind is read at each use. */
export function equip(view: FrameWindow, camera: () => Camera): void {
  const { navigator } = view
  if (equipped.has(navigator)) return
  equipped.add(navigator)

  // Outside a secure context there is no mediaDevices, though the type says that it always exists.
  const own = navigator.mediaDevices as MediaDevices | undefined
  const devices: MediaDevices | object = own ?? {}
  const ownCamera = own?.getUserMedia.bind(own)
  const ownList = own?.enumerateDevices.bind(own)

  async function getUserMedia(wanted?: MediaStreamConstraints): Promise<MediaStream> {
    const { kind, personKey } = camera()
    if (kind === 'person') return film(view, personKey)
    if (kind === 'own' && ownCamera) return ownCamera(wanted)
    throw new view.DOMException('There is no camera.', 'NotFoundError')
  }

  async function enumerateDevices(): Promise<readonly object[]> {
    const { kind } = camera()
    if (kind === 'own') return (await ownList?.()) ?? []
    return kind === 'person'
      ? [{ kind: 'videoinput', deviceId: 'desk', groupId: '', label: '' }]
      : []
  }

  const replace = (name: string, value: unknown) =>
    Object.defineProperty(devices, name, { value, configurable: true, writable: true })
  replace('getUserMedia', getUserMedia)
  replace('enumerateDevices', enumerateDevices)
  if (!own) Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })
}
