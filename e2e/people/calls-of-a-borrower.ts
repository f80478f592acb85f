import { expect } from '@playwright/test'
import { announceFile, partsOf } from '@qingzhou/platform/files/testing/parts'
import type { FacePurpose } from '@qingzhou/contract/features/identity'
import { fen } from '@qingzhou/domain/money/money'
import type { Caller } from './caller.ts'

/** Wider than its tile on any phone. */
const RECEIPT = '2026年8月家庭装修合同与发票扫描件.jpg'

const agreementHeader = {
  prodSubNo: '103001',
  channelCode: '000000000004',
  hasFund: false,
} as const

/** Applies for a draw over twelve months, without any verification. */
export async function applyByCall(
  { api }: Caller,
  { amountFen }: { readonly amountFen: bigint },
): Promise<{ drawNo: string; verification: readonly string[] }> {
  const { cards } = await api.loans.payoutCards({})
  const cardId = cards[0]?.cardId ?? ''
  const terms = {
    amount: fen(amountFen),
    months: 12,
    method: 'equal-instalments',
  } as const
  const { quoteId, costSheet } = await api.loans.quote(terms)
  const purposeCode = 'daily'
  const draw = { ...terms, cardId, purposeCode }
  const toSign = await Promise.all(
    (['0301', '0302'] as const).map((eventType) =>
      api.agreements.toConfirm({ ...agreementHeader, eventType, draw }),
    ),
  )
  return api.loans.apply({
    ...draw,
    requestNo: crypto.randomUUID().replaceAll('-', ''),
    quoteId,
    costSheetDigest: costSheet.digest,
    agreed: toSign.flatMap(({ agreements }) => agreements.map(textOf)),
  })
}

/** Applies for a draw and passes its verifications, so that the bank is asked to pay; returns its number. */
export async function orderDrawByCall(
  caller: Caller,
  request: { readonly amountFen: bigint },
): Promise<string> {
  const { api } = caller
  const { drawNo, verification } = await applyByCall(caller, request)
  if (verification.includes('face')) {
    await showFaceByCall(caller, { purpose: 'loan', businessNo: drawNo })
  }
  await expect(async () => {
    await api.onboarding.sendPurposeCode({ purpose: 'loan' })
  }).toPass({ timeout: 90_000 })
  const dynamicCode = await newestCode(caller)
  await api.onboarding.checkPurposeCode({ purpose: 'loan', dynamicCode })
  await api.loans.execute({ drawNo })
  return drawNo
}

/** Completes a draw until the money is on the card; returns the numbers of draw and loan. */
export async function borrowByCall(
  caller: Caller,
  request: { readonly amountFen: bigint },
): Promise<{ drawNo: string; loanNo: string }> {
  const { api } = caller
  const drawNo = await orderDrawByCall(caller, request)
  let loanNo: string | undefined
  await expect(async () => {
    loanNo = (await api.loans.result({ drawNo })).loanNo
    expect(loanNo).toBeDefined()
  }).toPass({ timeout: 60_000 })
  return { drawNo, loanNo: loanNo ?? '' }
}

/** Pays a loan off in the payment app; returns the order number. */
export async function payOffByCall(caller: Caller, loanNo: string): Promise<string> {
  const order = await orderPayOffByCall(caller, loanNo)
  expect(await payByCall(caller, order)).toMatchObject({ state: 'paid' })
  return order.requestNo
}

/** An order that waits for payment in the payment app. */
export type WaitingOrder = { readonly requestNo: string; readonly url: string }

/** Places an order for today's payoff without paying it. */
export async function orderPayOffByCall({ api }: Caller, loanNo: string): Promise<WaitingOrder> {
  const aim = { kind: 'earlyFull', loanNo } as const
  const { quoteId } = await api.repayment.quote({ aim })
  const requestNo = crypto.randomUUID().replaceAll('-', '')
  await api.repayment.place({ requestNo, aim, quoteId, payBy: 'wallet' })
  return { requestNo, ...(await api.repayment.createWalletOrder({ requestNo })) }
}

/** Pays an order in the payment app, and returns its state. */
export async function payByCall({ api, address }: Caller, { requestNo, url }: WaitingOrder) {
  // The address of the app's gateway leads to the page of the payment.
  const page = new URL((await fetch(new URL(url, address))).url)
  const ticket = page.searchParams.get('ticket') ?? ''
  await fetch(new URL(`${page.pathname}-decide`, page), {
    method: 'POST',
    body: new URLSearchParams({ ticket, decision: 'pay' }),
    redirect: 'manual',
  })
  await expect(async () => {
    expect((await api.repayment.result({ requestNo })).state).not.toBe('processing')
  }).toPass({ timeout: 60_000 })
  return api.repayment.result({ requestNo })
}

