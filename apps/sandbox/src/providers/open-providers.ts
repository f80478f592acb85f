import { join } from 'node:path'
import type { SmsRegistration } from '@qingzhou/provider-api/sandbox-accounts'
import { createAnnounce, createCallbacks, type Wait } from '#callbacks/callbacks.ts'
import { appPayment, createAppPayments, type AppPayment } from '#app-payments/app-payments.ts'
import { appRefund, createAppRefunds } from '#app-payments/app-refunds.ts'
import { alipayAgreementNotice, alipayNotice } from '#alipay/alipay-notice.ts'
import { openAlipayKeys, type AlipayKeys } from '#alipay/keys.ts'
import { openWechatKeys, type WechatKeys } from '#wechat/keys.ts'
import { wechatNotice, wechatRefundNotice } from '#wechat/wechat-notice.ts'
import { openAttachments, openInbox } from '#inbox/inbox.ts'
import { createAuthorisations } from '#consent/authorisations.ts'
import { openBank } from '#bank/bank.ts'
import { createBureau, bureauOrder } from '#bureau/bureau.ts'
import { mallOrder } from '#mall/orders.ts'
import { createMall } from '#mall/mall.ts'
import { createMessenger } from '#messenger/messenger.ts'
import { createWalletAgreements, walletAgreement } from '#wallet-agreements/agreements.ts'
import { createFaceChecks, faceCheck } from '#wallet-face/face-checks.ts'
import { createFaults, type FaultPlan } from '#faults.ts'
import { openUnionPayKeys } from '#unionpay/keys.ts'
import { unionPayNotices, unionPayOrder } from '#unionpay/orders.ts'
import { openRecords } from '#records.ts'
import { createSmsBook } from '#sms-vendors/sms-book.ts'

/** What is registered at the SMS services, and their limit for each number. */
export type SmsOptions = {
  readonly registration: SmsRegistration
  readonly perMinute?: number
}

export type Providers = ReturnType<typeof openProviders>

/** All providers of the sandbox, with their records and faults. */
export function openProviders(options: {
  readonly dataDirectory: string
  readonly secret: string
  readonly now: () => number
  readonly sms?: SmsOptions | undefined
  readonly wait?: Wait | undefined
  readonly faultPlan?: FaultPlan | undefined
}) {
  const { dataDirectory: directory, now } = options
  const faults = createFaults(options.faultPlan)
  const callbacks = createCallbacks(options)
  const announce = createAnnounce({ callbacks, faults, now })
  const attachments = openAttachments(join(directory, 'mail-attachments'))
  const inbox = openInbox({ file: join(directory, 'inbox.jsonl'), attachments, now })
  const smsBook = createSmsBook({ inbox, now, ...options.sms })
  const authorisations = createAuthorisations(now)
  const unionPayKeys = openUnionPayKeys(directory, now)
  const unionPayOrders = openRecords(join(directory, 'unionpay-orders.jsonl'), unionPayOrder)
  const unionPayNotice = unionPayNotices(unionPayOrders, unionPayKeys)
  const bank = openBank({ directory, inbox, faults, announce, unionPayNotice, now })
  const orders = openRecords(join(directory, 'bureau-orders.jsonl'), bureauOrder)
  const bureau = createBureau({ orders, faults, announce, now })
  const checks = openRecords(join(directory, 'wallet-faces.jsonl'), faceCheck)
  const faceChecks = createFaceChecks({ checks, announce, now })
  const bought = openRecords(join(directory, 'mall-orders.jsonl'), mallOrder)
  const mall = createMall({ records: bought, bank, faults, announce, now })
  const apps = openAppPayments({ ...options, faults, announce })

  return {
    faults,
    inbox,
    smsBook,
    authorisations,
    messenger: createMessenger(now),
    bank,
    bureau,
    faceChecks,
    ...apps,
    unionPay: { keys: unionPayKeys, orders: unionPayOrders },
    mall,

    /** Deletes all records, messages and faults. */
    clear() {
      const pages = [authorisations, faceChecks, apps.appPayments, apps.agreements]
      const parts = [inbox, smsBook, faults, unionPayOrders, bank, bureau, mall, ...pages]
      for (const part of parts) part.clear()
    },

    sent: () => callbacks.sent(),
    stop: () => callbacks.stop(),
  }
}

/** Payments and refunds of the payment app and of the messaging app, which also speak protocols of their own. */
function openAppPayments(options: {
  readonly dataDirectory: string
  readonly secret: string
  readonly now: () => number
  readonly faults: ReturnType<typeof createFaults>
  readonly announce: ReturnType<typeof createAnnounce>
}) {
  const { dataDirectory: directory, secret, now, faults, announce } = options
  const records = openRecords(join(directory, 'app-payments.jsonl'), appPayment)
  const refunded = openRecords(join(directory, 'app-refunds.jsonl'), appRefund)
  const alipayKeys = openAlipayKeys(directory)
  const wechatKeys = openWechatKeys({ directory, secret, now })
  const appRefunds = createAppRefunds({
    payments: records,
    refunds: refunded,
    faults,
    announce,
    notice: (refund, payment) =>
      wechatRefundNotice(wechatKeys, { refund, payment, secret, now: now() }),
    now,
  })
  const notices = noticesOf({ alipayKeys, wechatKeys, secret, now })
  const appPayments = createAppPayments({
    records,
    refunds: appRefunds,
    faults,
    announce,
    now,
    notices,
  })
  const listed =
    (book: Pick<typeof appPayments, 'find'>) =>
    ({ app, orderNo, amountFen }: Pick<AppPayment, 'app' | 'orderNo' | 'amountFen'>) => ({
      app,
      orderNo,
      amountFen,
      state: book.find(app, { orderNo }).state,
    })
  /** Payments and refunds, with their state as the lender sees it. */
  const allAppPayments = () => [
    ...records.all().map(listed(appPayments)),
    ...refunded.all().map(listed(appRefunds)),
  ]
  const agreements = createWalletAgreements({
    records: openRecords(join(directory, 'wallet-agreements.jsonl'), walletAgreement),
    appPayments,
    announce,
    notice: (agreement) => alipayAgreementNotice(alipayKeys, { agreement, now: now() }),
    now,
  })
  return { appPayments, appRefunds, agreements, allAppPayments, alipayKeys, wechatKeys }
}

/** Notices in the apps' own protocols. */
function noticesOf(parts: {
  readonly alipayKeys: AlipayKeys
  readonly wechatKeys: WechatKeys
  readonly secret: string
  readonly now: () => number
}): Parameters<typeof createAppPayments>[0]['notices'] {
  const { alipayKeys, wechatKeys, secret, now } = parts
  return {
    alipay: (payment, find) =>
      alipayNotice(alipayKeys, { appPayments: { find }, payment, now: now() }),
    wechat: (payment, find) =>
      wechatNotice(wechatKeys, { appPayments: { find }, payment, secret, now: now() }),
  }
}
