import type { agreementsShapes } from '@qingzhou/contract/features/agreements'
import type { Input } from '@qingzhou/contract/wire/shape'
import { lender } from '@qingzhou/platform/config/brand'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { chosenAddress, isOwnEmail, maskedEmail, saveUsedEmail } from '#features/profile/index.ts'
import {
  requireMailAllowance,
  enqueueMail,
  isMailEnqueued,
} from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findSignedAmong, type SignedAgreement } from './agreement-store.ts'

type SendByEmailInput = Input<(typeof agreementsShapes)['sendByEmail']>

/** Sends a customer's signed agreements as PDF in one mail, to a new address or to one on file. */
export async function sendByEmail(
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
