import { createHash } from 'node:crypto'
import type { providerCalls } from '@qingzhou/provider-api/calls'
import type * as z from 'zod'
import type { AppPayments } from '#app-payments/app-payments.ts'
import type { AppRefunds } from '#app-payments/app-refunds.ts'
import type { Authorisations, ConsentApp } from '#consent/authorisations.ts'
import type { Bank } from '#bank/bank.ts'
import type { Bureau } from '#bureau/bureau.ts'
import {
  deviceRisk,
  checkIdentity,
  lookUpIp,
  judgeFace,
  readBankCard,
  readIdCard,
} from '#checks/checks.ts'
import type { Faults } from '#faults.ts'
import type { Inbox } from '#inbox/inbox.ts'
import type { Mall } from '#mall/mall.ts'
import type { Messenger } from '#messenger/messenger.ts'
import type { FaceChecks } from '#wallet-face/face-checks.ts'
import { isListedByUnionPay, type Listing } from '#unionpay/orders.ts'
import { ProviderRefusal } from './provider-refusal.ts'

type Calls = typeof providerCalls
type Awaitable<Value> = Value | Promise<Value>

/** One handler per provider call. */
export type ProviderAnswers = {
  readonly [P in keyof Calls]: {
    readonly [C in keyof Calls[P]]: Calls[P][C] extends {
      readonly request: infer Request extends z.ZodType
      readonly response: infer Response extends z.ZodType
    }
      ? (input: z.output<Request>, how: { readonly copies: number }) => Awaitable<z.input<Response>>
      : never
  }
}

type Parts = {
  readonly inbox: Inbox
  readonly faults: Faults
  readonly authorisations: Authorisations
  readonly messenger: Messenger
  readonly faceChecks: FaceChecks
  readonly appPayments: AppPayments
  readonly appRefunds: AppRefunds
  readonly bank: Bank
  readonly bureau: Bureau
  readonly mall: Mall
  readonly unionPay: Listing
}

export function providerAnswers(parts: Parts): ProviderAnswers {
  return {
    ...messageAnswers(parts),
    ...appAnswers(parts),
    ...checkAnswers(parts),
    ...moneyAnswers(parts),
  }
}

function messageAnswers({ inbox }: Parts): Pick<ProviderAnswers, 'sms' | 'mail'> {
  return {
    sms: {
      send({ messageId, phone, text }, how) {
        if (!/^1[3-9]\d{9}$/.test(phone)) return { accepted: false }
        inbox.deliver({ kind: 'sms', messageId, to: phone, text }, how)
        return { accepted: true }
      },
    },
    mail: {
      send({ messageId, to, subject, text, attachments }, how) {
        if (!/^[^\s@]+@[^\s@]+$/.test(to)) return { accepted: false }
        inbox.deliver({ kind: 'mail', messageId, to, subject, text, documents: attachments }, how)
        return { accepted: true }
      },
    },
  }
}

function appAnswers(parts: Parts): Pick<ProviderAnswers, 'wallet' | 'messenger'> {
  const { authorisations, messenger, faceChecks, appPayments, appRefunds } = parts

  function exchange(app: ConsentApp, code: string) {
    const person = authorisations.exchange(app, code)
    if (!person) throw new ProviderRefusal(404, 'code-unknown')
    return person
  }

  return {
    wallet: {
      exchange: ({ code }) => exchange('wallet', code),
      startFace: (asked) => faceChecks.start(asked),
      face: (asked) => faceChecks.find(asked),
      startPayment: (order) => appPayments.start('wallet', order),
      payment: (asked) => appPayments.find('wallet', asked),
      closePayment: (asked) => appPayments.close('wallet', asked),
      refund: (order) => appRefunds.order('wallet', order),
      refundState: (asked) => appRefunds.find('wallet', asked),
      dayFile: (asked) => appPayments.ofDay('wallet', asked),
    },
    messenger: {
      exchange: ({ code }) => exchange('messenger', code),
      pageTicket: () => messenger.pageTicket(),
      miniProgramLink: (target) => messenger.miniProgramLink(target),
      startPayment: (order) => appPayments.start('messenger', order),
      payment: (asked) => appPayments.find('messenger', asked),
      closePayment: (asked) => appPayments.close('messenger', asked),
      refund: (order) => appRefunds.order('messenger', order),
      refundState: (asked) => appRefunds.find('messenger', asked),
      dayFile: (asked) => appPayments.ofDay('messenger', asked),
    },
  }
}

