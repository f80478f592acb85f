import type { FaceAction } from '@qingzhou/contract/features/identity'
import type { WireOrder } from '#wire-order.ts'

/** The result of a face check on the page of a service. */
export type FacePageResult =
  | { readonly state: 'pending' | 'passed' | 'unknown' }
  | { readonly state: 'failed'; readonly isCancelled: boolean }

/** Face checks on a page of a service, to which a customer is sent. */
export type FacePages = {
  /** Orders a face check, and returns the page where it takes place. Idempotent by wire number. */
  startFace(
    order: WireOrder & {
      readonly name: string
      readonly idNumber: string
      /** The path of our page to return to. */
      readonly returnPath: string
      /** The customer's browser, which the service has to support. */
      readonly userAgent: string
    },
  ): Promise<{ readonly url: string; readonly reference?: string | undefined }>
  face(order: WireOrder): Promise<FacePageResult>
}

/** The result of comparing camera frames with a portrait. */
export type FaceJudgement = {
  /** `replayed`: frames of an earlier check. */
  readonly outcome: 'match' | 'unsure' | 'noMatch' | 'noFace' | 'manyFaces' | 'tooDark' | 'replayed'
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
    /** The actions that the person was asked to perform, in this order. */
    readonly actions: readonly FaceAction[]
  }): Promise<FaceJudgement>
}

/** Remembers the frames of face checks, so that none counts twice. */
export type FrameMemory = {
  /** Whether no check had any of these frames before; from now on, this one had them. */
  areNew(frames: readonly Buffer[]): Promise<boolean>
}
