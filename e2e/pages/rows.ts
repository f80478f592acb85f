import { screenRows } from '@qingzhou/tools/spec-tables.ts'

type Query = Readonly<Record<string, string>>
type Row = (typeof screenRows)[number]

/** Screens that whoever says so in the table may open. */
export function rowsFor(access: 'public' | 'step' | 'signedIn' | 'staff'): readonly Row[] {
  return screenRows.filter((row) => row.access === access)
}

export function rowNamed(name: string): Row {
  const row = screenRows.find((one) => one.name === name)
  if (!row) throw new Error(`No screen is called ${name}.`)
  return row
}

/** What a link has to carry for its screen to be itself. */
export const publicLinks: Readonly<Record<string, Query>> = {
  bankPartnerLanding: { gdCode: 'GD0001' },
  readAgreement: { eventType: '0101', code: 'credit-contract' },
  readAgreementBare: { eventType: '0101', code: 'credit-contract' },
}

/** The screens of an application, by the step at which each may be opened. */
export const byStep = {
  identity: ['idCard'],
  faceInPage: ['faceInPage', 'faceFailed', 'faceFailedInPage', 'faceUnsupported'],
  bindCardForCredit: ['facePassed', 'facePassedInPage', 'bindCardForCredit', 'supportedBanks'],
  basicInfo: ['basicInfo'],
  companyInfo: ['companyInfo'],
  confirmApplication: ['confirmApplication'],
  underReview: ['underReview'],
} as const

/** In the payment app the face is checked by the app's own service, so the page of that is open there. */
export const inWallet: Readonly<Record<string, string>> = { faceInPage: 'faceByChannel' }

/** What is opened by who has a limit, though a step guards it. */
export const withLimit = [
  'limit',
  'borrow',
  'chooseCoupon',
  'loanAgreements',
  'loanResult',
  'bindCard',
] as const

/** The screens of a plan that is chosen; each may be looked at until it is signed. */
export const ofOpenPlan = [
  'chooseBills',
  'allBills',
  'choosePlan',
  'verifyPerson',
  'planContacts',
  'planCard',
  'planFace',
  'planFaceFailed',
  'planFacePassed',
  'signPlan',
  'uploadDocuments',
  'documents',
] as const

/** What the lender offers to who is late enough. */
export const ofOffer = ['payWaiver'] as const

/** The screens of a bill that was spread. */
export const ofSpreadBill = ['secondPlan', 'signedPlans'] as const

export const ofSignedPlan = ['planSigned', 'signedPlan', 'signedPlans', 'repayPlan'] as const

/** The screens of a draw that still has to be proven; while there is one, no other is begun. */
export const ofOpenDraw = ['faceForLoan', 'confirmLoan'] as const

/** Screens that are about one loan. */
const ofLoan = [
  'payInstalments',
  'loanPlan',
  'planChange',
  'instalmentList',
  'iou',
  'iouBill',
  'payEarly',
  'loanDetail',
  'delay',
  'agreementsOfLoan',
  'chooseSecondPlan',
  'signSecondPlan',
  ...ofSignedPlan,
] as const

/** The numbers that links carry, as the product's own answers have them. */
export type Numbers = {
  readonly loanNo: string
  readonly loanSeqNo: string
  readonly repaySeqNo: string
  readonly paymentNo: string
  readonly agreementNo: string
  readonly refundNo: string
  readonly cutNo: string
  /** Of a proof that was handed in, and of one that is still due. */
  readonly proofNo: string
  readonly proofDueNo: string
}

/** What the link of each screen carries that is about something of the borrower's. */
export function linksOf(numbers: Numbers): Readonly<Record<string, Query>> {
  const { loanNo, loanSeqNo, repaySeqNo, paymentNo, agreementNo, proofNo } = numbers
  return {
    ...Object.fromEntries(ofLoan.map((name) => [name, { loanNo }])),
    payment: { paymentNo },
    paymentResult: { repaySeqNo },
    oldPaymentResult: { orderNo: repaySeqNo },
    confirmPayment: { repaySeqNo },
    pdf: { agreementNo },
    signedAgreement: { agreementNo },
    loanResult: { loanSeqNo },
    refund: { refundNo: numbers.refundNo },
    rateCut: { cutNo: numbers.cutNo },
    uploadProof: { proofNo: numbers.proofDueNo },
    proof: { proofNo },
  }
}

/** What the links of staff carry: a proof, and the list of those that wait for a review. */
export function staffLinks({ proofNo }: Numbers): Readonly<Record<string, Query>> {
  return { staffProofs: { proofNo }, reviewProof: { proofNo }, handleLoans: { source: '1' } }
}
