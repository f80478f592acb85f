import { noise, step } from './chance.ts'
import type { Features } from './features.ts'
import { sectionPoint } from './head.ts'
import { type Mesh, meshOf } from './mesh.ts'

/** A shell around the head. Its surface says how high above the hair's own edge a place lies. */
export function hairMesh(features: Features): Mesh {
  const lowest = features.isLongHaired ? -2.3 : -0.9
  return meshOf({ material: 'hair', columns: 181, rows: 111 }, (across, up) => {
    const azimuth = Math.PI * (across * 2 - 1)
    const polar = 0.5 - 0.5 * Math.cos(Math.PI * up)
    const y = lowest + (1.449 - lowest) * (0.4 * up + 0.6 * polar)
    // Long hair hangs straight from where the head is widest.
    const [x, , z] = sectionPoint(features, azimuth, features.isLongHaired ? Math.max(y, -0.2) : y)
    const strands = 0.02 * noise(azimuth * 14, y * 3)
    const volume = 1 + features.hairVolume * step(-0.2, 1, y) + 0.04 + strands
    const hang = features.isLongHaired ? 1 + 0.12 * step(0.2, -1.2, y) : 1
    const lifted = y > 0 ? y * (1 + features.hairVolume * 0.6) + 0.03 : y
    return {
      point: [x * volume * hang, lifted, z * volume - 0.04],
      surface: [azimuth, edgeDistance(features, azimuth, y)],
    }
  })
}

/** Positive inside the hair. */
function edgeDistance(features: Features, azimuth: number, y: number): number {
  const side = Math.abs(azimuth) / Math.PI
  const jagged = 0.04 * noise(azimuth * 30, 7) + 0.03 * noise(azimuth * 75, 3)
  const forehead = features.hairline - features.fringe * step(0.36, 0.1, side) - 0.5 * side
  const cheekEdge = features.isLongHaired ? -2.2 : -0.28
  const edge = forehead + (cheekEdge - forehead) * step(0.3, 0.42, side)
  const neckEdge = features.isLongHaired ? -2.3 : -0.85
  return y - (edge + (neckEdge - edge) * step(0.6, 0.7, side)) - jagged
}
