import { findProof, type ProofTask } from '@qingzhou/contract/proof-of-work'

type Told = { readonly tried: number; readonly number: number | undefined }

export type SolveOptions = {
  readonly signal: AbortSignal
  /** From 0 to 1; how long chance really takes, nobody knows. */
  readonly onProgress: (share: number) => void
}

const NUMBERS_PER_SLICE = 512

/** Finds the number an image code asks for: in a worker, or a little at a time where the browser has none. */
export async function solveProof(task: ProofTask, options: SolveOptions): Promise<number> {
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
    return new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
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
