import { describe, expect, it } from 'vitest'
import { newPhone } from '#features/onboarding/testing/visitor.ts'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import { startProductForFile } from '#testing/product.ts'
import { supportedBanks } from './bank-of-number.ts'
import { holderOfCard } from './read-cards.ts'
import { bindNewCard, newCardNumber, readyToBind } from './testing/cardholder.ts'

const product = startProductForFile()

it('[7.091] the banks whose cards can be bound are answered with their limits', async () => {
  const { banks } = await product.client().api.cards.supportedBanks({})
  expect(banks).toEqual(supportedBanks)
  expect(banks).toContainEqual(expect.objectContaining({ bankCode: 'ICBC', bankName: '工商银行' }))
  expect(
    banks.every(({ singleLimit, dayLimit }) => 0n < singleLimit && singleLimit <= dayLimit),
  ).toBe(true)
})

describe('the number of a card', () => {
  it('is sealed with the card alone once the bank has decided, and never logged', async () => {
    const applicant = await readyToBind(product)
    const [cardNo, mobile] = [newCardNumber(), newPhone()]
    await bindNewCard(product, applicant, { cardNo, mobile })
    const { database, vault } = product.services
    const rows = await database.query<{
      kept: string
      number: Buffer
      card_index: Buffer
      of_binding: Buffer | null
    }>(
      `SELECT cards::text || card_bindings::text AS kept, cards.number_sealed AS number,
              cards.card_index, card_bindings.number_sealed AS of_binding
         FROM cards JOIN card_bindings USING (customer_no, card_id) WHERE customer_no = $1`,
      [applicant.customer],
    )
    expect(rows).toHaveLength(1)
    const [row] = rows
    const place = placeIn('cards', applicant.customer, row?.card_index ?? '')
    expect(vault.open(row?.number ?? Buffer.of(), place('number_sealed'))).toBe(cardNo)
    expect(row?.of_binding).toBeNull()
    for (const secret of [cardNo, mobile, cardNo.slice(-8)]) {
      expect(rows[0]?.kept).not.toContain(secret)
      expect(rows[0]?.kept).not.toContain(Buffer.from(secret).toString('hex'))
      expect(product.logged()).not.toContain(secret)
    }
  })

  it('the number of a card that was bound before numbers were stored is missing until it is bound again', async () => {
    const applicant = await readyToBind(product)
    const { customer } = applicant
    const [cardNo, mobile] = [newCardNumber(), newPhone()]
    const { cardId } = await bindNewCard(product, applicant, { cardNo, mobile })
    const { database } = product.services
    const holder = () => holderOfCard(database, product.services, { customer, cardId })
    expect(await holder()).toMatchObject({ cardNumber: cardNo, phone: mobile })
    await database.query('UPDATE cards SET number_sealed = NULL WHERE customer_no = $1', [customer])
    expect(await holder()).toMatchObject({ cardNumber: undefined, phone: mobile })
    product.advance(61)
    await bindNewCard(product, applicant, { cardNo, mobile })
    expect(await holder()).toMatchObject({ cardNumber: cardNo })
  })
})
