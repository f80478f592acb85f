import type { FaceAction } from '@qingzhou/contract/features/identity'

/** The result of comparing camera frames with a portrait. */
export type FaceJudgement = {
  readonly outcome: 'match' | 'unsure' | 'noMatch' | 'noFace' | 'manyFaces' | 'tooDark'
  readonly distance?: number | undefined
  readonly performed: readonly FaceAction[]
}

/** Compares a face in front of the camera with the one on the ID card. */
export type FaceJudge = {
  judge(check: {
    readonly idNumber: string
    /** The front of the ID card, which contains the portrait. */
    readonly portrait: Buffer
    readonly frames: readonly Buffer[]
    /** The actions that the person was asked to perform. */
    readonly actions: readonly FaceAction[]
  }): Promise<FaceJudgement>
}
