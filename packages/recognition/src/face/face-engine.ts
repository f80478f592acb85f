import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compileFunction } from 'node:vm'

import type { Picture } from '#id-card/picture.ts'
import type { Landmarks } from '#face/expression.ts'

/**
 * A detected face: its position, its landmarks, and a descriptor of 128 numbers that distinguishes
 * people.
 */
export type SeenFace = {
  readonly score: number
  readonly width: number
  readonly landmarks: Landmarks
  readonly descriptor: Float32Array
}

export type FaceEngine = { seeFaces(picture: Picture): Promise<SeenFace[]> }

/** Detections with a lower score are usually not faces. */
const SCORE_MIN = 0.5

/** The parts of the library that are used; its own types would pull in all browser types. */
type Tensor = { dispose(): void }
type FoundFace = {
  readonly detection: { readonly score: number; readonly box: { readonly width: number } }
  readonly landmarks: { readonly positions: Landmarks }
  readonly descriptor: Float32Array
}
type FaceLibrary = {
  readonly tf: TensorLibrary
  readonly env: { setEnv(environment: object): void }
  readonly nets: Record<Net, { loadFromDisk(folder: string): Promise<void> }>
  readonly SsdMobilenetv1Options: new (options: { minConfidence: number }) => object
  detectAllFaces(
    input: Tensor,
    options: object,
  ): { withFaceLandmarks(): { withFaceDescriptors(): Promise<FoundFace[]> } }
}
type Net = 'ssdMobilenetv1' | 'faceLandmark68Net' | 'faceRecognitionNet'
type TensorLibrary = {
  env(): { set(flag: 'WASM_HAS_MULTITHREAD_SUPPORT', value: boolean): void }
  setBackend(name: 'wasm'): Promise<boolean>
  setWasmPaths(folder: string): void
  tensor3d(data: Uint8Array, shape: [number, number, number], kind: 'int32'): Tensor
}

/** Loads the networks, which takes a second and 150 MB: call it only in a worker thread. */
export async function loadFaceEngine(): Promise<FaceEngine> {
  const library = loadLibrary()
  const { tf } = library
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  tf.setWasmPaths(`${folderOf('@tensorflow/tfjs-backend-wasm')}/dist/`)
  if (!(await tf.setBackend('wasm'))) throw new Error('The WebAssembly backend is missing.')
  const folder = join(folderOf('@vladmandic/face-api'), 'model')
  await Promise.all(Object.values(netsOf(library)).map((net) => net.loadFromDisk(folder)))
  const options = new library.SsdMobilenetv1Options({ minConfidence: SCORE_MIN })

  return {
    async seeFaces({ width, height, data }) {
      const input = tf.tensor3d(data, [height, width, 3], 'int32')
      try {
        const found = await library
          .detectAllFaces(input, options)
          .withFaceLandmarks()
          .withFaceDescriptors()
        return found.map(toSeenFace)
      } finally {
        input.dispose()
      }
    },
  }
}

const require = createRequire(import.meta.url)

function folderOf(name: string): string {
  return dirname(require.resolve(`${name}/package.json`))
}

/**
 * The library's bundle for browsers contains the parts of TensorFlow that it needs; its bundle for Node
 * requires 50 MB of packages. It runs as in a browser's worker: without `process`, and with a `fetch` for
 * the WebAssembly file.
 */
function loadLibrary(): FaceLibrary {
  const path = join(folderOf('@vladmandic/face-api'), 'dist/face-api.js')
  const load = compileFunction(`${readFileSync(path, 'utf8')}\nreturn faceapi`, [
    'process',
    'WorkerGlobalScope',
    'self',
    'fetch',
  ])
  const headers = { 'content-type': 'application/wasm' }
  const fetchFile = async (file: string) => new Response(await readFile(file), { headers })
  // The parts declared above are those of the pinned version.
  const library = load(undefined, Unused, { location: { href: '' } }, fetchFile) as FaceLibrary
  library.env.setEnv({
    Canvas: Unused,
    CanvasRenderingContext2D: Unused,
    Image: Unused,
    ImageData: Unused,
    Video: Unused,
    readFile,
  })
  return library
}

/** What a browser has and a tensor as input does not need. */
function Unused(): never {
  throw new Error('face-api: a tensor as input needs no canvas, image or video')
}

function netsOf({ nets }: FaceLibrary) {
  const { ssdMobilenetv1, faceLandmark68Net, faceRecognitionNet } = nets
  return { ssdMobilenetv1, faceLandmark68Net, faceRecognitionNet }
}

function toSeenFace({ detection, landmarks, descriptor }: FoundFace): SeenFace {
  return {
    score: detection.score,
    width: detection.box.width,
    landmarks: landmarks.positions.map(({ x, y }) => ({ x, y })),
    descriptor,
  }
}
