import { type Config, Human } from '@vladmandic/human'
import { FACE_FOLDER, faceNetworks } from './face-files.ts'
import { placeOf, type Sighting, signsOf } from './signs.ts'

export type FaceWatcher = { look(picture: HTMLCanvasElement): Promise<Sighting> }

/** Detects position and movement only; the server compares the identity. */
const SETTINGS: Partial<Config> = {
  // The same speed on every phone; WebGL would compile shaders for seconds first.
  backend: 'wasm',
  wasmPath: FACE_FOLDER,
  modelBasePath: FACE_FOLDER,
  cacheModels: false,
  // Every frame is analysed alone: an uploaded frame must show what was detected.
  cacheSensitivity: 0,
  warmup: 'none',
  debug: false,
  filter: { enabled: false },
  gesture: { enabled: false },
  body: { enabled: false },
  hand: { enabled: false },
  object: { enabled: false },
  segmentation: { enabled: false },
  face: {
    enabled: true,
    detector: { modelPath: 'blazeface.json', rotation: false, maxDetected: 3, minConfidence: 0.4 },
    mesh: { enabled: true, modelPath: 'facemesh.json' },
    // Required for the eyelids of the mesh.
    iris: { enabled: true, modelPath: 'iris.json' },
    emotion: { enabled: false },
    description: { enabled: false },
    antispoof: { enabled: false },
    liveness: { enabled: false },
  },
}

export async function loadFaceWatcher(): Promise<FaceWatcher> {
  const human = new Human(SETTINGS)
  await human.load()
  // The library only logs missing models and would fail at the first detection.
  const loaded = human.models.loaded()
  const missing = faceNetworks.filter((name) => !loaded.includes(name))
  if (missing.length > 0) throw new Error(`face models not loaded: ${missing.join(', ')}`)
  return {
    async look(picture) {
      const { face: faces } = await human.detect(picture)
      const [face] = faces
      const light = lightnessOf(picture)
      const mesh = face?.mesh ?? []
      if (!face || mesh.length === 0) {
        return { faces: faces.length, light, width: 0, offCentre: 0, signs: undefined }
      }
      const yaw = face.rotation?.angle.yaw ?? 0
      return { faces: faces.length, light, ...placeOf(mesh, picture), signs: signsOf(mesh, yaw) }
    },
  }
}

const SAMPLE_SIDE = 16

function lightnessOf(picture: HTMLCanvasElement): number {
  const sample = document.createElement('canvas')
  sample.width = SAMPLE_SIDE
  sample.height = SAMPLE_SIDE
  const context = sample.getContext('2d', { willReadFrequently: true })
  if (!context) return 255
  context.drawImage(picture, 0, 0, SAMPLE_SIDE, SAMPLE_SIDE)
  const { data } = context.getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE)
  return (
    data.reduce((sum, value, at) => (at % 4 === 3 ? sum : sum + value), 0) / (data.length * 0.75)
  )
}
