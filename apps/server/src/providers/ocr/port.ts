import type { BackReading, FrontReading, unreadable } from '@qingzhou/contract/identity'

export type CardSide = 'front' | 'back'

/** What a photo of an identity card says, or why it says nothing. */
export type CardReading =
  | { readonly outcome: 'read'; readonly front?: FrontReading; readonly back?: BackReading }
  | { readonly outcome: (typeof unreadable)[number] }

/** Reads identity cards. */
export type CardReader = {
  readCard(photo: { readonly side: CardSide; readonly picture: Buffer }): Promise<CardReading>
}
