import { useEffect, useRef, useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import type { FacePurpose, identityShapes } from '@qingzhou/contract/features/identity'
import type { Output } from '@qingzhou/contract/wire/shape'
import { ApiError, isUndecided } from '#platform/api/api-error.ts'
import { logProblem } from '#platform/browser/log.ts'
import { CameraUnavailable } from './camera.ts'
import { faces } from './face-outcome.ts'
import type { Stage } from './face-stage.tsx'
import { runFaceCheck } from './run-face-check.ts'
import type { Frame } from './take-frames.ts'
import { Stopped, pause } from './take-frames.ts'

type FaceOutcome = Output<typeof identityShapes.faceResult>

export type Delivery = {
  readonly faceSessionNo: string
  readonly faceToken: string
  readonly frames: Frame[]
}

const ASK_AGAIN_MS = 2000

/** Uploads the frames and waits for the result. A repeated upload returns the first result. */
async function deliverFrames(
  { faceSessionNo, faceToken, frames }: Delivery,
  signal: AbortSignal,
): Promise<Exclude<FaceOutcome, { outcome: 'pending' }>> {
  const options = { signal, quiet: true } as const
  let outcome = await faces.faceResult({ faceSessionNo, faceToken, frames }, options)
  while (outcome.outcome === 'pending') {
    await pause(ASK_AGAIN_MS, signal)
    outcome = await faces.faceResult({ faceSessionNo }, options)
  }
  return outcome
}

export interface FaceCheckPlan {
  purpose: FacePurpose
  /** The subject of the check, e.g. a draw number. */
  businessNo?: string | undefined
  onPassed: () => void
  onFailed: (faceSessionNo: string) => void
  /** Called when a person has to compare the pictures. */
  onReview?: () => void
  /** Called when there is no camera. */
  onElsewhere: () => void
}

/** One run from the first press to the result; `byCountdown` skips the detection. */
type Run = { readonly leaving: AbortController; readonly byCountdown: AbortController }

/** Controls a face check. The camera is on only during the check. */
export function useFaceCheck(plan: FaceCheckPlan) {
  const [stage, setStage] = useState<Stage>({ name: 'intro' })
  const video = useRef<HTMLVideoElement>(null)
  const run = useRef<Run>(undefined)
  const unsent = useRef<Delivery>(undefined)

  function leave() {
    run.current?.leaving.abort()
    run.current = undefined
  }
  useEffect(() => () => run.current?.leaving.abort(), [])
  usePausing(isOnCamera(stage), () => {
    leave()
    setStage({ name: 'paused' })
  })

  async function attempt(work: (begun: Run) => Promise<void>) {
    leave()
    const begun = { leaving: new AbortController(), byCountdown: new AbortController() }
    run.current = begun
    try {
      await work(begun)
    } catch (error) {
      if (begun.leaving.signal.aborted || error instanceof Stopped) return
      leave()
      if (error instanceof CameraUnavailable && error.trouble === 'missing') plan.onElsewhere()
      else setStage(stageAfter(error, unsent.current !== undefined))
    }
  }

  async function deliver(delivery: Delivery, signal: AbortSignal) {
    setStage({ name: 'sending' })
    const { outcome } = await deliverFrames(delivery, signal)
    unsent.current = undefined
    if (outcome === 'passed') plan.onPassed()
    else if (outcome === 'review') plan.onReview?.()
    else plan.onFailed(delivery.faceSessionNo)
  }

  return {
    stage,
    video,
    start: () =>
      attempt(async ({ leaving, byCountdown }) => {
        unsent.current = undefined
        const { purpose, businessNo } = plan
        const signals = { leaving: leaving.signal, byCountdown: byCountdown.signal }
        const checked = { purpose, businessNo, video, signals, report: setStage }
        const delivery = await runFaceCheck(checked)
        unsent.current = delivery
        await deliver(delivery, leaving.signal)
      }),
    sendAgain: () =>
      attempt(async ({ leaving }) => {
        if (unsent.current) await deliver(unsent.current, leaving.signal)
      }),
    takeByCountdown: () => run.current?.byCountdown.abort(),
    cancel: () => {
      leave()
      setStage({ name: 'intro' })
    },
  }
}

function isOnCamera({ name }: Stage): boolean {
  return name === 'loading' || name === 'watching' || name === 'counting'
}

/** Stop filming when the page is hidden. */
function usePausing(isFilming: boolean, stop: () => void) {
  useEffect(() => {
    if (!isFilming) return undefined
    const heed = () => {
      if (document.visibilityState === 'hidden') stop()
    }
    document.addEventListener('visibilitychange', heed)
    return () => document.removeEventListener('visibilitychange', heed)
  })
}

function stageAfter(error: unknown, hasFrames: boolean): Stage {
  if (error instanceof CameraUnavailable) return { name: 'noCamera', trouble: error.trouble }
  if (!(error instanceof ApiError)) {
    logProblem('face-check', String(error))
    return { name: 'refused', message: '系统异常，请稍后再试', mayRetry: true }
  }
  const { code, message } = error
  if (isUndecided(error) && hasFrames) return { name: 'unsent', message }
  return { name: 'refused', message, mayRetry: code !== codes.accountState }
}
