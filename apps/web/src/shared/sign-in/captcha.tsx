import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { findProof, type ProofTask } from '@qingzhou/contract/proof-of-work'
import { ImageCodeField } from '@qingzhou/ui/inputs'
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

/** The code on a picture. A new picture empties the field: the old answer fits it no more. */
export function CaptchaField({ captcha, ref, onChange, ...field }: CaptchaFieldProps) {
  function refresh() {
    onChange('')
    void captcha.refresh()
  }

  return (
    <div ref={ref}>
      <ImageCodeField
        {...field}
        onChange={(text) => onChange(text.trim())}
        picture={captcha.picture}
        pictureMissing={captcha.isMissing ? '点按重试' : undefined}
        onRefresh={refresh}
      />
      {captcha.proofPercent !== undefined && (
        <p className="caption ink-3 tabular" role="status">
          正在进行安全验证… <span aria-hidden="true">{captcha.proofPercent}%</span>
        </p>
      )}
    </div>
  )
}

/** A partner's link is checked together with the first picture. */
export type PartnerLink = { readonly gdCode?: string }

export type Captcha = ReturnType<typeof useCaptcha>

/** One picture at a time. Each is good for one try, so whoever spent it asks for the next. */
export function useCaptcha(link: PartnerLink = {}) {
  const id = useId()
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['captcha', id],
    queryFn: async ({ signal }) => onboarding.newCaptcha(link, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

  const proof = useProof(isFetching ? undefined : data)

  return {
    key: data?.captchaKey,
    /** How far the proof of work is, in percent, while there is one to wait for. */
    proofPercent: proof.percent,
    proofFor: proof.numberFor,
    picture: isFetching ? undefined : data?.image,
    isMissing: isError && !isFetching,
    refresh: async () => void (await refetch()),
  }
}

type Asked = { readonly captchaKey: string; readonly proofBits?: number | undefined }

/** Shorter work than this is not mentioned: it is over before the person has read the image. */
const QUIET_MS = 1_500

/** Works on the proof of the image at hand from the moment it is there, while the person still reads it. */
function useProof(asked: Asked | undefined) {
  const key = asked?.captchaKey
  const bits = asked?.proofBits
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
    /** How far it is; nothing where it is done, or has only begun. */
    percent,
    /** The number for a key, once it is found; nothing where none is needed. */
    numberFor: async (captchaKey: string): Promise<number | undefined> =>
      running.current?.key === captchaKey ? running.current.number : undefined,
  }
}

type Told = { readonly tried: number; readonly number: number | undefined }

type SolveOptions = {
  readonly signal: AbortSignal
  /** From 0 to 1; how long chance really takes, nobody knows. */
  readonly onProgress: (share: number) => void
}

const NUMBERS_PER_SLICE = 512

/** Finds the number an image code asks for: in a worker, or a little at a time where the browser has none. */
async function solveProof(task: ProofTask, options: SolveOptions): Promise<number> {
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
    // An old browser, or one that runs no workers of modules.
    return undefined
  }
}

function solveIn(worker: Worker, task: ProofTask, options: SolveOptions): Promise<number> {
  const { signal, onProgress } = options
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The proof is not needed any more.')))
    worker.addEventListener('error', () => reject(new Error('The worker could not be started.')))
    worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      onProgress(shareOf(task, data.tried))
      if (data.number !== undefined) resolve(data.number)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has no origin to name.
    worker.postMessage(task)
  })
}

async function solveHere(task: ProofTask, { signal, onProgress }: SolveOptions): Promise<number> {
  for (let from = 0; ; from += NUMBERS_PER_SLICE) {
    if (signal.aborted) throw new Error('The proof is not needed any more.')
    const number = findProof(task, { from, count: NUMBERS_PER_SLICE })
    if (number !== undefined) return number
    onProgress(shareOf(task, from + NUMBERS_PER_SLICE))
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** How likely it was to be found by now. */
function shareOf({ bits }: ProofTask, tried: number): number {
  return 1 - Math.exp(-tried / 2 ** bits)
}
