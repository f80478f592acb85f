/** The measurements of a face at one moment, independent of its size. */
export type FaceSigns = {
  /** Height of the eye opening divided by its width. */
  readonly eyes: number
  /** Height of the mouth opening divided by its width. */
  readonly mouth: number
  /** Rotation of the head to the person's left, in radians. */
  readonly turn: number
}

/** One observation of the camera image. */
export type Sighting = {
  readonly faces: number
  /** Mean brightness of the image, from 0 to 255. */
  readonly light: number
  /** Width and offset of the face, relative to the shorter side of the image. */
  readonly width: number
  readonly offCentre: number
  readonly signs: FaceSigns | undefined
}

/** Why a face cannot be analysed yet; each has an instruction. */
export type Guidance = 'noFace' | 'manyFaces' | 'tooDark' | 'tooFar' | 'tooNear' | 'offCentre'

const DARK_BELOW = 40
const FAR_BELOW = 0.2
const NEAR_ABOVE = 0.72
const OFF_ABOVE = 0.24

export function guidanceFor({ faces, light, width, offCentre }: Sighting): Guidance | undefined {
  if (light < DARK_BELOW) return 'tooDark'
  if (faces === 0) return 'noFace'
  if (faces > 1) return 'manyFaces'
  if (width < FAR_BELOW) return 'tooFar'
  if (width > NEAR_ABOVE) return 'tooNear'
  return offCentre > OFF_ABOVE ? 'offCentre' : undefined
}

/** x, y, and z for most points. */
export type MeshPoint = readonly [x: number, y: number, z?: number]

/** The mesh points of eyelids and lips. */
const EYES = [
  { lids: [386, 374], corners: [362, 263] },
  { lids: [159, 145], corners: [33, 133] },
] as const
const LIPS = [13, 14] as const
const MOUTH_CORNERS = [78, 308] as const
const CHEEKS = [234, 454] as const

export function signsOf(mesh: readonly MeshPoint[], yaw: number): FaceSigns {
  const openings = EYES.map(({ lids, corners }) => span(mesh, lids) / span(mesh, corners))
  return {
    eyes: openings.reduce((sum, opening) => sum + opening, 0) / openings.length,
    mouth: span(mesh, LIPS) / span(mesh, MOUTH_CORNERS),
    // The mesh counts turns to the person's right as positive.
    turn: -yaw,
  }
}

export function placeOf(
  mesh: readonly MeshPoint[],
  picture: { readonly width: number; readonly height: number },
): Pick<Sighting, 'width' | 'offCentre'> {
  const side = Math.min(picture.width, picture.height)
  const left = point(mesh, CHEEKS[0])
  const right = point(mesh, CHEEKS[1])
  const x = (left[0] + right[0]) / 2
  const y = (left[1] + right[1]) / 2
  const off = Math.hypot(x - picture.width / 2, y - picture.height / 2)
  return { width: span(mesh, CHEEKS) / side, offCentre: off / side }
}

function span(mesh: readonly MeshPoint[], [from, to]: readonly [number, number]): number {
  const one = point(mesh, from)
  const other = point(mesh, to)
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}

function point(mesh: readonly MeshPoint[], index: number): MeshPoint {
  return mesh[index] ?? [0, 0]
}
