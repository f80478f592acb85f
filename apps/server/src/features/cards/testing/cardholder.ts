import type { BoundCard } from '@qingzhou/contract/features/cards'
import { moveApplication } from '#features/applications/index.ts'
import { newIdentifiedApplicant, type Applicant } from '#features/identity/testing/applicant.ts'
import { latestCode, newPhone } from '#features/onboarding/testing/visitor.ts'
import type { TestProduct } from '#testing/product.ts'

/** An applicant who has passed identity and face checks and is at the card step. */
export async function readyToBind(product: TestProduct): Promise<Applicant> {
  const applicant = await newIdentifiedApplicant(product)
  const { services } = product
  await services.database.inTransaction((tx) =>
    moveApplication(tx, services, applicant.customer, { type: 'face-passed' }),
  )
  return applicant
}

let cards = 0

/**
 * A savings card number that no test has used before; the sandbox bank accepts any holder for it.
 */
export function newCardNumber(issue = '622202'): string {
  cards += 1
  const digits = `${issue}${String(cards).padStart(18 - issue.length, '0')}`
  const total = Array.from(digits, Number)
    .toReversed()
    .reduce((sum, digit, index) => sum + (index % 2 === 0 ? doubleDigit(digit) : digit), 0)
  return `${digits}${(10 - (total % 10)) % 10}`
}

function doubleDigit(digit: number): number {
  return digit * 2 > 9 ? digit * 2 - 9 : digit * 2
}

/** Processing time of the sandbox bank after a code. */
export const BANK_SECONDS = 3

/** Binds a card: requests a code, enters it, and waits for the bank. */
export async function bindNewCard(
  product: TestProduct,
  { client }: Pick<Applicant, 'client'>,
  card: { readonly cardNo?: string; readonly mobile?: string } = {},
): Promise<BoundCard> {
  const { cardNo = newCardNumber(), mobile = newPhone() } = card
  const { bindingNo } = await client.api.cards.sendBindingCode({ cardNo, mobile })
  const dynamicCode = await latestCode(product, mobile)
  await client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode })
  product.advance(BANK_SECONDS)
  await product.runTasks()
  const result = await client.api.cards.bind({ bindingNo })
  if (result.state !== 'bound') throw new Error(`card binding ended in state ${result.state}`)
  return result.card
}
