import { createRequire, registerHooks } from 'node:module'
import { dirname, join } from 'node:path'

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
type Found = {
  readonly detection: { readonly score: number; readonly box: { readonly width: number } }
  readonly landmarks: { readonly positions: Landmarks }
  readonly descriptor: Float32Array
}
type FaceLibrary = {
  readonly tf: TensorLibrary
  readonly nets: Record<Net, { loadFromDisk(folder: string): Promise<void> }>
  readonly SsdMobilenetv1Options: new (options: { minConfidence: number }) => object
  detectAllFaces(
    input: Tensor,
    options: object,
  ): { withFaceLandmarks(): { withFaceDescriptors(): Promise<Found[]> } }
}
type Net = 'ssdMobilenetv1' | 'faceLandmark68Net' | 'faceRecognitionNet'
type TensorLibrary = {
  readonly Tensor: { readonly prototype: Record<string, unknown> }
  setBackend(name: 'wasm'): Promise<boolean>
  setWasmPaths(folder: string): void
  tensor3d(data: Uint8Array, shape: [number, number, number], kind: 'int32'): Tensor
  reshape(tensor: unknown, shape: number[]): unknown
} & Record<Chained, (tensor: unknown, ...rest: unknown[]) => unknown>
type Chained = (typeof CHAINED)[number]

/** Operations the library calls as methods of a tensor, which the core alone does not provide. */
const CHAINED = ['add', 'sub', 'mul', 'div', 'mean'] as const
const RESHAPED = ['as1D', 'as2D', 'as3D', 'as4D']

/** Loads the networks, which takes a second and 150 MB: call it only in a worker thread. */
export async function loadFaceEngine(): Promise<FaceEngine> {
  const library = requireLibrary()
  addChainedOperations(library.tf)
  library.tf.setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`)
  if (!(await library.tf.setBackend('wasm'))) throw new Error('The WebAssembly backend is missing.')
  const folder = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model')
  await Promise.all(Object.values(netsOf(library)).map((net) => net.loadFromDisk(folder)))
  const options = new library.SsdMobilenetv1Options({ minConfidence: SCORE_MIN })

  return {
    async seeFaces({ width, height, data }) {
      const input = library.tf.tensor3d(data, [height, width, 3], 'int32')
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

/**
 * The library requires the whole of TensorFlow, of which its core and one backend are enough: the
 * rest is 300 MB of unused code.
 */
function requireLibrary(): FaceLibrary {
  const core = require.resolve('@tensorflow/tfjs-core')
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '@tensorflow/tfjs' ? core : specifier, context),
  })
  // `require` returns no types; the parts declared above are those of the pinned version.
  return require('@vladmandic/face-api/dist/face-api.node-wasm.js') as FaceLibrary
}

function netsOf({ nets }: FaceLibrary) {
  const { ssdMobilenetv1, faceLandmark68Net, faceRecognitionNet } = nets
  return { ssdMobilenetv1, faceLandmark68Net, faceRecognitionNet }
}

function addChainedOperations(tf: TensorLibrary): void {
  const methods = tf.Tensor.prototype
  for (const name of CHAINED) {
    methods[name] ??= function chained(this: unknown, ...rest: unknown[]) {
      return tf[name](this, ...rest)
    }
  }
  for (const name of RESHAPED) {
    methods[name] ??= function reshaped(this: unknown, ...shape: number[]) {
      return tf.reshape(this, shape.length > 0 ? shape : [-1])
    }
  }
}

function toSeenFace({ detection, landmarks, descriptor }: Found): SeenFace {
  return {
    score: detection.score,
    width: detection.box.width,
    landmarks: landmarks.positions.map(({ x, y }) => ({ x, y })),
    descriptor,
  }
}
