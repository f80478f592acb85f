/** How a face may be held before the camera: at rest, and at the height of each action. */
export const postures = ['rest', 'blink', 'turnLeft', 'turnRight', 'openMouth'] as const
export type Posture = (typeof postures)[number]

export const cardSides = ['front', 'back'] as const

/** A picture of a test person: one side of the ID card, or the face. */
export type Picture =
  | { readonly of: 'card'; readonly personKey: string; readonly side: (typeof cardSides)[number] }
  | { readonly of: 'face'; readonly personKey: string; readonly posture: Posture }
