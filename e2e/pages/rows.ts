import { screenRows } from '@qingzhou/tools/repository/spec-tables.ts'
import { drawParam, orderParam } from '@qingzhou/contract/wire/params'

type Query = Readonly<Record<string, string>>
type Row = (typeof screenRows)[number]

/** The screens of the route table with this access. */
export function rowsFor(access: 'public' | 'step' | 'signedIn' | 'staff'): readonly Row[] {
  return screenRows.filter((row) => row.access === access)
}

export function rowNamed(name: string): Row {
  const row = screenRows.find((one) => one.name === name)
  if (!row) throw new Error(`screen ${name} does not exist`)
  return row
}

/** The parameters that a link to a screen needs. */
export const publicLinks: Readonly<Record<string, Query>> = {
  bankPartnerLanding: { gdCode: 'GD0001' },
  readAgreement: { eventType: '0101', code: 'credit-contract' },
  readAgreementBare: { eventType: '0101', code: 'credit-contract' },
}

/** The screens of an application, by the step at which each can be opened. */
export const byStep = {
  identity: ['idCard'],
  faceInPage: ['faceInPage', 'faceFailed', 'faceFailedInPage', 'faceUnsupported'],
  bindCardForCredit: ['facePassed', 'facePassedInPage', 'bindCardForCredit', 'supportedBanks'],
  basicInfo: ['basicInfo'],
  companyInfo: ['companyInfo'],
  confirmApplication: ['confirmApplication'],
  underReview: ['underReview'],
} as const

/** Opened by the journey of its review, while it waits for a person. */
export const inFaceReview = 'faceInReview'

/** In the payment app the app's own service checks the face, so its page can be opened there. */
export const inWallet: Readonly<Record<string, string>> = { faceInPage: 'faceByChannel' }

/** Screens guarded by a step that a customer with a limit can open. */
export const withLimit = [
  'limit',
  'borrow',
  'chooseCoupon',
  'loanAgreements',
  'loanResult',
  'bindCard',
] as const

/** The screens of a chosen plan; each can be opened until it is signed. */
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

/** The waiver offer for a customer who is overdue long enough. */
export const ofOffer = ['payWaiver'] as const

/** The screens of a converted bill. */
export const ofConvertedBill = ['convertedPlan', 'signedPlans'] as const

export const ofSignedPlan = ['planSigned', 'signedPlan', 'signedPlans', 'repayPlan'] as const

/** The screens of an unverified draw; while it is open, no other draw can be started. */
export const ofOpenDraw = ['faceForLoan', 'confirmLoan'] as const

/** Screens about one loan. */
const ofLoan = [
  'payInstalments',
  'loanPlan',
  'planChange',
  'instalmentList',
  'iou',
  'iouBill',
  'payEarly',
  'loanDetail',
  'deferral',
  'agreementsOfLoan',
  'chooseSecondPlan',
  'signSecondPlan',
  ...ofSignedPlan,
] as const

/** The numbers that links contain, from the product's responses. */
export type Numbers = {
  readonly loanNo: string
  readonly drawNo: string
  readonly requestNo: string
  readonly paymentNo: string
  readonly cardId: string
  readonly agreementNo: string
  readonly refundNo: string
  readonly cutNo: string
  /** The numbers of submitted evidence and of evidence that is still due. */
  readonly evidenceNo: string
  readonly evidenceDueNo: string
  /** An event that was reported to the credit bureau. */
  readonly reportedLoanNo: string
  readonly reportedEventNo: string
}

/** The parameters of each screen that shows a record of the borrower. */
export function linksOf(numbers: Numbers): Readonly<Record<string, Query>> {
  const { loanNo, drawNo, requestNo, paymentNo, agreementNo, evidenceNo, cardId } = numbers
  return {
    ...Object.fromEntries(ofLoan.map((name) => [name, { loanNo }])),
    payment: { paymentNo },
    paymentResult: { [orderParam]: requestNo },
    oldPaymentResult: { orderNo: requestNo },
    // The page of an ended order is its result.
    confirmPayment: { cardId },
    pdf: { agreementNo },
    signedAgreement: { agreementNo },
    loanResult: { [drawParam]: drawNo },
    refund: { refundNo: numbers.refundNo },
    rateCut: { cutNo: numbers.cutNo },
    uploadEvidence: { evidenceNo: numbers.evidenceDueNo },
    evidence: { evidenceNo },
    bureauReport: { loanNo: numbers.reportedLoanNo, eventNo: numbers.reportedEventNo },
  }
}

/** The parameters of staff links: evidence, and the list of evidence to review. */
export function staffLinks({ evidenceNo }: Numbers): Readonly<Record<string, Query>> {
  return {
    staffEvidence: { evidenceNo },
    reviewEvidence: { evidenceNo },
    handleLoans: { source: '1' },
  }
}
