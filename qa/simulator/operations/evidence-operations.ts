import { isSettled } from '@qingzhou/domain/loans/loan'
import { openLoanUseEvidence } from '@qingzhou/server/features/evidence/index.ts'
import { photo, sendFile } from '@qingzhou/server/features/evidence/testing/evidence-borrower.ts'
import { readLoans } from '@qingzhou/lending/index'
import type { Borrower, World } from '#simulator/world.ts'
import { codeFor } from './plan-operations.ts'

const picture = photo()
const AGREEMENTS = { eventType: '0402', prodSubNo: '103001', channelCode: '1000000001' } as const

/** Borrower operations that end in a queue of the lender's staff: evidence and forbearance. */
export const evidenceOperations = {
  /** Submits evidence of loan use: what a reviewer refused, or what is asked for of another loan. */
  async sendEvidence(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const { calls } = world
    const { caller } = borrower
    await askForEvidence(world, borrower)
    const { evidenceList } = await calls.evidence.list({}, caller)
    const open = evidenceList.find(({ state }) => state === 'toUpload' || state === 'refused')
    if (!open) return 'nothing'
    const { evidenceNo } = open
    const bytes = await picture
    const upload = (part: Parameters<typeof calls.evidence.upload>[0]) =>
      calls.evidence.upload(part, caller)
    const { fileNo } = await sendFile(upload, { evidenceNo, bytes })
    await calls.evidence.submit({ evidenceNo, fileNos: [fileNo] }, caller)
  },

  /** Applies for a forbearance after a disaster, with a picture. */
  async askForForbearance(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const { calls, chance, services } = world
    const { caller, customer } = borrower
    const loans = (await readLoans(services.database, customer)).filter(
      ({ loan }) => !isSettled(loan),
    )
    if (loans.length === 0) return 'nothing'
    const { loanNo } = chance.pick(loans)
    const days = 10 + chance.below(80)
    const { applyForForbearance, uploadForbearanceEvidence } = calls.repayment
    const { applications } = await applyForForbearance({ act: 'open', loanNo }, caller)
    const evidenceNo = applications.find(({ evidence }) => evidence.loanNo === loanNo)?.evidence
      .evidenceNo
    if (evidenceNo === undefined) return 'nothing'
    const bytes = await picture
    const upload = (part: Parameters<typeof uploadForbearanceEvidence>[0]) =>
      uploadForbearanceEvidence(part, caller)
    const { fileNo } = await sendFile(upload, { evidenceNo, bytes })
    const { quote } = await applyForForbearance({ act: 'quote', loanNo, days }, caller)
    const forbearance = { loanNo, days }
    const { agreements } = await calls.agreements.toConfirm(
      { ...AGREEMENTS, hasFund: false, forbearance },
      caller,
    )
    await applyForForbearance(
      {
        act: 'submit',
        evidenceNo,
        days,
        forbearanceReason: 'disaster',
        note: '房屋受淹，店铺停业',
        fileNos: [fileNo],
        quoteId: quote?.quoteId ?? '',
        agreed: agreements.map(({ code, version }) => ({ code, version })),
        dynamicCode: await codeFor(world, borrower),
      },
      caller,
    )
  },
}

/** Asks for evidence of the use of a loan, as after the loan of an employee. */
async function askForEvidence({ services, calls }: World, { customer, caller }: Borrower) {
  const { database } = services
  const loans = await readLoans(database, customer)
  const { evidenceList } = await calls.evidence.list({}, caller)
  const asked = new Set(evidenceList.map(({ loanNo }) => loanNo))
  const loan = loans.find(({ loanNo }) => !asked.has(loanNo))
  if (!loan) return
  const bookedOn = await services.businessDate()
  const { loanNo } = loan
  await database.inTransaction((tx) =>
    openLoanUseEvidence(tx, services, { customer, loanNo, bookedOn }),
  )
}
