import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { happens } from '#features/credit/testing/applying.ts'
import { newCardNumber } from '#features/cards/testing/cardholder.ts'
import { newIdentifiedApplicant } from '#features/identity/testing/applicant.ts'
import { cutRates, insertCoupon, offerWaiver, repayInFull } from '@qingzhou/lending/index'
import {
  newBorrower,
  newRequestNo,
  readyToApply,
  waitForBank,
} from '#features/loans/testing/borrower.ts'
import { buyItem } from '#features/mall/testing/shopper.ts'
import { newPhone } from '#features/onboarding/testing/visitor.ts'
import { signingCode } from '#features/onboarding/testing/signing-code.ts'
import { openTestEvidence, sendFile } from '#features/evidence/testing/evidence-borrower.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import {
  confirmCardPayment,
  disburseLoan,
  dueOf,
  newPayer,
  newOrderRequestNo,
  makeCardPayment,
  placeOrder,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import {
  savePlanChoice,
  contacts,
  matchBorrower,
} from '#features/restructure/testing/late-payer.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'

/** A test customer with the identifiers of what they own. */
export type Member = {
  readonly client: Client
  readonly customer: CustomerNo
  readonly objects: Readonly<Record<string, string>>
}

/** Test customers who together own one object of every kind. */
export type TestCustomers = Readonly<
  Record<'payer' | 'late' | 'spreader' | 'shopper' | 'new', Member>
>

export type Role = keyof TestCustomers

/** Creates several such sets together, because the clock moves for all of them at once. */
export async function createTestCustomers(
  product: TestProduct,
  count: number,
): Promise<readonly TestCustomers[]> {
  const numbers = Array.from({ length: count }, (_, at) => at)
  const { services } = product
  const late = await inTurn(numbers, () => latePayer(product))
  await skipDays(services, 55)
  const spreaders = await inTurn(numbers, () => newPayer(product))
  await skipDays(services, 10)
  const spread = await inTurn(spreaders, (payer) => spreader(product, payer))
  return inTurn(numbers, async (at) => ({
    payer: await payer(product),
    late: await lateMember(product, only(late[at])),
    spreader: only(spread[at]),
    shopper: await shopper(product),
    new: await newcomer(product),
  }))
}

async function inTurn<From, To>(
  list: readonly From[],
  make: (from: From) => Promise<To>,
): Promise<readonly To[]> {
  const all: To[] = []
  for (const one of list) all.push(await make(one))
  return all
}

function only<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('test fixture: value missing')
  return value
}

/**
 * Has an open loan, a settled one with its certificate, a rate cut, a payment order and loan-use
 * evidence.
 */
async function payer(product: TestProduct): Promise<Member> {
  const payer = await newPayer(product)
  const { client, customer, card, loanNo } = payer
  const { cards, settlement, profile, agreements, evidence } = client.api
  const settledNo = await disburseLoan(product, payer)
  const aim = { kind: 'earlyFull', loanNo: settledNo } as const
  const settledBy = await makeCardPayment(product, payer, aim)
  const email = 'person@example.com'
  await settlement.apply({
    requestNo: newRequestNo(),
    kind: 'settlement',
    loanNos: [settledNo],
    email,
  })
  const { emails } = await profile.emails({})
  const { cardId } = card
  const { debitNo } = await cards.startDebitAgreement({ cardId })
  const signed = await agreements.signedList({ loanNo, pageNo: 1 })
  const evidenceNo = await openTestEvidence(product, payer)
  const { fileNo } = await sendFile(evidence.upload, { evidenceNo })
  const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'wallet' })
  return {
    client,
    customer,
    objects: {
      loanNo,
      settledNo,
      cardId,
      debitNo,
      emailNo: only(emails[0]).emailNo,
      agreementNo: only(signed.agreements[0]).agreementNo,
      paymentNo: `${settledBy}-1`,
      cutNo: await cutOf(product, payer),
      evidenceNo,
      fileNo,
      requestNo,
    },
  }
}

async function cutOf({ services }: TestProduct, { client, customer }: Payer): Promise<string> {
  const from = addDays(await services.businessDate(), 1)
  const cutNo = `cut-${customer}`
  await cutRates(services, {
    cutNo,
    actor: 'lender',
    scope: { customer },
    annualRatePpm: 108_000n,
    from,
  })
  return only((await client.api['rate-cuts'].list({ pageNo: 1 })).cuts[0]).cutNo
}

async function latePayer(product: TestProduct): Promise<Payer> {
  const payer = await newPayer(product)
  await disburseLoan(product, payer)
  return payer
}

