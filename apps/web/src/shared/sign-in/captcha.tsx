import { useEffect, useRef, useState } from 'react'
import type { ProofTask } from '@qingzhou/contract/sealing/proof-of-work'
import { ImageCodeField } from '@qingzhou/ui/inputs'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { takeFirstCaptcha } from '#platform/session/first-captcha.ts'
import { onboarding } from './onboarding-calls.ts'

interface CaptchaFieldProps {
  value: string
  onChange: (code: string) => void
  onBlur?: () => void | Promise<void>
  error?: string | undefined
  note?: string | undefined
  ref?: (element: HTMLElement | null) => void
  captcha: Captcha
}

/** Sent where no image is to be read. */
const NO_CODE = '0000'

/** The image code field. A new image clears it. Without an image the browser solves a puzzle instead. */
export function CaptchaField({ captcha, ref, onChange, ...field }: CaptchaFieldProps) {
  const isPuzzle = captcha.picture === ''
  useEffect(() => {
    if (isPuzzle && field.value !== NO_CODE) onChange(NO_CODE)
  })

  function refresh() {
    onChange('')
    void captcha.refresh()
  }

  return (
    <div ref={ref}>
      {isPuzzle ? (
        <p className="caption ink-3" role="status">
          {field.error ?? '已自动进行安全验证，无需输入图形验证码'}
        </p>
      ) : (
        <ImageCodeField
          {...field}
          onChange={(text) => onChange(text.trim())}
          picture={captcha.picture}
          pictureMissing={captcha.isMissing ? '点按重试' : undefined}
          onRefresh={refresh}
        />
      )}
      {captcha.proofPercent !== undefined && (
        <p className="caption ink-3 tabular" role="status">
          正在进行安全验证… <span aria-hidden="true">{captcha.proofPercent}%</span>
        </p>
      )}
    </div>
  )
}

/** A partner link is verified with the first image. */
export type PartnerLink = { readonly gdCode?: string }

export type Captcha = ReturnType<typeof useCaptcha>

type LoadedCaptcha = Awaited<ReturnType<typeof onboarding.newCaptcha>>

type Loading = {
  readonly loaded: LoadedCaptcha | undefined
  readonly state: 'loading' | 'ready' | 'failed'
}

/** Loads one image at a time. An image is valid for one attempt. */
export function useCaptcha(link: PartnerLink = {}) {
  const [{ loaded, state }, setLoading] = useState<Loading>({ loaded: undefined, state: 'loading' })
  const running = useRef<AbortController>(undefined)

  async function load(first?: Promise<LoadedCaptcha>) {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    setLoading((earlier) => ({ ...earlier, state: 'loading' }))
    try {
      const image = await (first ?? onboarding.newCaptcha(link, { signal }))
      if (!signal.aborted) setLoading({ loaded: image, state: 'ready' })
    } catch (error) {
      if (signal.aborted) return
      setLoading((earlier) => ({ ...earlier, state: 'failed' }))
      ignoreRefusal(error)
    }
  }

  useEffect(() => {
    // The image requested with the page belongs to no partner's link.
    void load(link.gdCode === undefined ? takeFirstCaptcha() : undefined)
    return () => running.current?.abort()
    // Once on mount: the link does not change while the page is shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const proof = usePuzzle(state === 'loading' ? undefined : loaded)

  return {
    key: loaded?.captchaKey,
    /** The progress of the proof of work in percent, while it runs. */
    proofPercent: proof.percent,
    proofFor: proof.numberFor,
    picture: state === 'loading' ? undefined : loaded?.image,
    isMissing: state === 'failed',
    refresh: () => load(),
  }
}

type PuzzleRequest = Pick<LoadedCaptcha, 'captchaKey' | 'proofBits' | 'puzzle'>

/** Shorter work is not shown: it ends before the user has read the image. */
const QUIET_MS = 1_500

/** Starts the proof of work as soon as the image arrives, while the user reads it. */
function usePuzzle(request: PuzzleRequest | undefined) {
  const key = request?.captchaKey
  const bits = request?.proofBits
  const puzzle = request?.puzzle
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
    const number = solvePuzzle({ key, bits, puzzle }, { signal: stop.signal, onProgress: show })
    number.then(
      () => setPercent(undefined),
      () => undefined,
    )
    running.current = { key, number }
    return () => {
      stop.abort()
      setPercent(undefined)
    }
  }, [key, bits, puzzle])

  return {
    /** The progress; undefined at the start and when done. */
    percent,
    /** The solution for a key; undefined where none is needed. */
    numberFor: async (captchaKey: string): Promise<number | undefined> =>
      running.current?.key === captchaKey ? running.current.number : undefined,
  }
}

type PuzzleProgress = { readonly tried: number; readonly number: number | undefined }

type SolveOptions = {
  readonly signal: AbortSignal
  /** From 0 to 1; an estimate, as the search is random. */
  readonly onProgress: (share: number) => void
}

const NUMBERS_PER_SLICE = 512

/** Finds the number an image code requires: in a worker, or in slices where workers are missing. */
async function solvePuzzle(task: ProofTask, options: SolveOptions): Promise<number> {
  const worker = startWorker()
  if (!worker) return solveHere(task, options)
  try {
    return await solveIn(worker, task, options)
  } catch (error) {
    if (options.signal.aborted) throw error
    return await solveHere(task, options)
  } finally {
    worker.terminate()
  }
}

function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./puzzle-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    // An old browser without module workers.
    return undefined
  }
}

function solveIn(worker: Worker, task: ProofTask, options: SolveOptions): Promise<number> {
  const { signal, onProgress } = options
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('proof of work aborted')))
    worker.addEventListener('error', () => reject(new Error('proof of work: no worker')))
    worker.addEventListener('message', ({ data }: MessageEvent<PuzzleProgress>) => {
      onProgress(shareOf(task, data.tried))
      if (data.number !== undefined) resolve(data.number)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has no origin to name.
    worker.postMessage(task)
  })
}

async function solveHere(task: ProofTask, { signal, onProgress }: SolveOptions): Promise<number> {
  const { findProof } = await import('@qingzhou/contract/sealing/proof-of-work')
  for (let from = 0; ; from += NUMBERS_PER_SLICE) {
    if (signal.aborted) throw new Error('proof of work aborted')
    const number = findProof(task, { from, count: NUMBERS_PER_SLICE })
    if (number !== undefined) return number
    onProgress(shareOf(task, from + NUMBERS_PER_SLICE))
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** The probability of a solution by now. */
function shareOf({ bits }: ProofTask, tried: number): number {
  return 1 - Math.exp(-tried / 2 ** bits)
}
