import { passVerifications } from '@qingzhou/server/features/loans/testing/inserted-borrower.ts'
import { DatabaseUnavailable } from '@qingzhou/platform/database/database-unavailable'
import { Refused } from '@qingzhou/platform/refused'
import type { Borrower, Character, World } from './world.ts'
import { agreedTexts, loanOperations } from './operations/loan-operations.ts'
import { newNumber } from './chance.ts'
import { evidenceOperations } from './operations/evidence-operations.ts'
import { planOperations } from './operations/plan-operations.ts'

/** Borrower operations in the mall: buy on instalments, and return a purchase. */
const mallOperations = {
  async buy({ services, calls, chance, outside }: World, borrower: Borrower): Promise<void> {
    const { caller, cardId } = borrower
    const { offerNo, price } = chance.pick(outside.offers)
    const months = chance.pick([3, 6, 12])
    const terms = {
      amount: price,
      months,
      method: 'equal-instalments',
      productNo: '900001',
    } as const
    const { quoteId, costSheet } = await calls.loans.quote(terms, caller)
    const draw = { ...terms, cardId, purposeCode: 'shopping' }
    const agreed = await agreedTexts(calls, caller, { prodSubNo: '900001', draw })
    const { drawNo } = await calls.mall.buy(
      {
        requestNo: newNumber('purchase'),
        offerNo,
        months,
        cardId,
        delivery: { recipient: '沈青禾', mobile: '13805716021', address: '青石市临河路 8 号' },
        quoteId,
        costSheetDigest: costSheet.digest,
        agreed,
      },
      caller,
    )
    await passVerifications(services, borrower, drawNo)
    await calls.loans.execute({ drawNo }, caller)
  },

  async giveBack({ calls, chance }: World, { caller }: Borrower): Promise<'nothing' | void> {
    const { orders } = await calls.mall.orders({ act: 'read', pageNo: 1 }, caller)
    const returnable = orders.filter(({ isReturnable }) => isReturnable)
    if (returnable.length === 0) return 'nothing'
    const { orderNo } = chance.pick(returnable)
    await calls.mall.orders({ act: 'giveBack', orderNo }, caller)
  },
}

const simulatedOperations = {
  ...loanOperations,
  ...planOperations,
  ...mallOperations,
  ...evidenceOperations,
}
type BorrowerOperation = keyof typeof simulatedOperations

/**
 * Runs at most one random operation of a borrower. Returns its name, with the refusal or failure if
 * any; undefined if nothing was done.
 */
export async function actAsBorrower(world: World, borrower: Borrower): Promise<string | undefined> {
  const own = { ...world, chance: borrower.chance }
  const operation = pickOperation(own, borrower)
  if (!operation) return undefined
  try {
    const outcome = await simulatedOperations[operation](own, borrower)
    return outcome === 'nothing' ? undefined : operation
  } catch (error) {
    const isProviderFault = error instanceof Error && error.name === 'ProviderFault'
    if (error instanceof Refused) return `${operation}: ${error.refusal.kind}`
    if (isProviderFault) return `${operation}: no answer`
    if (error instanceof DatabaseUnavailable) return `${operation}: database unavailable`
    throw error
  }
}

function pickOperation(
  { chance, outside, pace, services }: World,
  borrower: Borrower,
): BorrowerOperation | undefined {
  const { cardToken: card } = borrower
  const shares = dailyProbabilities[borrower.character]
  if (chance.happens(shares.emptiesCard)) outside.emptyCards.add(card)
  else if (chance.happens(shares.refillsCard)) outside.emptyCards.delete(card)
  const picked = operationNames.find((operation) => chance.happens(shares[operation] * pace))
  if (picked) return picked
  // Drawn apart: the other operations are the same with and without them.
  const own = chance.branch(`${services.today()} evidence`)
  return evidenceNames.find((operation) => own.happens(shares[operation] * pace))
}

const evidenceNames = ['sendEvidence', 'askForForbearance'] as const

const operationNames = [
  'borrow',
  'buy',
  'giveBack',
  'payDue',
  'payAhead',
  'payInFull',
  'payInPart',
  'consolidateOverdueLoans',
  'convertNextBill',
  'deferNextInstalment',
  'acceptWaiver',
] as const satisfies readonly BorrowerOperation[]

/** The probability of each operation per day. */
// One line per character.
// oxfmt-ignore
const dailyProbabilities: Record<Character, Record<BorrowerOperation | 'emptiesCard' | 'refillsCard', number>> = {
  punctual:  { borrow: 0.010, buy: 0.002, sendEvidence: 0.020, askForForbearance: 0.001, giveBack: 0.10, payDue: 0.000, payAhead: 0.004, payInFull: 0.001, payInPart: 0.001, consolidateOverdueLoans: 0.000, convertNextBill: 0.002, deferNextInstalment: 0.002, acceptWaiver: 0.000, emptiesCard: 0.000, refillsCard: 1.0 },
  careful:   { borrow: 0.008, buy: 0.004, sendEvidence: 0.020, askForForbearance: 0.003, giveBack: 0.20, payDue: 0.030, payAhead: 0.010, payInFull: 0.006, payInPart: 0.010, consolidateOverdueLoans: 0.010, convertNextBill: 0.005, deferNextInstalment: 0.003, acceptWaiver: 0.100, emptiesCard: 0.002, refillsCard: 0.5 },
  forgetful: { borrow: 0.010, buy: 0.004, sendEvidence: 0.010, askForForbearance: 0.006, giveBack: 0.20, payDue: 0.020, payAhead: 0.004, payInFull: 0.001, payInPart: 0.002, consolidateOverdueLoans: 0.020, convertNextBill: 0.004, deferNextInstalment: 0.004, acceptWaiver: 0.100, emptiesCard: 0.040, refillsCard: 0.2 },
  late:      { borrow: 0.010, buy: 0.004, sendEvidence: 0.010, askForForbearance: 0.010, giveBack: 0.10, payDue: 0.040, payAhead: 0.004, payInFull: 0.001, payInPart: 0.001, consolidateOverdueLoans: 0.030, convertNextBill: 0.008, deferNextInstalment: 0.010, acceptWaiver: 0.100, emptiesCard: 0.200, refillsCard: 0.02 },
  lost:      { borrow: 0.030, buy: 0.002, sendEvidence: 0.002, askForForbearance: 0.006, giveBack: 0.02, payDue: 0.001, payAhead: 0.000, payInFull: 0.000, payInPart: 0.000, consolidateOverdueLoans: 0.060, convertNextBill: 0.004, deferNextInstalment: 0.010, acceptWaiver: 0.020, emptiesCard: 0.500, refillsCard: 0.001 },
}
