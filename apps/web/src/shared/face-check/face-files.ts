/**
 * The networks for the face detection, served from the app's origin. The version is part of the
 * address, so that browsers cache them permanently and load new versions.
 */
export const FACE_FOLDER = '/assets/face-3.3.6/'

export const faceNetworks = ['blazeface', 'facemesh', 'iris'] as const

/** The large files the detection needs. */
const LARGE_FILES = [...faceNetworks.map((name) => `${name}.bin`), 'tfjs-backend-wasm-simd.wasm']

/** Loads the large files into the browser's cache and reports progress. */
export async function fetchFaceFiles(
  report: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const answers = await Promise.all(
    LARGE_FILES.map(async (name) => {
      const answer = await fetch(`${FACE_FOLDER}${name}`, { signal })
      if (!answer.ok) throw new Error(`face file ${name}: HTTP ${answer.status}`)
      return answer
    }),
  )
  const total = answers.reduce((sum, answer) => sum + lengthOf(answer), 0)
  let received = 0
  await Promise.all(
    answers.map(async (answer) =>
      readThrough(answer, (bytes) => {
        received += bytes
        report(total === 0 ? 0 : Math.min(1, received / total))
      }),
    ),
  )
}

function lengthOf(answer: Response): number {
  return Number(answer.headers.get('content-length') ?? 0)
}

async function readThrough(answer: Response, count: (bytes: number) => void): Promise<void> {
  const reader = answer.body?.getReader()
  if (!reader) return
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    count(value.byteLength)
  }
}