/** Has a waiver offer, hardship documents and a consolidation plan for a late loan. */
async function lateMember(product: TestProduct, payer: Payer): Promise<Member> {
  const { services } = product
  const { client, customer, card, loanNo } = payer
  const { restructure, repayment } = client.api
  const act = { customer, requestNo: `offer-${customer}`, actor: 'lender' }
  const { offerNo } = await offerWaiver(services, act, {
    loanNo,
    penaltySharePpm: 500_000n,
    interestSharePpm: 500_000n,
    lastDay: addDays(await services.businessDate(), 7),
  })
  const { documents } = await restructure.documents({ act: 'open', loanNo })
  const documentNo = only(documents[0]).evidence.evidenceNo
  const document = await sendFile(restructure.uploadDocument, { evidenceNo: documentNo })
  const { applications } = await repayment.applyForForbearance({ act: 'open', loanNo })
  const forbearanceNo = only(applications[0]).evidence.evidenceNo
  const forbearance = await sendFile(repayment.uploadForbearanceEvidence, {
    evidenceNo: forbearanceNo,
  })
  const planner = { ...payer, loanNos: [loanNo] }
  const planNo = await savePlanChoice(planner)
  await matchBorrower(product, planner, planNo)
  await restructure.saveContacts({ part: 'contacts', planNo, contacts })
  const { cardId } = card
  await restructure.saveContacts({ part: 'card', planNo, cardId })
  const files = { documentFileNo: document.fileNo, forbearanceFileNo: forbearance.fileNo }
  return {
    client,
    customer,
    objects: { loanNo, cardId, offerNo, documentNo, forbearanceNo, planNo, ...files },
  }
}

/** Has a bill conversion and a refund of a surplus payment. */
async function spreader(product: TestProduct, payer: Payer): Promise<Member> {
  const { client, customer, card, loanNo } = payer
  const { restructure, agreements, repayment } = client.api
  const months = 3
  const { quote } = await restructure.quoteBillConversion({ loanNo, months })
  const { quoteId, costSheet } = only(quote)
  const texts = await agreements.toConfirm({
    prodSubNo: '103001',
    channelCode: '000000000004',
    eventType: '0502',
    hasFund: false,
    billConversion: { loanNo, months },
  })
  const dynamicCode = await signingCode(product, payer)
  const signed = await restructure.signBillConversion({
    requestNo: newOrderRequestNo(),
    loanNo,
    months,
    quoteId,
    costSheetDigest: costSheet.digest,
    agreed: texts.agreements.map(({ code, version }) => ({ code, version })),
    dynamicCode,
  })
  const aim = { kind: 'earlyFull', loanNo } as const
  const { amount } = await repayment.quote({ aim })
  const requestNo = await confirmCardPayment(product, payer, aim)
  await product.runTasks()
  const act = { customer, requestNo: newOrderRequestNo(), actor: 'lender' }
  await repayInFull(product.services, act, { loanNo, amount, cardId: card.cardId })
  await waitForBank(product)
  const { refundNo } = await repayment.result({ requestNo })
  return {
    client,
    customer,
    objects: { loanNo: signed.loanNo, cardId: card.cardId, refundNo: only(refundNo) },
  }
}

/** Has a mall order, a coupon and a draw that waits for its code. */
async function shopper(product: TestProduct): Promise<Member> {
  const borrower = await newBorrower(product)
  const { client, customer, card } = borrower
  const { orderNo } = await buyItem(product, borrower)
  const { services } = product
  const couponNo = `coupon-${customer}`
  const today = await services.businessDate()
  await insertCoupon(services.database, {
    customer,
    couponNo,
    coupon: {
      benefit: { kind: 'interest-free-days', days: 7 },
      amountMin: fen(500_00n),
      months: [12],
      validFrom: today,
      validUntil: addDays(today, 30),
      state: { kind: 'free' },
    },
  })
  const amount = fen(30_000_00n)
  const { drawNo } = await client.api.loans.apply(await readyToApply(borrower, { amount }))
  return { client, customer, objects: { orderNo, couponNo, drawNo, cardId: card.cardId } }
}

/** Is in the middle of an application and of a phone change. */
async function newcomer(product: TestProduct): Promise<Member> {
  const applicant = await newIdentifiedApplicant(product)
  const { client, customer } = applicant
  const { identity, cards, profile, security } = client.api
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
  await happens(product, applicant, 'face-passed')
  const card = { cardNo: newCardNumber(), mobile: newPhone() }
  const { bindingNo } = await cards.sendBindingCode(card)
  const mobile = newPhone()
  const { changeNo } = await profile.startPhoneChange({ mobile, way: 'identity' })
  const { name, no } = applicant.card
  await identity.matchCustomer({ name, no, purpose: 'phone', businessNo: changeNo })
  const { sessions } = await security.sessions({})
  const { sessionId } = only(sessions[0])
  return { client, customer, objects: { faceSessionNo, bindingNo, changeNo, mobile, sessionId } }
}
