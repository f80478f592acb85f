import type { agreementsShapes } from '@qingzhou/contract/features/agreements'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '@qingzhou/platform/caller'
import { lender } from '@qingzhou/platform/config/brand'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { dayInShanghai } from '@qingzhou/platform/clock'
import {
  requireMailAllowance,
  enqueueMail,
  isMailEnqueued,
} from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { chosenAddress, isOwnEmail, maskedEmail, saveUsedEmail } from '#features/profile/index.ts'
import { signedAgreement, signedAgreements } from './read-signed.ts'
import type {
  DeferralFacts,
  ForbearanceFacts,
  LoanFacts,
  ConsolidationPlanFacts,
  BillConversionFacts,
  CardFacts,
} from './template.ts'
import { agreementsForEvent, agreementsToConfirm, confirmRead } from './sign-agreements.ts'
import { findSignedAmong } from './agreement-store.ts'
import type { SignedAgreement } from './agreement-store.ts'

type ToConfirmInput = Input<(typeof agreementsShapes)['toConfirm']>
type AskedDraw = NonNullable<ToConfirmInput['draw']>
type DeferralInput = NonNullable<ToConfirmInput['deferral']>
type ForbearanceInput = NonNullable<ToConfirmInput['forbearance']>
type ConsolidationPlanInput = NonNullable<ToConfirmInput['plan']>
type BillConversionInput = NonNullable<ToConfirmInput['billConversion']>
type CardInput = NonNullable<ToConfirmInput['card']>

/**
 * Quotes the draw whose agreements are shown. Injected, because the loans feature itself imports
 * this one.
 */
export type QuoteFacts = (caller: SignedInCaller, draw: AskedDraw) => Promise<LoanFacts>
/** The same for a deferral, a forbearance, a consolidation plan, a bill conversion and a card. */
export type QuoteDeferralFacts = (
  caller: SignedInCaller,
  deferral: DeferralInput,
) => Promise<DeferralFacts>
export type QuoteForbearanceFacts = (
  caller: SignedInCaller,
  forbearance: ForbearanceInput,
) => Promise<ForbearanceFacts>
export type QuoteConsolidationPlanFacts = (
  caller: SignedInCaller,
  plan: ConsolidationPlanInput,
) => Promise<ConsolidationPlanFacts>
export type QuoteBillConversionFacts = (
  caller: SignedInCaller,
  billConversion: BillConversionInput,
) => Promise<BillConversionFacts>

export type QuoteCardFacts = (caller: SignedInCaller, card: CardInput) => Promise<CardFacts>

export function agreementsHandlers(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'today'>,
  quoted: {
    readonly draw: QuoteFacts
    readonly deferral: QuoteDeferralFacts
    readonly forbearance: QuoteForbearanceFacts
    readonly plan: QuoteConsolidationPlanFacts
    readonly billConversion: QuoteBillConversionFacts
    readonly card: QuoteCardFacts
  },
): Handlers<Callers>['agreements'] {
  return {
    forEvent: async (input) => ({ agreements: [...(await agreementsForEvent(services, input))] }),
    // The texts contain no number of ours, so the stored text is equal to the text shown before
    // signing.
    toConfirm: async (request, caller) => {
      const { eventType, hasFund, channelCode, prodSubNo, businessNo } = request
      const agreements = await agreementsToConfirm(services, caller, {
        eventType,
        hasFund,
        channelCode,
        prodSubNo,
        businessNo,
        loan: request.draw && (await quoted.draw(caller, request.draw)),
        deferral: request.deferral && (await quoted.deferral(caller, request.deferral)),
        forbearance: request.forbearance && (await quoted.forbearance(caller, request.forbearance)),
        plan: request.plan && (await quoted.plan(caller, request.plan)),
        billConversion:
          request.billConversion && (await quoted.billConversion(caller, request.billConversion)),
        card: request.card && (await quoted.card(caller, request.card)),
      })
      return { agreements: [...agreements] }
    },
    confirmRead: (input, caller) => confirmRead(services, caller, input),
    signedList: (input, caller) => signedAgreements(services, caller.session.customer, input),
    signed: (input, caller) => signedAgreement(services, caller.session.customer, input),
    sendByEmail: (input, caller) => sendByEmail(services, caller.session.customer, input),
  }
}

type SendByEmailInput = Input<(typeof agreementsShapes)['sendByEmail']>

/** Sends a customer's signed agreements as PDF in one mail, to a new address or to one on file. */
async function sendByEmail(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now'>,
  customer: CustomerNo,
  input: SendByEmailInput,
): Promise<{ sentTo: string }> {
  const { database } = services
  const signed = await ownAgreements(services, customer, input.agreementNos)
  const to = await chosenAddress(services, customer, input)
  const mail = {
    customer,
    messageNo: `agreements-${input.requestNo}`,
    kind: 'agreements',
    to,
    subject: `【${lender.product}】您的协议（${signed.length} 份）`,
    text: mailText(signed),
    documents: signed.map(({ agreementNo }) => ({
      kind: 'agreement' as const,
      reference: agreementNo,
    })),
  }
  const sentTo = maskedEmail(to)
  if (await isMailEnqueued(database, services, mail)) return { sentTo }

  const isOwn = await isOwnEmail(services, { customer, address: to })
  await requireMailAllowance(services, { customer, to, isOwn })
  await database.inTransaction(async (tx) => {
    await enqueueMail(tx, services, mail)
    await saveUsedEmail(tx, services, { customer, address: to })
  })
  return { sentTo }
}

/**
 * Without duplicates. Returns the same error for another customer's agreement as for a missing one.
 */
async function ownAgreements(
  { database }: Pick<Services, 'database'>,
  customer: CustomerNo,
  agreementNos: readonly string[],
): Promise<readonly SignedAgreement[]> {
  const wanted = [...new Set(agreementNos)]
  const found = await findSignedAmong(database, { customer, agreementNos: wanted })
  if (found.length < wanted.length) throw new Refused({ kind: 'agreement-unknown' })
  return found
}

function mailText(signed: readonly SignedAgreement[]): string {
  const list = signed.map(
    ({ title, signedAt }, index) => `${index + 1}. ${title}（签署于 ${dayInShanghai(signedAt)}）`,
  )
  return [
    `您好，您申请的 ${signed.length} 份协议见附件：`,
    ...list,
    '',
    `附件含个人信息，请妥善保管。如果不是您本人操作，请致电 ${lender.servicePhone}（${lender.serviceHours}）。`,
    lender.company,
  ].join('\n')
}
