import type { Features } from './features.ts'
import { type Material, type Mesh, type Point, meshOf } from './mesh.ts'

type Egg = {
  readonly material: Material
  readonly centre: Point
  readonly radii: Point
}

/** Everything that is simply round: ears turn with the head, neck and shoulders stay. */
export function earMeshes({ cheeks, isLongHaired }: Features): Mesh[] {
  if (isLongHaired) return []
  return [-1, 1].map((side) =>
    egg({
      material: 'neck',
      centre: [side * cheeks * 0.99, -0.12, -0.12],
      radii: [0.1, 0.33, 0.2],
    }),
  )
}

export function bodyMeshes({ jaw, cheeks }: Features): Mesh[] {
  const neck = 0.42 + 0.22 * jaw * cheeks
  return [
    egg({ material: 'neck', centre: [0, -1.7, -0.3], radii: [neck, 1.5, neck * 0.95] }),
    egg({ material: 'cloth', centre: [0, -3.15, -0.35], radii: [2.5, 1.3, 0.95] }),
  ]
}

function egg({ material, centre, radii }: Egg): Mesh {
  return meshOf({ material, columns: 61, rows: 41 }, (across, up) => {
    const azimuth = Math.PI * (across * 2 - 1)
    const polar = Math.PI * (up - 0.5)
    const point: Point = [
      centre[0] + radii[0] * Math.cos(polar) * Math.sin(azimuth),
      centre[1] + radii[1] * Math.sin(polar),
      centre[2] + radii[2] * Math.cos(polar) * Math.cos(azimuth),
    ]
    return { point, surface: [point[0], point[1]] }
  })
}
