import type { RepaymentAim } from '@qingzhou/contract/repayment'
import { fen } from '@qingzhou/domain/money/money'
import {
  plantBorrower,
  proveAll,
  type PlantedBorrower,
} from '#modules/loans/testing/planted-borrower.ts'
import { keepPassedCheck } from '#modules/onboarding/codes/passed-check-store.ts'
import { Refused } from '#refused.ts'
import type { World } from './world.ts'

/** How somebody is with money. */
export const characters = ['punctual', 'careful', 'forgetful', 'late', 'lost'] as const
export type Character = (typeof characters)[number]

export type Borrower = PlantedBorrower & { readonly character: Character }

let numbers = 0
function newNumber(what: string): string {
  numbers += 1
  return `${what}-${String(numbers).padStart(10, '0')}`
}

export async function newBorrower({ services, chance }: World): Promise<Borrower> {
  const limit = fen(BigInt(10 + 10 * chance.below(5)) * 1_000_00n)
  return { ...(await plantBorrower(services, { limit })), character: chance.pick(characters) }
}

/** What a borrower does of an afternoon, by their character; a refusal is an answer like any other. */
export async function live(world: World, borrower: Borrower): Promise<string | undefined> {
  const deed = deedOf(world, borrower)
  if (!deed) return undefined
  try {
    await deeds[deed](world, borrower)
    return deed
  } catch (error) {
    const isUnheard = error instanceof Error && error.name === 'ProviderFault'
    if (error instanceof Refused) return `${deed}: ${error.refusal.kind}`
    if (isUnheard) return `${deed}: no answer`
    throw error
  }
}

type Deed = keyof typeof deeds

function deedOf({ chance, outside }: World, borrower: Borrower): Deed | undefined {
  const card = cardOf(borrower)
  const shares = habits[borrower.character]
  if (chance.happens(shares.runsDry)) outside.emptyCards.add(card)
  else if (chance.happens(shares.fillsUp)) outside.emptyCards.delete(card)
  for (const deed of ['borrow', 'payDue', 'payInFull', 'payInPart'] as const) {
    if (chance.happens(shares[deed])) return deed
  }
  return undefined
}

export const cardOf = ({ customer }: PlantedBorrower) => `token-of-${customer}`

/** On how many days out of all somebody does each thing. */
// A table: one character, one line.
// oxfmt-ignore
const habits: Record<Character, Record<Deed | 'runsDry' | 'fillsUp', number>> = {
  punctual:  { borrow: 0.010, payDue: 0.000, payInFull: 0.001, payInPart: 0.001, runsDry: 0.000, fillsUp: 1.0 },
  careful:   { borrow: 0.008, payDue: 0.030, payInFull: 0.006, payInPart: 0.010, runsDry: 0.002, fillsUp: 0.5 },
  forgetful: { borrow: 0.010, payDue: 0.020, payInFull: 0.001, payInPart: 0.002, runsDry: 0.040, fillsUp: 0.2 },
  late:      { borrow: 0.010, payDue: 0.040, payInFull: 0.001, payInPart: 0.001, runsDry: 0.200, fillsUp: 0.02 },
  lost:      { borrow: 0.010, payDue: 0.001, payInFull: 0.000, payInPart: 0.000, runsDry: 0.500, fillsUp: 0.001 },
}

const deeds = {
  async borrow({ services, calls, chance }: World, borrower: Borrower): Promise<void> {
    const { caller, cardId } = borrower
    const terms = {
      loanAmount: fen(BigInt(5 + chance.below(60)) * 100_00n),
      instalment: chance.pick([3, 6, 9, 12, 24]),
      repayMethod: chance.pick(['equal-instalments', 'equal-principal'] as const),
    }
    const quote = await calls.loans.quote(terms, caller)
    const draw = { ...terms, cardId, borrowPurpose: 'daily' }
    const asked = {
      prodSubNo: '103001',
      channelCode: '000000000004',
      hasFund: false,
      draw,
    } as const
    const texts = await Promise.all(
      (['0301', '0302'] as const).map((eventType) =>
        calls.agreements.toConfirm({ ...asked, eventType }, caller),
      ),
    )
    const { loanSeqNo } = await calls.loans.apply(
      {
        ...draw,
        requestNo: newNumber('request'),
        quoteId: quote.quoteId,
        costSheetDigest: quote.costSheet.digest,
        agreed: texts.flatMap(({ agreements }) =>
          agreements.map(({ code, version }) => ({ code, version })),
        ),
      },
      caller,
    )
    // Now and then somebody thinks better of it; the draw then ends by itself.
    if (chance.happens(0.1)) return
    await proveAll(services, borrower, loanSeqNo)
    await calls.loans.execute({ loanSeqNo }, caller)
  },

  async payDue(world: World, borrower: Borrower): Promise<void> {
    const { loans, today } = await world.calls.repayment.allDue({}, borrower.caller)
    const picks = loans.flatMap(({ instalments }) =>
      instalments
        .filter(
          ({ dueDate, payableFrom }, index) =>
            dueDate <= today || (index === 0 && payableFrom <= today),
        )
        .map(({ loanNo, n }) => ({ loanNo, n })),
    )
    if (picks.length > 0) await pay(world, borrower, { kind: 'due', picks: picks.slice(0, 60) })
  },

  async payInFull(world: World, borrower: Borrower): Promise<void> {
    const loanNo = await someLoan(world, borrower)
    if (loanNo !== undefined) await pay(world, borrower, { kind: 'earlyFull', loanNo })
  },

  async payInPart(world: World, borrower: Borrower): Promise<void> {
    const loanNo = await someLoan(world, borrower)
    const amount = fen(BigInt(1 + world.chance.below(20)) * 100_00n)
    if (loanNo !== undefined) await pay(world, borrower, { kind: 'earlyPart', loanNo, amount })
  },
}

async function someLoan({ calls, chance }: World, { caller }: Borrower) {
  const { loans } = await calls.repayment.overview({}, caller)
  return loans.length > 0 ? chance.pick(loans).loanNo : undefined
}

/** From the quote to the bank's or the app's door; what comes of it is the background's business. */
async function pay(world: World, borrower: Borrower, aim: RepaymentAim): Promise<void> {
  const { services, calls, chance } = world
  const { caller, cardId } = borrower
  const { quoteId } = await calls.repayment.quote({ aim }, caller)
  const repaySeqNo = newNumber('repay')
  const payBy = chance.pick(['card', 'wallet'] as const)
  const placing = { repaySeqNo, aim, quoteId, payBy, ...(payBy === 'card' && { cardId }) }
  // A phone on a train places it twice.
  await Promise.all([1, 2].map(() => calls.repayment.place(placing, caller)))
  if (payBy === 'card') {
    await keepPassedCheck(services.database, services, {
      session: caller.session,
      purpose: 'payment',
    })
    await calls.repayment.confirm({ repaySeqNo }, caller)
    return
  }
  await calls.repayment.createWalletOrder({ repaySeqNo }, caller)
  if (chance.happens(0.2)) return
  const [row] = await services.database.query<{ order_no: string }>(
    'SELECT order_no FROM repayments WHERE customer_no = $1 AND repay_seq_no = $2',
    [borrower.customer, repaySeqNo],
  )
  world.outside.decide(row?.order_no ?? '', chance.happens(0.85) ? 'done' : 'declined')
}
