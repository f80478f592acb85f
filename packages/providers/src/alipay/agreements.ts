import * as z from 'zod'
import type { DebitRule } from '@qingzhou/domain/repayment/periodic-debit'
import type { AppPayments, PayScene } from '#app-payment/port.ts'
import { returnFrom } from '#consent.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { WalletAgreements } from '#wallet/port.ts'
import type { WireOrder } from '#wire-order.ts'
import type { AlipaySettings } from '@qingzhou/platform/config/adapters/adapters'
import type { AlipayClient } from './client.ts'
import { yuanOf } from './format.ts'
import { ALIPAY_NOTICE_PATH } from './notices.ts'

/** The product of periodic debits, as the lender's contract and as the customer's agreement name it. */
const PRODUCT = 'CYCLE_PAY_AUTH'
const PERSONAL_PRODUCT = 'CYCLE_PAY_AUTH_P'
/** How long the page can be opened, in seconds. */
const PAGE_SECONDS = 15 * 60
/** A debit that waits for the customer is closed by the app. */
const DEBIT_EXPIRY = '30m'

const DEBIT_METHOD = 'alipay.trade.pay'
const NOT_SIGNED = 'USER_AGREEMENT_NOT_EXIST'

/** Refused for certain. Every other sub code leaves a debit open, so that it is asked for again. */
const NOT_DEBITED: Readonly<Record<string, string>> = {
  'ACQ.BUYER_BALANCE_NOT_ENOUGH': '支付应用余额不足',
  'ACQ.BUYER_BANKCARD_BALANCE_NOT_ENOUGH': '支付应用绑定的银行卡余额不足',
  'ACQ.BUYER_ENABLE_STATUS_FORBID': '支付应用账户状态异常',
  'ACQ.BUYER_PAYMENT_AMOUNT_DAY_LIMIT_ERROR': '超过支付应用单日限额',
  'ACQ.BUYER_PAYMENT_AMOUNT_MONTH_LIMIT_ERROR': '超过支付应用单月限额',
  'ACQ.ERROR_BALANCE_PAYMENT_DISABLE': '支付应用余额支付功能关闭',
  'ACQ.NO_PAYMENT_INSTRUMENTS_AVAILABLE': '支付应用没有可用的付款方式',
  'ACQ.PRODUCT_AMOUNT_LIMIT_ERROR': '超过自动还款的单次上限',
  'ACQ.AGREEMENT_NOT_EXIST': '支付应用自动还款已关闭',
  'ACQ.AGREEMENT_INVALID': '支付应用自动还款已关闭',
  'ACQ.CYCLE_PAY_DATE_NOT_MATCH': '不在支付应用约定的扣款期内',
  'ACQ.CYCLE_PAY_SINGLE_FEE_EXCEED': '超过自动还款的单次上限',
}

const query = z.object({
  external_agreement_no: z.string(),
  agreement_no: z.string().regex(/^\w{1,64}$/),
  status: z.enum(['NORMAL', 'TEMP', 'STOP']),
  principal_open_id: z.optional(z.string()),
  principal_id: z.optional(z.string()),
})
const ended = z.object({})
const debited = z.object({ out_trade_no: z.string() })

type Settings = {
  readonly client: AlipayClient
  readonly alipay: AlipaySettings
  readonly ownOrigin: () => string
}

/** Periodic debits of the app. */
export function createAlipayAgreements(
  { client, alipay, ownOrigin }: Settings,
  signScene: string,
  payments: Pick<AppPayments, 'payment'>,
): WalletAgreements {
  const notifyUrl = () => `${ownOrigin()}${ALIPAY_NOTICE_PATH}`
  const keyOf = ({ wireNo }: WireOrder) => ({
    personal_product_code: PERSONAL_PRODUCT,
    sign_scene: signScene,
    external_agreement_no: wireNo,
  })
  return {
    async agreementUrl({ rule, signer, returnPath, scene, ...wire }) {
      const identity = { user_name: signer.name, cert_no: signer.idNumber }
      const biz = { ...keyOf(wire), ...termsOf(rule, scene), identity_params: identity }
      const returnUrl = returnFrom(alipay.pages, ownOrigin, returnPath)
      const method = 'alipay.user.agreement.page.sign'
      return client.pageUrl(method, biz, { returnUrl, notifyUrl: notifyUrl() })
    },

    async agreement(wire) {
      const method = 'alipay.user.agreement.query'
      const said = await client.call(method, query, { biz: keyOf(wire) })
      if (!said.isDone) {
        if (said.subCode === NOT_SIGNED) return { state: 'unknown' }
        throw new ProviderFault(method, said.subCode)
      }
      const { external_agreement_no: named, agreement_no: reference, status } = said.fields
      if (named !== wire.wireNo) throw new ProviderFault(method, 'another agreement')
      if (status !== 'NORMAL') return { state: 'unknown' }
      return { state: 'signed', reference, signers: signersIn(said.fields) }
    },

    async endAgreement(wire) {
      const method = 'alipay.user.agreement.unsign'
      const said = await client.call(method, ended, { biz: keyOf(wire) })
      if (!said.isDone && said.subCode !== NOT_SIGNED) throw new ProviderFault(method, said.subCode)
    },

    async debit(order) {
      const said = await orderDebit(order)
      const standing = await payments.payment(order)
      if (standing.state === 'done' || standing.state === 'processing') return standing
      // Taken and not there yet: it is on its way. Refused and not there: nothing was taken.
      if (said.isDone) return standing.state === 'unknown' ? { state: 'processing' } : standing
      const reason = NOT_DEBITED[said.subCode]
      if (reason !== undefined) return { state: 'declined', reason }
      if (standing.state === 'declined') return standing
      throw new ProviderFault(DEBIT_METHOD, said.subCode)
    },
  }

  async function orderDebit({ wireNo, amount, subject, agreement }: DebitOrder) {
    const biz = {
      out_trade_no: wireNo,
      total_amount: yuanOf(amount),
      subject,
      product_code: PRODUCT,
      seller_id: alipay.sellerId,
      timeout_express: DEBIT_EXPIRY,
      agreement_params: { agreement_no: agreement.reference ?? '' },
    }
    return client.call(DEBIT_METHOD, debited, { biz, common: { notifyUrl: notifyUrl() } })
  }
}

/** The account that has signed, by the names that the app has for it. */
function signersIn(fields: {
  principal_open_id?: string | undefined
  principal_id?: string | undefined
}): string[] {
  const signers = [fields.principal_open_id, fields.principal_id].filter((one) => one !== undefined)
  if (signers.length === 0) throw new ProviderFault('agreement', 'no signer in the answer')
  return signers
}

function termsOf(rule: DebitRule, scene: PayScene) {
  return {
    product_code: PRODUCT,
    access_params: { channel: scene === 'app' ? 'ALIPAYAPP' : 'QRCODE' },
    period_rule_params: {
      period_type: 'MONTH',
      period: 1,
      execute_time: rule.firstOn,
      single_amount: yuanOf(rule.amountMax),
    },
    effect_time: PAGE_SECONDS,
  }
}

type DebitOrder = Parameters<WalletAgreements['debit']>[0]
