import type { EncodedNotice } from '#callbacks/callbacks.ts'

/** What the bank's books say about an order. */
export type Standing = {
  readonly state: string
  readonly reason?: string | undefined
  readonly code?: string | undefined
  readonly bankDate?: string | undefined
}

export type UnionPayNotice = (
  orderNo: string,
) => ((standing: Standing) => EncodedNotice) | undefined
