import type { FaceAction } from '@qingzhou/contract/identity'

/** What a judge of faces makes of some frames beside a portrait. */
export type FaceJudgement = {
  readonly outcome: 'match' | 'unsure' | 'noMatch' | 'noFace' | 'manyFaces' | 'tooDark'
  readonly distance?: number | undefined
  readonly performed: readonly FaceAction[]
}

/** Compares a face before the camera with the one on the card. */
export type FaceJudge = {
  judge(check: {
    readonly idNumber: string
    /** The front of the card, on which the face is looked for. */
    readonly portrait: Buffer
    readonly frames: readonly Buffer[]
    /** What the person was asked to do. */
    readonly actions: readonly FaceAction[]
  }): Promise<FaceJudgement>
}