/** The checks of persons and devices. With the decline fault each returns its own negative result. */
function checkAnswers({
  faults,
}: Parts): Pick<
  ProviderAnswers,
  'ip' | 'deviceFirst' | 'deviceSecond' | 'idCheck' | 'ocr' | 'face'
> {
  return {
    ip: { lookUp: ({ ip }) => lookUpIp(ip) },
    deviceFirst: {
      key: ({ deviceId }) => ({ deviceKey: deviceKey('first', deviceId) }),
      risk: (asked) => deviceRisk('first', asked),
    },
    deviceSecond: {
      key: ({ blackBox }) => ({ deviceKey: deviceKey('second', blackBox) }),
      risk: (asked) => deviceRisk('second', asked),
    },
    idCheck: {
      verify: (asked) =>
        faults.of('idCheck').decline ? { result: 'mismatch' } : checkIdentity(asked),
    },
    ocr: {
      readCard: (asked) => (faults.of('ocr').decline ? { outcome: 'blurred' } : readIdCard(asked)),
      readBankCard: (asked) =>
        faults.of('ocr').decline ? { outcome: 'blurred' } : readBankCard(asked),
    },
    face: {
      judge: (asked) => {
        const { decline, unsure } = faults.of('face')
        if (decline) return { outcome: 'noMatch', performed: [] }
        if (unsure) return { outcome: 'unsure', distance: 0.52, performed: asked.actions }
        return judgeFace(asked)
      },
    },
  }
}

function moneyAnswers({
  bank,
  bureau,
  mall,
  unionPay,
}: Parts): Pick<ProviderAnswers, 'bank' | 'bureau' | 'mall'> {
  const { bindings, cards, debitAgreements, transfers } = bank
  return {
    bank: {
      startBinding: (order) => bindings.start(order),
      confirmBinding: (confirmation) => bindings.confirm(confirmation),
      binding: (asked) => bindings.find(asked),
      transfer({ payee, cardToken, originalNo = '', ...order }) {
        const original = transfers.get(originalNo)
        if (original) {
          return transfers.order({ ...order, originalNo, cardToken: original.cardToken })
        }
        return transfers.order({ ...order, cardToken: cardToken ?? cards.tokenOf(payee) })
      },
      transferState: (asked) => transfers.find(asked),
      startDebitAgreement: (order) => debitAgreements.start(order),
      confirmDebitAgreement: (confirmation) => debitAgreements.confirm(confirmation),
      endDebitAgreement: (order) => debitAgreements.end(order),
      dayFile: (asked) =>
        transfers.ofDay(asked, (transfer) => !isListedByUnionPay(unionPay, transfer)),
    },
    bureau: {
      order: (order) => bureau.order(order),
      report: (asked) => bureau.find(asked),
    },
    mall: {
      offers: () => mall.offers(),
      order: (order) => mall.order(order),
      orderState: (asked) => mall.find(asked),
      giveBack: (asked) => mall.giveBack(asked),
    },
  }
}

/** A vendor returns the same key for the same device; the two vendors return different ones. */
function deviceKey(vendor: string, fingerprint: string): string {
  if (!/^[!-~]+$/.test(fingerprint)) throw new ProviderRefusal(400, 'no-fingerprint')
  return createHash('sha256').update(`${vendor}\n${fingerprint}`).digest('hex').slice(0, 32)
}
