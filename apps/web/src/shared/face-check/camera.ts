/** Why there is no picture: said no to, not there, or held by another app. */
export type CameraTrouble = 'denied' | 'missing' | 'busy'

export class CameraUnavailable extends Error {
  readonly trouble: CameraTrouble

  constructor(trouble: CameraTrouble, cause: unknown) {
    super(`The camera is ${trouble}.`, { cause })
    this.trouble = trouble
  }
}

/** Browsers offer the camera on secure pages only, and those inside some apps not at all. */
export function mayHaveCamera(): boolean {
  // Older in-app browsers lack what the types say is always there.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  return devices?.getUserMedia !== undefined
}

/** Asks for the camera on the side of the screen; the person may be asked in turn. */
export async function openCamera(): Promise<MediaStream> {
  if (!mayHaveCamera()) throw new CameraUnavailable('missing', undefined)
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'user', width: { ideal: 640 }, height: { ideal: 480 } },
    })
  } catch (error) {
    throw new CameraUnavailable(troubleOf(error), error)
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return 'missing'
}
