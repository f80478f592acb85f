import { type Config, Human } from '@vladmandic/human'
import { FACE_FOLDER, faceNetworks } from './face-files.ts'
import { placeOf, type Sighting, signsOf } from './signs.ts'

export type FaceWatcher = { look(picture: HTMLCanvasElement): Promise<Sighting> }

/** Only the face, only where it is and how it moves: who it is, the server finds out. */
const SETTINGS: Partial<Config> = {
  // The same speed on every phone, where a graphics chip would first compile for seconds.
  backend: 'wasm',
  wasmPath: FACE_FOLDER,
  modelBasePath: FACE_FOLDER,
  cacheModels: false,
  // Each picture is looked at afresh: what is sent must show what was seen.
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
    // Without it the lids of the mesh hardly move.
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
  // The library only logs what did not load, and would fail at the first look.
  const loaded = human.models.loaded()
  const missing = faceNetworks.filter((name) => !loaded.includes(name))
  if (missing.length > 0) throw new Error(`Not loaded: ${missing.join(', ')}.`)
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
