export type FaceAction = 'blink' | 'turnLeft' | 'turnRight' | 'openMouth'

/**
 * What the frames of a face check say. `performed` are the actions seen in them, whether asked for
 * or not; left and right are the person's own. `where` tells which picture to take again.
 */
export type FaceReading =
  | {
      readonly outcome: 'match' | 'unsure' | 'noMatch'
      /** Between the portrait and the frame most like it: 0 is the same picture. */
      readonly distance: number
      readonly performed: readonly FaceAction[]
    }
  | { readonly outcome: 'noFace' | 'manyFaces'; readonly where: 'portrait' | 'frames' }
  | { readonly outcome: 'tooDark'; readonly where: 'frames' }
