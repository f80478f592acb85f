import type { unreadableCard } from '@qingzhou/contract/features/cards'
import type { BackReading, FrontReading, unreadable } from '@qingzhou/contract/features/identity'

export type CardSide = 'front' | 'back'

/** The fields read from a photo of an ID card, or why it could not be read. */
export type CardReading =
  | { readonly outcome: 'read'; readonly front?: FrontReading; readonly back?: BackReading }
  | { readonly outcome: (typeof unreadable)[number] }

/** The number read from a photo of a bank card, or why it could not be read. */
export type BankCardReading =
  | { readonly outcome: 'read'; readonly number: string }
  | { readonly outcome: (typeof unreadableCard)[number] }

/** Reads ID cards and bank cards. */
export type CardReader = {
  readBankCard(picture: Buffer): Promise<BankCardReading>
  readCard(photo: { readonly side: CardSide; readonly picture: Buffer }): Promise<CardReading>
}
