import type { FacePurpose } from '@qingzhou/contract/features/identity'
import { logProblem } from '#platform/browser/log.ts'
import { CameraUnavailable, closeCamera, openCamera } from './camera.ts'
import type { Delivery } from './use-face-check.ts'
import { faces } from './face-outcome.ts'
import { fetchFaceFiles } from './face-files.ts'
import type { FaceWatcher } from './face-watcher.ts'
import {
  ensureGoing,
  type Frame,
  Stopped,
  takeOnCountdown,
  type Taking,
  watchActions,
} from './take-frames.ts'
import type { Stage } from './face-stage.tsx'

type FaceCheckRun = {
  readonly purpose: FacePurpose
  readonly businessNo: string | undefined
  readonly video: { readonly current: HTMLVideoElement | null }
  readonly signals: { readonly leaving: AbortSignal; readonly byCountdown: AbortSignal }
  readonly report: (stage: Stage) => void
}

/** Runs the check on the phone, from the camera permission to the frames. */
export async function runFaceCheck(conducted: FaceCheckRun): Promise<Delivery> {
  const { purpose, businessNo, video, signals, report } = conducted
  report({ name: 'asking' })
  const stream = await openCamera()
  try {
    ensureGoing(signals.leaving)
    report({ name: 'loading', share: 0 })
    const shown = await show(stream, video)
    const options = { signal: signals.leaving, quiet: true } as const
    const [{ faceSessionNo }, watcher] = await Promise.all([
      faces.openFaceSession({ purpose, businessNo }, options),
      loadWatcher(conducted),
    ])
    ensureGoing(signals.leaving)
    const { faceToken, actions } = await faces.faceChallenge({ faceSessionNo }, options)
    const frames = await takeFrames(conducted, { video: shown, actions }, watcher)
    return { faceSessionNo, faceToken, frames }
  } finally {
    closeCamera(stream)
  }
}

async function show(
  stream: MediaStream,
  { current: video }: FaceCheckRun['video'],
): Promise<HTMLVideoElement> {
  if (!video) throw new Stopped()
  video.srcObject = stream
  try {
    await video.play()
  } catch (error) {
    // Some browsers grant the camera but deliver no frames while another app uses it.
    throw new CameraUnavailable('busy', error)
  }
  return video
}

/** Undefined when the phone cannot run the detection or the user skips it. */
async function loadWatcher({ signals, report }: FaceCheckRun): Promise<FaceWatcher | undefined> {
  const stop = new AbortController()
  const stopped = new Promise<undefined>((resolve) => {
    for (const signal of [signals.leaving, signals.byCountdown]) {
      signal.addEventListener('abort', () => {
        stop.abort()
        resolve(undefined)
      })
    }
  })
  const tellShare = (share: number) => {
    if (!stop.signal.aborted) report({ name: 'loading', share })
  }
  return Promise.race([stopped, fetchWatcher(tellShare, stop.signal)])
}

async function fetchWatcher(
  report: (share: number) => void,
  signal: AbortSignal,
): Promise<FaceWatcher | undefined> {
  try {
    const [{ loadFaceWatcher }] = await Promise.all([
      import('./face-watcher.ts'),
      fetchFaceFiles(report, signal),
    ])
    return await loadFaceWatcher()
  } catch (error) {
    // Old browser or broken connection: fall back to frames taken by countdown.
    if (!signal.aborted) logProblem('face-watcher', error)
    return undefined
  }
}

async function takeFrames(
  { signals, report }: FaceCheckRun,
  taking: Omit<Taking, 'signal'>,
  watcher: FaceWatcher | undefined,
): Promise<Frame[]> {
  const seen = watcher && (await watchFrames({ signals, report }, taking, watcher))
  if (seen) return seen
  ensureGoing(signals.leaving)
  return takeOnCountdown({ ...taking, signal: signals.leaving }, ({ seconds, ...progress }) =>
    report({ name: 'counting', progress, seconds }),
  )
}

/** Undefined when the user prefers the countdown. */
async function watchFrames(
  { signals, report }: Pick<FaceCheckRun, 'signals' | 'report'>,
  taking: Omit<Taking, 'signal'>,
  watcher: FaceWatcher,
): Promise<Frame[] | undefined> {
  const watching = new AbortController()
  for (const signal of [signals.leaving, signals.byCountdown]) {
    if (signal.aborted) watching.abort()
    signal.addEventListener('abort', () => watching.abort())
  }
  try {
    return await watchActions({ ...taking, signal: watching.signal }, watcher, (progress) =>
      report({ name: 'watching', progress }),
    )
  } catch (error) {
    if (signals.leaving.aborted) throw error
    // The user chose the countdown, or the detection failed: only the camera is needed.
    if (!(error instanceof Stopped)) logProblem('face-watching', error)
    return undefined
  }
}
