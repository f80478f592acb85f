import {
  openSession,
  passSession,
} from '@qingzhou/server/features/identity/face/face-session-store.ts'
import { getPerson } from '@qingzhou/server/features/identity/index.ts'
import { getPhone } from '@qingzhou/server/features/onboarding/index.ts'
import type { Borrower, World } from '#simulator/world.ts'
import { newNumber } from '#simulator/chance.ts'
import { payBy } from './loan-operations.ts'

const event = { prodSubNo: '103001', channelCode: '000000000004', hasFund: false } as const

const contacts = [
  { name: '沈建国', relation: '02', mobile: '13800000001' },
  { name: '林晓', relation: '06', mobile: '13800000002' },
]

/**
 * Borrower operations that change what is due: consolidation plan, bill conversion, deferral,
 * waiver.
 */
export const planOperations = {
  /** Consolidates some or all overdue loans, from the selection to the signature. */
  async consolidateOverdueLoans(world: World, borrower: Borrower): Promise<'nothing' | void> {
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
    await verifyIdentity(world, borrower, planNo)
    await calls.restructure.saveContacts({ part: 'contacts', planNo, contacts }, caller)
    await calls.restructure.saveContacts({ part: 'card', planNo, cardId }, caller)
    await savePassedFaceCheck(world, borrower, planNo)
    // Some borrowers stop before signing.
    if (chance.happens(0.1)) return

    const { quote } = await calls.restructure.quote({ loanNos, months }, caller)
    const texts = await calls.agreements.toConfirm(
      { ...event, eventType: '0501', plan: { planNo } },
      caller,
    )
    const input = {
      requestNo: newNumber('plan'),
      planNo,
      quoteId: quote.quoteId,
      costSheetDigest: quote.costSheet.digest,
      agreed: agreementVersions(texts),
    }
    await Promise.all([1, 2].map(() => calls.restructure.sign(input, caller)))
  },

  /** Converts the next bill of a loan into monthly instalments. */
  async convertNextBill(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const { calls, chance } = world
    const { caller } = borrower
    const { bills, months: offered } = await calls.restructure.quoteBillConversion({}, caller)
    const open = bills.filter(({ refusal }) => refusal === undefined)
    if (open.length === 0) return 'nothing'
    const { loanNo } = chance.pick(open).loan
    const months = chance.pick(offered)
    const { quote } = await calls.restructure.quoteBillConversion({ loanNo, months }, caller)
    if (!quote)
      throw new Error(`loan ${loanNo}: no quote for a bill conversion over ${months} months`)
    const texts = await calls.agreements.toConfirm(
      { ...event, eventType: '0502', billConversion: { loanNo, months } },
      caller,
    )
    const input = {
      requestNo: newNumber('billConversion'),
      loanNo,
      months,
      quoteId: quote.quoteId,
      costSheetDigest: quote.costSheet.digest,
      agreed: agreementVersions(texts),
      dynamicCode: await codeFor(world, borrower),
    }
    await Promise.all([1, 2].map(() => calls.restructure.signBillConversion(input, caller)))
  },

  /** Defers the next instalment of a loan by some days. */
  async deferNextInstalment(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const { calls, chance } = world
    const { caller } = borrower
    const { loans } = await calls.repayment.deferralOffer({}, caller)
    const open = loans.filter(({ refusal }) => refusal === undefined)
    if (open.length === 0) return 'nothing'
    const { loan, daysMax } = chance.pick(open)
    const { loanNo } = loan
    const days = 1 + chance.below(daysMax)
    const { quote } = await calls.repayment.deferralOffer({ loanNo, days }, caller)
    const texts = await calls.agreements.toConfirm(
      { ...event, eventType: '0401', deferral: { loanNo, days } },
      caller,
    )
    const quoteId = quote?.quoteId ?? ''
    const input = {
      requestNo: newNumber('delay'),
      loanNo,
      days,
      quoteId,
      agreed: agreementVersions(texts),
      dynamicCode: await codeFor(world, borrower),
    }
    await Promise.all([1, 2].map(() => calls.repayment.defer(input, caller)))
  },

  /** Accepts an open waiver offer and pays the remaining amount. */
  async acceptWaiver(world: World, borrower: Borrower): Promise<'nothing' | void> {
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

function agreementVersions({
  agreements,
}: {
  readonly agreements: readonly { readonly code: string; readonly version: string }[]
}) {
  return agreements.map(({ code, version }) => ({ code, version }))
}

/** Verifies the borrower's name and ID number. */
async function verifyIdentity(
  { services, calls }: World,
  { customer, caller }: Borrower,
  businessNo: string,
): Promise<void> {
  const { name, idNumber: no } = await getPerson(services.database, services, customer)
  await calls.identity.matchCustomer({ name, no, purpose: 'plan', businessNo }, caller)
}

/** Stores a passed face check: the simulation has no camera. */
async function savePassedFaceCheck(
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

/** Requests an SMS code and reads it from the last SMS to the borrower's phone. */
export async function codeFor(
  { services, calls, outside }: World,
  { customer, caller }: Borrower,
): Promise<string> {
  await calls.onboarding.sendPurposeCode({ purpose: 'agreement' }, caller)
  const phone = await getPhone(services.database, services, customer)
  return /\d{5}/.exec(await outside.lastText(phone))?.[0] ?? ''
}
