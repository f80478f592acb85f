import { announceFile } from '@qingzhou/platform/files/testing/parts'
import { cardWith } from '#features/identity/testing/applicant.ts'
import { contacts } from '#features/restructure/testing/late-payer.ts'
import type { Member, Role } from './test-customers.ts'

type Things = Member['objects']

type Row = {
  /** The test customer who owns the object, and the one who requests it. */
  readonly owner: Role
  readonly object: string
  /** The fields of the request, beside identifiers of the requester's own objects. */
  readonly body: (no: string, mine: Things) => object
  /**
   * The owner gets the same response as others, always or until a code is correct. Only the
   * database rows tell them apart.
   */
  readonly sameResponse: boolean
}

const row = (owner: Role, object: string, body: Row['body']): Row => ({
  owner,
  object,
  body,
  sameResponse: false,
})
const quiet = (owner: Role, object: string, body: Row['body']): Row => ({
  owner,
  object,
  body,
  sameResponse: true,
})

const card = cardWith()
const agreed = [{ code: 'none', version: '1' }]
const paymentAgreement = [{ code: 'payment-agreement', version: '2026.11' }]
const terms = { loanAmount: '3000.00', instalment: 12, repayMethod: 'equal-instalments' }
const draw = { ...terms, borrowPurpose: 'daily' }
const quoted = { quoteId: 'no-such-trial', costSheetDigest: 'no-such-sheet', agreed }
const delivery = { recipient: '沈青禾', mobile: '13805716021', address: '临河路 8 号' }
const agreementHeader = { prodSubNo: '103001', channelCode: '000000000004', hasFund: 'N' }
const file = announceFile(Buffer.from('a file'))
const due = (loanNo: string) => ({ kind: 'due', picks: [{ loanNo, n: 1 }] })
const full = (loanNo: string) => ({ kind: 'earlyFull', loanNo })

let numbers = 0
/** A new request number each time, so that no response comes from the idempotency store. */
const nextNumber = () => (numbers += 1).toString(16).padStart(32, 'a')

/**
 * Every call by every field that can name another customer's object. A new one needs a row.
 * Evidence is submitted before its files are tried, because they belong to it.
 */
