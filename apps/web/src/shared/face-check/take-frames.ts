import type { FaceAction } from '@qingzhou/contract/features/identity'
import {
  afterLook,
  type Challenge,
  isReady,
  newChallenge,
  nextShot,
  type Shot,
  type Guidance,
  guidanceFor,
} from './signs.ts'
import type { FaceWatcher } from './face-watcher.ts'

export type Frame = { readonly action: Shot; readonly image: string }

export type Taking = {
  readonly video: HTMLVideoElement
  readonly actions: readonly FaceAction[]
  readonly signal: AbortSignal
}

/** The required frame, the number taken, and the obstacle for the next. */
export type Progress = {
  readonly shot: Shot
  readonly taken: number
  readonly total: number
  readonly guidance: Guidance | undefined
  /** Between two actions the face must be neutral again. */
  readonly isReady: boolean
}

/** Leaves processor time for the rest of the page. */
const BETWEEN_LOOKS_MS = 40

/** Detects the actions and keeps the frames in which they were detected. */
export async function watchActions(
  { video, actions, signal }: Taking,
  watcher: FaceWatcher,
  report: (progress: Progress) => void,
): Promise<Frame[]> {
  const canvas = document.createElement('canvas')
  const frames: Frame[] = []
  let challenge = newChallenge(actions)
  report(progressOf(challenge, undefined))
  for (let shot = nextShot(challenge); shot !== undefined; shot = nextShot(challenge)) {
    ensureGoing(signal)
    const sighting = await watcher.look(snapshot(video, canvas))
    ensureGoing(signal)
    const guidance = guidanceFor(sighting)
    if (!guidance && sighting.signs) {
      const next = afterLook(challenge, sighting.signs)
      if (next.isTaken) frames.push({ action: shot, image: jpegOf(canvas) })
      challenge = next.challenge
    }
    report(progressOf(challenge, guidance))
    await pause(BETWEEN_LOOKS_MS, signal)
  }
  return frames
}

function progressOf(challenge: Challenge, guidance: Guidance | undefined): Progress {
  const { shots, taken } = challenge
  return {
    shot: nextShot(challenge) ?? 'front',
    taken,
    total: shots.length,
    guidance,
    isReady: isReady(challenge),
  }
}

const COUNT_FROM = 3

const SECOND_MS = 1000

/**
 * Without detection: announces each action, counts down, and leaves the judgement to the server.
 */
export async function takeOnCountdown(
  { video, actions, signal }: Taking,
  report: (progress: Progress & { readonly seconds: number }) => void,
): Promise<Frame[]> {
  const canvas = document.createElement('canvas')
  const frames: Frame[] = []
  const { shots } = newChallenge(actions)
  for (const [taken, shot] of shots.entries()) {
    for (let seconds = COUNT_FROM; seconds > 0; seconds -= 1) {
      report({ shot, taken, total: shots.length, guidance: undefined, isReady: true, seconds })
      await pause(SECOND_MS, signal)
    }
    frames.push({ action: shot, image: jpegOf(snapshot(video, canvas)) })
  }
  return frames
}

const LONGEST_EDGE = 640

const QUALITY = 0.85

/** The size limit of the server; a noisy image of a dark room may exceed it at first. */
const BASE64_MAX = 280_000

/** The current camera frame, in memory only. */
function snapshot(video: HTMLVideoElement, canvas: HTMLCanvasElement): HTMLCanvasElement {
  const { videoWidth: width, videoHeight: height } = video
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height, 1))
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** A base64 JPEG. The image is not mirrored: left is the person's left. */
function jpegOf(canvas: HTMLCanvasElement, quality = QUALITY): string {
  const url = canvas.toDataURL('image/jpeg', quality)
  const base64 = url.slice(url.indexOf(',') + 1)
  return base64.length > BASE64_MAX && quality > 0.3 ? jpegOf(canvas, quality - 0.2) : base64
}

/** Thrown when the user leaves or chooses another way. */
export class Stopped extends Error {}

export function ensureGoing(signal: AbortSignal): void {
  if (signal.aborted) throw new Stopped()
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(new Stopped())
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Stopped())
    })
  })
}
