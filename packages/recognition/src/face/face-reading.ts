export type FaceAction = 'blink' | 'turnLeft' | 'turnRight' | 'openMouth'

/**
 * The result of a face check. `performed` lists the actions seen in the frames, requested or not;
 * left and right are the person's own. `where` names the picture to take again.
 */
export type FaceReading =
  | {
      readonly outcome: 'match' | 'unsure' | 'noMatch'
      /** Distance between the portrait and the most similar frame: 0 is the same picture. */
      readonly distance: number
      readonly performed: readonly FaceAction[]
    }
  | { readonly outcome: 'noFace' | 'manyFaces'; readonly where: 'portrait' | 'frames' }
  | { readonly outcome: 'tooDark'; readonly where: 'frames' }
