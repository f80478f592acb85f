import type { BackReading, FrontReading, unreadable } from '@qingzhou/contract/features/identity'

export type CardSide = 'front' | 'back'

/** The fields read from a photo of an ID card, or why it could not be read. */
export type CardReading =
  | { readonly outcome: 'read'; readonly front?: FrontReading; readonly back?: BackReading }
  | { readonly outcome: (typeof unreadable)[number] }

/** Reads ID cards. */
export type CardReader = {
  readCard(photo: { readonly side: CardSide; readonly picture: Buffer }): Promise<CardReading>
}
