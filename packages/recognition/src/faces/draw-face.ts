import sharp from 'sharp'
import { bodyMeshes, earMeshes } from './body.ts'
import { type Features, featuresOf } from './features.ts'
import { hairMesh } from './hair.ts'
import { headMesh } from './head.ts'
import { turned } from './mesh.ts'
import { type Pose, type Posture, postureOf } from './posture.ts'
import { look } from './raster.ts'
import { shaded } from './shade.ts'

const DEFAULT_SIZE = 480
/** Drawn larger and shrunk, so that edges are soft as a lens makes them. */
const OVERSAMPLING = 1.5

/**
 * Draws somebody who does not exist, as a square PNG: the same seed is the same person, whatever
 * the pose. No photograph of anybody has to be kept for tests and demonstrations.
 */
export async function drawFace(order: {
  readonly seed: string
  readonly pose?: Pose
  readonly size?: number
}): Promise<Buffer> {
  const size = order.size ?? DEFAULT_SIZE
  const drawn = Math.round(size * OVERSAMPLING)
  const pixels = render(featuresOf(order.seed), postureOf(order.pose ?? {}), drawn)
  return sharp(pixels, { raw: { width: drawn, height: drawn, channels: 3 } })
    .resize(size, size)
    .png()
    .toBuffer()
}

function render(features: Features, posture: Posture, size: number): Uint8Array {
  const radians = (posture.yaw * Math.PI) / 180
  const head = [headMesh(features, posture), hairMesh(features), ...earMeshes(features)]
  const meshes = [...head.map((mesh) => turned(mesh, radians)), ...bodyMeshes(features)]
  return shaded(features, posture, look(meshes, size))
}
