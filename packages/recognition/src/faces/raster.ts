import type { Material, Mesh } from './mesh.ts'

/** What the camera sees at each pixel: the nearest surface and its orientation. */
export type Sight = {
  readonly size: number
  readonly depth: Float32Array
  readonly material: Uint8Array
  readonly normals: Float32Array
  readonly surface: Float32Array
}

export const materials: readonly Material[] = ['skin', 'hair', 'cloth', 'neck']

const CAMERA_DISTANCE = 9
/** Height of the middle of the picture, and how many head widths fit into half of it. */
const MIDDLE = -0.25
const REACH = 2.15

export function look(meshes: readonly Mesh[], size: number): Sight {
  const sight: Sight = {
    size,
    depth: new Float32Array(size * size).fill(-Infinity),
    material: new Uint8Array(size * size).fill(materials.length),
    normals: new Float32Array(size * size * 3),
    surface: new Float32Array(size * size * 2),
  }
  for (const mesh of meshes) drawMesh(sight, mesh)
  return sight
}

function drawMesh(sight: Sight, mesh: Mesh): void {
  const { columns, rows } = mesh
  const seen = project(mesh, sight.size)
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const corner = row * columns + column
      drawTriangle(sight, mesh, seen, [corner, corner + 1, corner + columns])
      drawTriangle(sight, mesh, seen, [corner + 1, corner + columns + 1, corner + columns])
    }
  }
}

function project({ positions }: Mesh, size: number): Float32Array {
  const seen = new Float32Array(positions.length)
  for (let index = 0; index < positions.length; index += 3) {
    const z = positions[index + 2] ?? 0
    const scale = (CAMERA_DISTANCE / (CAMERA_DISTANCE - z)) * (size / 2 / REACH)
    seen[index] = size / 2 + (positions[index] ?? 0) * scale
    seen[index + 1] = size / 2 - ((positions[index + 1] ?? 0) - MIDDLE) * scale
    seen[index + 2] = z
  }
  return seen
}

type Corners = readonly [number, number, number]

function drawTriangle(sight: Sight, mesh: Mesh, seen: Float32Array, corners: Corners): void {
  const [a, b, c] = corners
  const ax = seen[a * 3] ?? 0
  const ay = seen[a * 3 + 1] ?? 0
  const bx = seen[b * 3] ?? 0
  const by = seen[b * 3 + 1] ?? 0
  const cx = seen[c * 3] ?? 0
  const cy = seen[c * 3 + 1] ?? 0
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (area === 0) return

  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx)))
  const right = Math.min(sight.size - 1, Math.floor(Math.max(ax, bx, cx)))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy)))
  const bottom = Math.min(sight.size - 1, Math.floor(Math.max(ay, by, cy)))
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const shareB = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
      const shareC = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
      const shareA = 1 - shareB - shareC
      if (shareA < 0 || shareB < 0 || shareC < 0) continue
      drawPixel(sight, mesh, seen, { pixel: y * sight.size + x, corners, shareA, shareB, shareC })
    }
  }
}

type Spot = {
  readonly pixel: number
  readonly corners: Corners
  readonly shareA: number
  readonly shareB: number
  readonly shareC: number
}

function drawPixel(sight: Sight, mesh: Mesh, seen: Float32Array, spot: Spot): void {
  const { pixel } = spot
  const depth = between(seen, spot, 3, 2)
  if (depth <= (sight.depth[pixel] ?? 0)) return
  const up = between(mesh.surface, spot, 2, 1)
  // Hair ends at its hairline, not at the edge of its shell.
  if (mesh.material === 'hair' && up < 0) return

  sight.depth[pixel] = depth
  sight.material[pixel] = materials.indexOf(mesh.material)
  sight.surface[pixel * 2] = between(mesh.surface, spot, 2, 0)
  sight.surface[pixel * 2 + 1] = up
  for (let axis = 0; axis < 3; axis += 1) {
    sight.normals[pixel * 3 + axis] = between(mesh.normals, spot, 3, axis)
  }
}

function between(values: Float32Array, spot: Spot, width: number, offset: number): number {
  const [a, b, c] = spot.corners
  return (
    spot.shareA * (values[a * width + offset] ?? 0) +
    spot.shareB * (values[b * width + offset] ?? 0) +
    spot.shareC * (values[c * width + offset] ?? 0)
  )
}
