import type { Output } from '@qingzhou/contract/shape'
import type { restructureShapes } from '@qingzhou/contract/restructure'

type Documents = Output<typeof restructureShapes.documents>
export type HardshipDocument = Documents['documents'][number]

/** One that was begun, or sent back: its files may still change. */
export function isOpenDocument({ proof: { state } }: HardshipDocument): boolean {
  return state === 'toUpload' || state === 'refused'
}

/** One that was approved and still counts. The server says until when, and says nothing once it is over. */
export function doesCount({ proof: { state }, countsUntil }: HardshipDocument): boolean {
  return state === 'approved' && countsUntil !== undefined
}
