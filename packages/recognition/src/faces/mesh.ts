export type Point = readonly [x: number, y: number, z: number]

export type Material = 'skin' | 'hair' | 'cloth' | 'neck'

/** A grid of points in space, each with its coordinates on the surface. */
export type Mesh = {
  readonly material: Material
  readonly columns: number
  readonly rows: number
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly surface: Float32Array
}

type PlacedPoint = { readonly point: Point; readonly surface: readonly [number, number] }

/** Samples the surface that `place` describes as a grid; both parameters run from 0 to 1. */
export function meshOf(
  { material, columns, rows }: Pick<Mesh, 'material' | 'columns' | 'rows'>,
  place: (across: number, up: number) => PlacedPoint,
): Mesh {
  const positions = new Float32Array(columns * rows * 3)
  const surface = new Float32Array(columns * rows * 2)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const placed = place(column / (columns - 1), row / (rows - 1))
      const index = row * columns + column
      positions.set(placed.point, index * 3)
      surface.set(placed.surface, index * 2)
    }
  }
  const normals = normalsOf({ columns, rows, positions })
  return { material, columns, rows, positions, normals, surface }
}

function normalsOf(grid: Pick<Mesh, 'columns' | 'rows' | 'positions'>): Float32Array {
  const { columns, rows, positions } = grid
  const normals = new Float32Array(positions.length)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = pointAt(positions, row * columns + Math.max(0, column - 1))
      const right = pointAt(positions, row * columns + Math.min(columns - 1, column + 1))
      const below = pointAt(positions, Math.max(0, row - 1) * columns + column)
      const above = pointAt(positions, Math.min(rows - 1, row + 1) * columns + column)
      normals.set(
        unit(cross(minus(right, left), minus(above, below))),
        (row * columns + column) * 3,
      )
    }
  }
  return normals
}

/** The surface rotated about the upright axis of the head. */
export function rotateMesh(mesh: Mesh, radians: number): Mesh {
  const cosine = Math.cos(radians)
  const sine = Math.sin(radians)
  return {
    ...mesh,
    positions: rotate(mesh.positions, cosine, sine),
    normals: rotate(mesh.normals, cosine, sine),
  }
}

function rotate(points: Float32Array, cosine: number, sine: number): Float32Array {
  const result = new Float32Array(points.length)
  for (let index = 0; index < points.length; index += 3) {
    const [x, y, z] = pointAt(points, index / 3)
    result.set([x * cosine + z * sine, y, z * cosine - x * sine], index)
  }
  return result
}

function pointAt(points: Float32Array, index: number): Point {
  return [points[index * 3] ?? 0, points[index * 3 + 1] ?? 0, points[index * 3 + 2] ?? 0]
}

function minus(one: Point, other: Point): Point {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
}

function cross(one: Point, other: Point): Point {
  return [
    one[1] * other[2] - one[2] * other[1],
    one[2] * other[0] - one[0] * other[2],
    one[0] * other[1] - one[1] * other[0],
  ]
}

export function unit(point: Point): Point {
  const length = Math.hypot(...point) || 1
  return [point[0] / length, point[1] / length, point[2] / length]
}
