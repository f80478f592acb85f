/** Why the camera is unavailable: denied, missing, or used by another app. */
export type CameraTrouble = 'denied' | 'missing' | 'busy'

export class CameraUnavailable extends Error {
  readonly trouble: CameraTrouble

  constructor(trouble: CameraTrouble, cause: unknown) {
    super(`The camera is ${trouble}.`, { cause })
    this.trouble = trouble
  }
}

/** Browsers offer the camera on secure pages only; some in-app browsers do not offer it. */
export function mayHaveCamera(): boolean {
  // Older in-app browsers lack it, contrary to the type.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  return devices?.getUserMedia !== undefined
}

/** Requests the front camera; the browser may ask the user for permission. */
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
