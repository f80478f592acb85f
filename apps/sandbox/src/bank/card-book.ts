import { randomUUID } from 'node:crypto'
import { hasName, testPeople, type CardBehaviour } from '@qingzhou/provider-api/test-people'
import * as z from 'zod'
import type { Records } from '#records.ts'

/** The four elements that a bank compares before a card is bound. */
export const holder = z.object({
  name: z.string(),
  idNumber: z.string(),
  cardNumber: z.string(),
  phone: z.string(),
})
export type Holder = z.output<typeof holder>

export const boundCard = z.object({ id: z.string(), ...holder.shape })
export type BoundCard = z.output<typeof boundCard>

export type CardBook = ReturnType<typeof createCardBook>

/** The holders of the cards: test people from the start, anybody else from the first binding on. */
export function createCardBook(cards: Records<BoundCard>) {
  const ofNumber = (number: string) => cards.all().find(({ cardNumber }) => cardNumber === number)

  return {
    byToken: (token: string): BoundCard | undefined => cards.get(token),
    all: () => cards.all(),

    /** The token of a card by its number and holder. A number of another person has none. */
    tokenOf(payee: Pick<Holder, 'name' | 'idNumber' | 'cardNumber'> | undefined): string {
      const card = payee && ofNumber(payee.cardNumber)
      return card && card.idNumber === payee.idNumber.toUpperCase() ? card.id : ''
    },

    /** The bank's reason for a refusal, if any. */
    complaintAbout(input: Holder): string | undefined {
      if (!hasLuhnDigit(input.cardNumber)) return '卡号有误，请核对后重试'
      if (!/^1[3-9]\d{9}$/.test(input.phone)) return '预留手机号有误'

      const known = ownerOf(input.cardNumber) ?? ofNumber(input.cardNumber)
      if (!known) return undefined
      const isSamePerson =
        hasName(known, input.name) && known.idNumber === input.idNumber.toUpperCase()
      if (!isSamePerson) return '户名与证件不符，请使用本人银行卡'
      return known.phone === input.phone ? undefined : '手机号与银行预留的不一致'
    },

    /** Returns the token of the card. */
    bind(input: Holder): string {
      const known = ofNumber(input.cardNumber)
      if (known) return known.id
      const id = `card-${randomUUID()}`
      cards.put({ ...input, idNumber: input.idNumber.toUpperCase(), id })
      return id
    },

    clear: () => cards.clear(),
  }
}

function ownerOf(number: string): Omit<Holder, 'cardNumber'> | undefined {
  return testPeople.find(({ cards }) => cards.some((card) => card.number === number))
}

export function conductOf(number: string): CardBehaviour {
  const cards = testPeople.flatMap((person) => person.cards)
  return cards.find((card) => card.number === number)?.conduct ?? 'well'
}

function hasLuhnDigit(number: string): boolean {
  if (!/^\d{14,19}$/.test(number)) return false
  const digits = Array.from(number, Number).toReversed()
  const total = digits.reduce((sum, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return total % 10 === 0
}