/** Converts the next bill of a loan into three months; returns the new loan number. */
export async function convertBillByCall(caller: Caller, loanNo: string): Promise<string> {
  const { restructure, agreements, onboarding } = caller.api
  const chosen = { loanNo, months: 3 }
  const { quote } = await restructure.quoteBillConversion(chosen)
  const request = { ...agreementHeader, eventType: '0502', billConversion: chosen } as const
  const toSign = await agreements.toConfirm(request)
  await expect(async () => {
    await onboarding.sendPurposeCode({ purpose: 'agreement' })
  }).toPass({ timeout: 90_000 })
  const signed = await restructure.signBillConversion({
    ...chosen,
    requestNo: crypto.randomUUID().replaceAll('-', ''),
    quoteId: quote?.quoteId ?? '',
    costSheetDigest: quote?.costSheet.digest ?? '',
    agreed: toSign.agreements.map(textOf),
    dynamicCode: await newestCode(caller),
  })
  return signed.loanNo
}

/** Submits loan-use evidence: a receipt. */
export async function submitEvidenceByCall({ api }: Caller, evidenceNo: string, receipt: Buffer) {
  const file = announceFile(receipt, { fileName: RECEIPT })
  let stored: { readonly fileNo: string } | undefined
  for (const part of partsOf(receipt)) {
    stored = (await api.evidence.upload({ ...file, evidenceNo, part })).file
  }
  await api.evidence.submit({ evidenceNo, fileNos: [stored?.fileNo ?? ''] })
}

const contacts = [
  { name: '陈知远', relation: '02', mobile: '13805716021' },
  { name: '林静', relation: '06', mobile: '13905716021' },
]

/**
 * Chooses a consolidation plan for an overdue loan, and completes the steps before its signature.
 */
export async function planByCall(caller: Caller, loanNo: string): Promise<string> {
  const { restructure, identity, cards } = caller.api
  const chosen = await restructure.quote({ loanNos: [loanNo], months: 12, choose: true })
  const planNo = chosen.openPlan?.planNo ?? ''
  const { name, idNumber: no } = caller.person
  await identity.matchCustomer({ name, no, purpose: 'plan', businessNo: planNo })
  await restructure.saveContacts({ part: 'contacts', planNo, contacts })
  await bindAgainByCall(caller)
  const cardId = (await cards.list({})).cards[0]?.cardId ?? ''
  await restructure.saveContacts({ part: 'card', planNo, cardId })
  await showFaceByCall(caller, { purpose: 'plan', businessNo: planNo })
  return planNo
}

/** Binds the first card again, which a refused debit requires; afterwards it is frozen again. */
async function bindAgainByCall(caller: Caller): Promise<void> {
  const { api, person, address } = caller
  const cardNo = person.cards[0]?.number ?? ''
  const behave = async (conduct: 'well' | 'frozen') => {
    const body = JSON.stringify({ cardNumber: cardNo, conduct })
    const headers = { 'content-type': 'application/json' }
    const url = new URL('/sandbox/bank/conduct', address)
    expect((await fetch(url, { method: 'POST', headers, body })).ok).toBe(true)
  }
  await behave('well')
  const { bindingNo } = await api.cards.sendBindingCode({ cardNo, mobile: person.phone })
  const dynamicCode = await newestCode(caller)
  await api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode })
  await expect(async () => {
    expect((await api.cards.bind({ bindingNo })).state).toBe('bound')
  }).toPass({ timeout: 60_000 })
  await behave('frozen')
}

/** Signs the plan as currently quoted; returns the new loan number. */
export async function signPlanByCall(
  { api }: Caller,
  { loanNo, planNo }: { readonly loanNo: string; readonly planNo: string },
): Promise<string> {
  const { quote } = await api.restructure.quote({ loanNos: [loanNo], months: 12 })
  const request = { ...agreementHeader, eventType: '0501', plan: { planNo } } as const
  const { agreements } = await api.agreements.toConfirm(request)
  const signed = await api.restructure.sign({
    requestNo: crypto.randomUUID().replaceAll('-', ''),
    planNo,
    quoteId: quote.quoteId,
    costSheetDigest: quote.costSheet.digest,
    agreed: agreements.map(textOf),
  })
  return signed.loanNo
}

/** Performs the requested actions in front of the camera. */
async function showFaceByCall(
  { api: { identity }, address, person }: Caller,
  request: { readonly purpose: FacePurpose; readonly businessNo: string },
): Promise<void> {
  const { faceSessionNo } = await identity.openFaceSession(request)
  const { faceToken, actions } = await identity.faceChallenge({ faceSessionNo })
  const picture = async (posture: string) => {
    const answer = await fetch(
      new URL(`/sandbox/people/${person.key}/face-${posture}.png`, address),
    )
    return Buffer.from(await answer.arrayBuffer()).toString('base64')
  }
  const frames = [{ action: 'front' as const, image: await picture('rest') }]
  const performed = actions.map(async (action) => ({ action, image: await picture(action) }))
  const result = await identity.faceResult({
    faceSessionNo,
    faceToken,
    frames: [...frames, ...(await Promise.all(performed))],
  })
  expect(result.outcome).toBe('passed')
}

async function newestCode({ address, person }: Caller): Promise<string> {
  const answer = await fetch(new URL(`/sandbox/inbox?phone=${person.phone}&limit=5`, address))
  // The shape is defined by the sandbox's routes.
  const { messages } = (await answer.json()) as { messages: { code?: string }[] }
  // Another message may have arrived after the code.
  return messages.find(({ code }) => code !== undefined)?.code ?? ''
}

function textOf({ code, version }: { readonly code: string; readonly version: string }) {
  return { code, version }
}
