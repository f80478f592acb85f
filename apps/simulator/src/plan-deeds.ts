import {
  openSession,
  passSession,
} from '@qingzhou/server/features/identity/face/face-session-store.ts'
import { personOf } from '@qingzhou/server/features/identity/index.ts'
import { phoneOf } from '@qingzhou/server/features/onboarding/index.ts'
import type { Borrower } from './borrower.ts'
import { newNumber } from './new-number.ts'
import { payBy } from './pay.ts'
import type { World } from './world.ts'

const event = { prodSubNo: '103001', channelCode: '000000000004', hasFund: false } as const

const contacts = [
  { name: '沈建国', relation: '02', mobile: '13800000001' },
  { name: '林晓', relation: '06', mobile: '13800000002' },
]

/** What somebody asks for who cannot, or would rather not, pay as it was agreed. */
export const planDeeds = {
  /** Joins what is late, some of it or all, from the choice to the signature. */
  async joinLate(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const { calls, chance } = world
    const { caller, cardId } = borrower
    const { loans } = await calls.restructure.bills({}, caller)
    const late = loans.filter(({ refusal }) => refusal === undefined)
    if (late.length === 0) return 'nothing'
    const loanNos = late
      .filter((_, index) => index === 0 || chance.happens(0.8))
      .map(({ loan }) => loan.loanNo)
    const months = chance.pick([6, 12, 24, 36])
    const { openPlan } = await calls.restructure.quote({ loanNos, months, choose: true }, caller)
    const planNo = openPlan?.planNo ?? ''
    await prove(world, borrower, planNo)
    await calls.restructure.saveContacts({ part: 'contacts', planNo, contacts }, caller)
    await calls.restructure.saveContacts({ part: 'card', planNo, cardId }, caller)
    await showFace(world, borrower, planNo)
    // Now and then somebody reads it to the end and thinks better of it.
    if (chance.happens(0.1)) return

    const { quote } = await calls.restructure.quote({ loanNos, months }, caller)
    const texts = await calls.agreements.toConfirm(
      { ...event, eventType: '0501', plan: { planNo } },
      caller,
    )
    const asked = {
      requestNo: newNumber('plan'),
      planNo,
      quoteId: quote.quoteId,
      costSheetDigest: quote.costSheet.digest,
      agreed: ticked(texts),
    }
    await Promise.all([1, 2].map(() => calls.restructure.sign(asked, caller)))
  },

  /** Spreads the next bill over some months of its own. */
  async spreadNext(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const { calls, chance } = world
    const { caller } = borrower
    const { bills, months: offered } = await calls.restructure.quoteSecond({}, caller)
    const open = bills.filter(({ refusal }) => refusal === undefined)
    if (open.length === 0) return 'nothing'
    const { loanNo } = chance.pick(open).loan
    const months = chance.pick(offered)
    const { quote } = await calls.restructure.quoteSecond({ loanNo, months }, caller)
    if (!quote) throw new Error('it was asked for')
    const texts = await calls.agreements.toConfirm(
      { ...event, eventType: '0502', second: { loanNo, months } },
      caller,
    )
    const asked = {
      requestNo: newNumber('second'),
      loanNo,
      months,
      quoteId: quote.quoteId,
      costSheetDigest: quote.costSheet.digest,
      agreed: ticked(texts),
      dynamicCode: await codeFor(world, borrower),
    }
    await Promise.all([1, 2].map(() => calls.restructure.signSecond(asked, caller)))
  },

  /** Has the next instalment moved by some days. */
  async delayNext({ calls, chance }: World, { caller }: Borrower): Promise<'nothing' | void> {
    const { loans } = await calls.repayment.delayOffer({}, caller)
    const open = loans.filter(({ refusal }) => refusal === undefined)
    if (open.length === 0) return 'nothing'
    const { loan, daysMax } = chance.pick(open)
    const { loanNo } = loan
    const days = 1 + chance.below(daysMax)
    const { quote } = await calls.repayment.delayOffer({ loanNo, days }, caller)
    const texts = await calls.agreements.toConfirm(
      { ...event, eventType: '0401', delay: { loanNo, days } },
      caller,
    )
    const quoteId = quote?.quoteId ?? ''
    const asked = { requestNo: newNumber('delay'), loanNo, days, quoteId, agreed: ticked(texts) }
    await Promise.all([1, 2].map(() => calls.repayment.delay(asked, caller)))
  },

  /** Takes up what the lender offers to give up. */
  async takeWaiver(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const { calls } = world
    const { caller } = borrower
    const { offers } = await calls.waiver.offer({}, caller)
    const offer = offers.find(({ state }) => state === 'open')
    if (!offer) return 'nothing'
    const { offerNo, payable } = offer
    await payBy(world, borrower, (paying) =>
      calls.waiver.pay({ ...paying, offerNo, payable }, caller),
    )
  },
}

function ticked({
  agreements,
}: {
  readonly agreements: readonly { readonly code: string; readonly version: string }[]
}) {
  return agreements.map(({ code, version }) => ({ code, version }))
}

/** The borrower says who they are. */
async function prove(
  { services, calls }: World,
  { customer, caller }: Borrower,
  businessNo: string,
): Promise<void> {
  const { name, idNumber: no } = await personOf(services.database, services, customer)
  await calls.identity.matchCustomer({ name, no, purpose: 'plan', businessNo }, caller)
}

/** The camera is another test's business: here the check has been passed. */
async function showFace(
  { services }: World,
  { customer }: Borrower,
  businessNo: string,
): Promise<void> {
  const key = { customer, faceSessionNo: crypto.randomUUID() }
  const check = { ...key, purpose: 'plan', businessNo } as const
  const faceSessionNo = await openSession(services.database, services, check)
  await services.database.inTransaction((tx) =>
    passSession(tx, services, { customer, faceSessionNo }),
  )
}

/** The code that was sent to the borrower's phone. */
async function codeFor(
  { services, calls, outside }: World,
  { customer, caller }: Borrower,
): Promise<string> {
  await calls.onboarding.sendPurposeCode({ purpose: 'agreement' }, caller)
  const phone = await phoneOf(services.database, services, customer)
  return /\d{5}/.exec(outside.lastTexts.get(phone) ?? '')?.[0] ?? ''
}
