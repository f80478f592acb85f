import { film } from './film.ts'
import type { FrameWindow } from './film.ts'

/** What the phone has for a camera: a test person in front of it, the computer's own, or nothing. */
export type CameraKind = 'person' | 'own' | 'none'
export type Camera = { readonly kind: CameraKind; readonly personKey: string }

/** Each page has a navigator of its own, so a page that was loaded anew is seen to be new. */
const equipped = new WeakSet<Navigator>()

/** Puts the desk's camera in the place of the page's; which one it is, is asked at each use. */
export function equip(view: FrameWindow, camera: () => Camera): void {
  const { navigator } = view
  if (equipped.has(navigator)) return
  equipped.add(navigator)

  // Outside a secure page a browser has no cameras at all, though the type says it always has.
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
