import * as z from 'zod'
import type { DebitFlaw, WalletAgreement } from '#wallet-agreements/agreements.ts'
import type { Call, Page } from './alipay-calls.ts'
import { fenOf, shanghaiTimeOf, yuanOf } from './format.ts'

const PRODUCT = 'CYCLE_PAY_AUTH'
const PERSONAL_PRODUCT = 'CYCLE_PAY_AUTH_P'

const yuan = z.string().regex(/^\d{1,9}\.\d{2}$/)
const key = z.object({
  personal_product_code: z.literal(PERSONAL_PRODUCT),
  sign_scene: z.string().regex(/^\w+\|\w+$/),
  external_agreement_no: z.string().regex(/^[0-9A-Za-z]{1,32}$/),
})
const signing = key.extend({
  product_code: z.literal(PRODUCT),
  access_params: z.object({ channel: z.enum(['ALIPAYAPP', 'QRCODE']) }),
  period_rule_params: z.object({
    period_type: z.literal('MONTH'),
    period: z.int().min(1),
    // The app takes no day after the 28th with months.
    execute_time: z.iso.date().regex(/-(?:0[1-9]|1\d|2[0-8])$/),
    single_amount: yuan,
  }),
  effect_time: z.optional(z.int().min(60)),
  identity_params: z.optional(z.object({ user_name: z.string(), cert_no: z.string() })),
})
const debiting = z.object({
  out_trade_no: z.string().regex(/^\w{1,64}$/),
  total_amount: yuan,
  subject: z.string().min(1).max(256),
  product_code: z.literal(PRODUCT),
  agreement_params: z.object({ agreement_no: z.string().max(64) }),
})

/** The page on which a person agrees to periodic debits. */
export const signPage: Page = ({ agreements }, biz, input) => {
  const order = signing.parse(biz)
  const { period_rule_params: rule, external_agreement_no: id, identity_params: identity } = order
  if (fenOf(rule.single_amount) === '0') throw new AlipayRefusal('INVALID_PARAMETER')
  const path = agreements.start({
    id,
    amountMaxFen: fenOf(rule.single_amount),
    nextOn: rule.execute_time,
    months: rule.period,
    returnUrl: input['return_url'] ?? '',
    notifyUrl: input['notify_url'] ?? '',
    ...(identity && { certNo: identity.cert_no }),
  })
  if (path === undefined) throw new AlipayRefusal('AGREEMENT_HAS_SIGNED')
  return `..${path}`
}

/** Ended agreements are not found either, as at the real app. */
export const agreementCalls: Readonly<Record<string, Call>> = {
  'alipay.user.agreement.query': ({ agreements }, biz) => {
    const agreement = agreements.find(key.parse(biz).external_agreement_no)
    if (agreement?.state !== 'signed') throw new AlipayRefusal('USER_AGREEMENT_NOT_EXIST')
    return { ...agreementStanding(agreement), status: 'NORMAL' }
  },
  'alipay.user.agreement.unsign': ({ agreements }, biz) => {
    const { external_agreement_no: id } = key.parse(biz)
    if (!agreements.end(id)) throw new AlipayRefusal('USER_AGREEMENT_NOT_EXIST')
    return {}
  },
  'alipay.trade.pay': ({ agreements, appPayments }, biz, input) => {
    const order = debiting.parse(biz)
    const amountFen = fenOf(order.total_amount)
    if (amountFen === '0') throw new AlipayRefusal('ACQ.INVALID_PARAMETER')
    const flaw = agreements.debit({
      orderNo: order.out_trade_no,
      agreementNo: order.agreement_params.agreement_no,
      amountFen,
      subject: order.subject,
      notifyUrl: input['notify_url'] ?? '',
    })
    if (flaw) throw new AlipayRefusal(subCodes[flaw])
    const payment = appPayments.record('wallet', order.out_trade_no)
    const { state } = appPayments.find('wallet', { orderNo: order.out_trade_no })
    return {
      out_trade_no: order.out_trade_no,
      trade_no: payment?.ticket,
      total_amount: yuanOf(amountFen),
      // Taken, and not settled yet.
      ...(state !== 'done' && { code: '10003', msg: ' order success pay inprocess' }),
    }
  },
}

const subCodes: Record<DebitFlaw, string> = {
  unknown: 'ACQ.AGREEMENT_NOT_EXIST',
  ended: 'ACQ.AGREEMENT_INVALID',
  'over-amount': 'ACQ.PRODUCT_AMOUNT_LIMIT_ERROR',
  'too-early': 'ACQ.CYCLE_PAY_DATE_NOT_MATCH',
  taken: 'ACQ.CONTEXT_INCONSISTENT',
  'no-money': 'ACQ.BUYER_BALANCE_NOT_ENOUGH',
}

/** The fields of an agreement, in answers and notices alike. */
export function agreementStanding(agreement: WalletAgreement): Readonly<Record<string, string>> {
  const { id, agreementNo, signedAt, signer } = agreement
  return {
    external_agreement_no: id,
    agreement_no: agreementNo,
    personal_product_code: PERSONAL_PRODUCT,
    ...(signer !== undefined && { principal_id: signer }),
    ...(signedAt !== undefined && { sign_time: shanghaiTimeOf(signedAt) }),
  }
}

/** A refusal with the app's codes. */
export class AlipayRefusal extends Error {
  readonly code: string
  readonly subCode: string

  constructor(subCode: string, code = '40004') {
    super(subCode)
    this.name = 'AlipayRefusal'
    this.code = code
    this.subCode = subCode
  }
}