// A table: one request per line.
// oxfmt-ignore
export const crossCustomerRequests: Readonly<Record<string, Row>> = {
  'identity.matchCustomer businessNo plan':    quiet('late', 'planNo', (businessNo) => ({ name: card.name, no: card.no, purpose: 'plan', businessNo })),
  'identity.matchCustomer businessNo phone':   quiet('new', 'changeNo', (businessNo) => ({ name: card.name, no: card.no, purpose: 'phone', businessNo })),
  'identity.openFaceSession businessNo loan':  row('shopper', 'drawNo', (businessNo) => ({ purpose: 'loan', businessNo })),
  'identity.openFaceSession businessNo plan':  row('late', 'planNo', (businessNo) => ({ purpose: 'plan', businessNo })),
  'identity.openFaceSession businessNo phone': row('new', 'changeNo', (businessNo) => ({ purpose: 'phone', businessNo })),
  'identity.faceChallenge faceSessionNo':      row('new', 'faceSessionNo', (faceSessionNo) => ({ faceSessionNo })),
  'identity.faceStartParams faceSessionNo':    row('new', 'faceSessionNo', (faceSessionNo) => ({ faceSessionNo })),
  'identity.faceResult faceSessionNo':         row('new', 'faceSessionNo', (faceSessionNo) => ({ faceSessionNo })),
  'cards.bind bindingNo':                      row('new', 'bindingNo', (bindingNo) => ({ bindingNo })),
  'cards.hasDebitAgreement cardId':            quiet('payer', 'cardId', (cardId) => ({ cardId })),
  'cards.startDebitAgreement cardId':          row('payer', 'cardId', (cardId) => ({ cardId })),
  'cards.confirmDebitAgreement debitNo':       quiet('payer', 'debitNo', (debitNo) => ({ debitNo, dynamicCode: '00000', agreed: paymentAgreement })),
  'cards.endDebitAgreement cardId':            row('payer', 'cardId', (cardId) => ({ cardId })),
  'cards.chooseDefault cardId':                row('payer', 'cardId', (cardId) => ({ cardId })),
  'profile.startPhoneChange changeNo':         row('new', 'changeNo', (changeNo, { mobile }) => ({ mobile, way: 'identity', changeNo })),
  'profile.confirmPhoneChange changeNo':       row('new', 'changeNo', (changeNo) => ({ changeNo, newCode: '00000' })),
  'security.endSession sessionId':             quiet('new', 'sessionId', (sessionId) => ({ sessionId })),
  'loans.currentStep loanSeqNo':               quiet('shopper', 'drawNo', (loanSeqNo) => ({ loanSeqNo })),
  'loans.quote couponId':                      row('shopper', 'couponNo', (couponId) => ({ ...terms, couponId })),
  'loans.apply couponId':                      row('shopper', 'couponNo', (couponId, { cardId }) => ({ ...draw, ...quoted, requestNo: nextNumber(), couponId, cardId })),
  'loans.apply cardId':                        row('shopper', 'cardId', (cardId) => ({ ...draw, ...quoted, requestNo: nextNumber(), cardId })),
  'loans.execute loanSeqNo':                   row('shopper', 'drawNo', (loanSeqNo) => ({ loanSeqNo })),
  'loans.cancel loanSeqNo':                    row('shopper', 'drawNo', (loanSeqNo) => ({ loanSeqNo })),
  'loans.result loanSeqNo':                    row('shopper', 'drawNo', (loanSeqNo) => ({ loanSeqNo })),
  'repayment.plan loanNo':                     row('payer', 'loanNo', (loanNo) => ({ loanNo })),
  'repayment.paymentHistory loanNo':           row('payer', 'settledNo', (loanNo) => ({ filter: 'all', loanNo, pageNo: 1 })),
  'repayment.loan loanNo':                     row('payer', 'loanNo', (loanNo) => ({ loanNo })),
  'repayment.payment paymentNo':               row('payer', 'paymentNo', (paymentNo) => ({ paymentNo })),
  'repayment.refund refundNo':                 row('spreader', 'refundNo', (refundNo) => ({ refundNo })),
  'repayment.quote aim.picks.loanNo':          row('payer', 'loanNo', (loanNo) => ({ aim: due(loanNo) })),
  'repayment.quote aim.loanNo':                row('payer', 'loanNo', (loanNo) => ({ aim: full(loanNo) })),
  'repayment.place aim.picks.loanNo':          row('payer', 'loanNo', (loanNo) => ({ repaySeqNo: nextNumber(), aim: due(loanNo), quoteId: 'no-such-trial', payBy: 'wallet' })),
  'repayment.place aim.loanNo':                row('payer', 'loanNo', (loanNo) => ({ repaySeqNo: nextNumber(), aim: full(loanNo), quoteId: 'no-such-trial', payBy: 'wallet' })),
  'repayment.place cardId':                    row('payer', 'cardId', (cardId, { loanNo = '' }) => ({ repaySeqNo: nextNumber(), aim: due(loanNo), quoteId: 'no-such-trial', payBy: 'card', cardId })),
  'repayment.confirm repaySeqNo':              row('payer', 'requestNo', (repaySeqNo) => ({ repaySeqNo })),
  'repayment.result repaySeqNo':               row('payer', 'requestNo', (repaySeqNo) => ({ repaySeqNo })),
  'repayment.createWalletOrder repaySeqNo':    row('payer', 'requestNo', (repaySeqNo) => ({ repaySeqNo })),
  'repayment.walletOrder repaySeqNo':          row('payer', 'requestNo', (repaySeqNo) => ({ repaySeqNo })),
  'repayment.cancel repaySeqNo':               row('payer', 'requestNo', (repaySeqNo) => ({ repaySeqNo })),
  'repayment.deferralOffer loanNo':            row('payer', 'loanNo', (loanNo) => ({ loanNo, days: 7 })),
  'repayment.defer loanNo':                    quiet('payer', 'loanNo', (loanNo) => ({ requestNo: nextNumber(), loanNo, days: 7, quoteId: 'no-such-trial', agreed, dynamicCode: '00000' })),
  'repayment.applyForForbearance loanNo':           row('late', 'loanNo', (loanNo) => ({ act: 'open', loanNo })),
  'repayment.applyForForbearance fileNos':          quiet('late', 'forbearanceFileNo', (fileNo, { forbearanceNo: evidenceNo }) => ({ act: 'submit', evidenceNo, days: 30, forbearanceReason: 'illness', fileNos: [fileNo], quoteId: 'no-such-trial', agreed, dynamicCode: '00000' })),
  'repayment.applyForForbearance evidenceNo':          quiet('late', 'forbearanceNo', (evidenceNo, { forbearanceFileNo }) => ({ act: 'submit', evidenceNo, days: 30, forbearanceReason: 'illness', fileNos: [forbearanceFileNo], quoteId: 'no-such-trial', agreed, dynamicCode: '00000' })),
  'repayment.uploadForbearanceEvidence evidenceNo':       row('late', 'forbearanceNo', (evidenceNo) => ({ ...file, evidenceNo })),
  'repayment.uploadForbearanceEvidence evidenceNo remove': quiet('late', 'forbearanceNo', (evidenceNo, { forbearanceFileNo: fileNo }) => ({ act: 'remove', evidenceNo, fileNo })),
  'repayment.uploadForbearanceEvidence fileNo':        quiet('late', 'forbearanceFileNo', (fileNo, { forbearanceNo: evidenceNo }) => ({ act: 'remove', evidenceNo, fileNo })),
  'waiver.pay offerNo':                        row('late', 'offerNo', (offerNo) => ({ repaySeqNo: nextNumber(), offerNo, payBy: 'wallet' })),
  'waiver.pay cardId':                         row('late', 'cardId', (cardId, { offerNo }) => ({ repaySeqNo: nextNumber(), offerNo, payBy: 'card', cardId })),
  'rate-cuts.detail cutNo':                    row('payer', 'cutNo', (cutNo) => ({ cutNo })),
  'restructure.quote loanNos':                 row('late', 'loanNo', (loanNo) => ({ loanNos: [loanNo], months: 12, choose: true })),
  'restructure.saveContacts planNo':           row('late', 'planNo', (planNo) => ({ part: 'contacts', planNo, contacts })),
  'restructure.saveContacts planNo card':      row('late', 'planNo', (planNo, { cardId }) => ({ part: 'card', planNo, cardId })),
  'restructure.saveContacts cardId':           row('late', 'cardId', (cardId, { planNo }) => ({ part: 'card', planNo, cardId })),
  'restructure.documents loanNo':              row('late', 'loanNo', (loanNo) => ({ act: 'open', loanNo })),
  'restructure.documents fileNos':             row('late', 'documentFileNo', (fileNo, { documentNo: evidenceNo }) => ({ act: 'submit', evidenceNo, fileNos: [fileNo] })),
  'restructure.documents evidenceNo':             row('late', 'documentNo', (evidenceNo, { documentFileNo }) => ({ act: 'submit', evidenceNo, fileNos: [documentFileNo] })),
  'restructure.uploadDocument evidenceNo':        row('late', 'documentNo', (evidenceNo) => ({ ...file, evidenceNo })),
  'restructure.uploadDocument fileNo':         quiet('late', 'documentFileNo', (fileNo, { documentNo: evidenceNo }) => ({ act: 'remove', evidenceNo, fileNo })),
  'restructure.sign planNo':                   row('late', 'planNo', (planNo) => ({ ...quoted, requestNo: nextNumber(), planNo })),
  'restructure.signedPlans loanNo':            row('spreader', 'loanNo', (loanNo) => ({ loanNo })),
  'restructure.repay loanNo':                  row('spreader', 'loanNo', (loanNo) => ({ repaySeqNo: nextNumber(), loanNo, through: 1, amount: '100.00', payBy: 'wallet' })),
  'restructure.repay cardId':                  row('spreader', 'cardId', (cardId, { loanNo }) => ({ repaySeqNo: nextNumber(), loanNo, through: 1, amount: '100.00', payBy: 'card', cardId })),
  'restructure.quoteBillConversion loanNo':            row('payer', 'loanNo', (loanNo) => ({ loanNo, months: 3 })),
  'restructure.signBillConversion loanNo':             quiet('payer', 'loanNo', (loanNo) => ({ ...quoted, requestNo: nextNumber(), loanNo, months: 3, dynamicCode: '00000' })),
  'restructure.convertedPlan loanNo':           row('spreader', 'loanNo', (loanNo) => ({ loanNo })),
  'agreements.toConfirm businessNo':           quiet('shopper', 'drawNo', (businessNo) => ({ ...agreementHeader, eventType: '0101', businessNo })),
  'agreements.toConfirm draw.couponId':        row('shopper', 'couponNo', (couponId, { cardId }) => ({ ...agreementHeader, eventType: '0301', draw: { ...draw, cardId, couponId } })),
  'agreements.toConfirm draw.cardId':          row('shopper', 'cardId', (cardId) => ({ ...agreementHeader, eventType: '0302', draw: { ...draw, cardId } })),
  'agreements.toConfirm forbearance.loanNo':        row('payer', 'loanNo', (loanNo) => ({ ...agreementHeader, eventType: '0402', forbearance: { loanNo, days: 30 } })),
  'agreements.toConfirm deferral.loanNo':         row('payer', 'loanNo', (loanNo) => ({ ...agreementHeader, eventType: '0401', deferral: { loanNo, days: 7 } })),
  'agreements.toConfirm plan.planNo':          row('late', 'planNo', (planNo) => ({ ...agreementHeader, eventType: '0501', plan: { planNo } })),
  'agreements.toConfirm billConversion.loanNo':        row('payer', 'loanNo', (loanNo) => ({ ...agreementHeader, eventType: '0502', billConversion: { loanNo, months: 3 } })),
  'agreements.toConfirm card.cardId':          row('payer', 'cardId', (cardId) => ({ ...agreementHeader, eventType: '0303', card: { cardId } })),
  'agreements.signedList loanNo':              row('payer', 'loanNo', (loanNo) => ({ loanNo, pageNo: 1 })),
  'agreements.signed agreementNo':             row('payer', 'agreementNo', (agreementNo) => ({ agreementNo })),
  'agreements.sendByEmail agreementNos':       row('payer', 'agreementNo', (agreementNo, { emailNo }) => ({ requestNo: nextNumber(), agreementNos: [agreementNo], emailNo })),
  'agreements.sendByEmail emailNo':            row('payer', 'emailNo', (emailNo, { agreementNo }) => ({ requestNo: nextNumber(), agreementNos: [agreementNo], emailNo })),
  'settlement.apply loanNos':                  row('payer', 'settledNo', (loanNo) => ({ requestNo: nextNumber(), kind: 'settlement', loanNos: [loanNo] })),
  'settlement.apply emailNo':                  row('payer', 'emailNo', (emailNo) => ({ requestNo: nextNumber(), kind: 'statement', emailNo })),
  'bureau-reports.dispute loanNo':                  quiet('payer', 'loanNo', (loanNo) => ({ loanNo, eventNo: 1, reason: 'other', text: '有误' })),
  'evidence.list evidenceNo':                       row('payer', 'evidenceNo', (evidenceNo) => ({ evidenceNo })),
  'evidence.submit fileNos':                     row('payer', 'fileNo', (fileNo, { evidenceNo }) => ({ evidenceNo, fileNos: [fileNo] })),
  'evidence.submit evidenceNo':                     row('payer', 'evidenceNo', (evidenceNo, { fileNo }) => ({ evidenceNo, fileNos: [fileNo] })),
  'evidence.upload evidenceNo':                     row('payer', 'evidenceNo', (evidenceNo) => ({ ...file, evidenceNo })),
  'evidence.upload fileNo':                      quiet('payer', 'fileNo', (fileNo, { evidenceNo }) => ({ act: 'remove', evidenceNo, fileNo })),
  'mall.buy cardId':                           row('shopper', 'cardId', (cardId) => ({ ...quoted, requestNo: nextNumber(), offerNo: 'bicycle-city', instalment: 6, cardId, delivery })),
  'mall.orders orderNo':                       row('shopper', 'orderNo', (orderNo) => ({ act: 'read', pageNo: 1, orderNo })),
  'mall.orders orderNo giveBack':              row('shopper', 'orderNo', (orderNo) => ({ act: 'giveBack', orderNo })),
}
