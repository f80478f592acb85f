import { customerNo } from '@qingzhou/platform/ids'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { couponWords } from '@qingzhou/domain/coupons/coupon-labels'
import { displayYuan } from '@qingzhou/domain/money/money'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { inside } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { sendingTime } from '@qingzhou/platform/outbox/sending-hours'
import { isMessageEnqueued } from '@qingzhou/platform/outbox/mail-store'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import {
  markInvitationTold,
  untoldInvitations,
  type UntoldInvitation,
} from '#features/credit/index.ts'
import { acceptsCampaigns } from '#features/messages/index.ts'
import { issueLinkToken, linkInto, getPhone } from '#features/onboarding/index.ts'
import { findCampaign, lockRunningCampaign } from './campaign-store.ts'
import type { CampaignTerms } from './campaign-terms.ts'
import { messageNoOf } from './create-campaign.ts'

const PAGE = 100

export function campaignTasks(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'publicOrigin' | 'today'
  >,
): TaskHandlers<'announce-campaign' | 'announce-invitations'> {
  return {
    'announce-campaign': ({ customer, campaignNo }) =>
      announceCampaign(services, { customer: customerNo(customer), campaignNo }),
    'announce-invitations': ({ campaignNo }) => announceInvitations(services, { campaignNo }),
  }
}

type ForCustomers = Exclude<CampaignTerms, { kind: 'invitations' }>

/**
 * Sends a customer the message of a campaign, once, unless the customer has declined such messages. A sign-in link is issued here, because it is valid for
 * minutes only. At night the message waits until the morning.
 */
async function announceCampaign(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'publicOrigin'>,
  { customer, campaignNo }: { readonly customer: CustomerNo; readonly campaignNo: string },
): Promise<void> {
  const campaign = await findCampaign(services.database, campaignNo)
  if (!campaign || campaign.terms.kind === 'invitations') return
  const { terms } = campaign
  const messageNo = messageNoOf(campaignNo)
  const runAt = sendingTime(terms.kind, services.now())
  await services.database.inTransaction(async (tx) => {
    if (!(await lockRunningCampaign(tx, campaignNo))) return
    if (runAt) {
      const payload = { customer, campaignNo }
      await services.tasks.add(tx, { kind: 'announce-campaign', payload, key: campaignNo, runAt })
      return
    }
    if (await isMessageEnqueued(tx, { customer, messageNo })) return
    if (!isWanted(terms, await acceptsCampaigns(tx, customer))) return
    const joined = { ...services, database: inside(tx) }
    const sms = await smsFor(joined, terms, { customer, campaignNo })
    await enqueueSms(tx, services, { customer, messageNo, sms })
  })
}

/** Marketing is sent to those who chose it; a link to the account to all who have not declined. */
function isWanted({ kind }: CampaignTerms, choice: boolean | undefined): boolean {
  return kind === 'sign-in-links' ? choice !== false : choice === true
}

async function smsFor(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'publicOrigin'>,
  terms: ForCustomers,
  { customer, campaignNo }: { readonly customer: CustomerNo; readonly campaignNo: string },
): Promise<Sms> {
  const { uriId } = terms
  if (terms.kind === 'coupons') {
    const { name: coupon, gives: benefit } = couponWords(terms.benefit)
    const link = `${services.publicOrigin}${linkInto({ uriId })}`
    return smsOf('coupons', { coupon, benefit, lastDay: terms.lastDay, link })
  }
  const phone = await getPhone(services.database, services, customer)
  const { token } = await issueLinkToken(services, { customer, phone, campaignNo })
  const link = `${services.publicOrigin}${linkInto({ path: terms.path, uriId, more: { token } })}`
  const minutes = String(signInFigures.linkToken.validMinutes)
  return smsOf('sign-in-links', { text: terms.text, minutes, link })
}

/**
 * Sends the messages of an invitation campaign. Each phone is emptied when its message is with the provider,
 * so a repeated run goes on where this one ended; a phone that fails does not keep the others waiting.
 */
async function announceInvitations(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'publicOrigin' | 'today'
  >,
  { campaignNo }: { readonly campaignNo: string },
): Promise<void> {
  const campaign = await findCampaign(services.database, campaignNo)
  if (!campaign || campaign.endedAt || campaign.terms.kind !== 'invitations') return
  const { uriId } = campaign.terms
  const runAt = sendingTime('invitations', services.now())
  if (runAt) {
    const task = { kind: 'announce-invitations', payload: { campaignNo }, key: campaignNo } as const
    await services.database.inTransaction((tx) => services.tasks.add(tx, { ...task, runAt }))
    return
  }
  let after: Buffer = Buffer.alloc(0)
  let failure: unknown
  for (;;) {
    const page = { campaignNo, after, count: PAGE }
    const untold = await untoldInvitations(services.database, services, page)
    const last = untold.at(-1)
    if (!last) break
    for (const invitation of untold) {
      failure = (await sendInvitation(services, { campaignNo, uriId, invitation })) ?? failure
    }
    after = last.phoneIndex
  }
  if (failure !== undefined) throw failure
}

type InvitationMessage = {
  readonly campaignNo: string
  readonly uriId: string
  readonly invitation: UntoldInvitation
}

/** Returns why the message could not be sent. */
async function sendInvitation(
  { database, providers, publicOrigin }: Pick<Services, 'database' | 'providers' | 'publicOrigin'>,
  { campaignNo, uriId, invitation }: InvitationMessage,
): Promise<unknown> {
  const { phone, phoneIndex, amount, lastDay } = invitation
  const link = `${publicOrigin}${linkInto({ uriId, more: { flowBranch: '1' } })}`
  const sms = smsOf('invitations', { amount: displayYuan(amount), lastDay, link })
  const messageId = `${messageNoOf(campaignNo)}-${phoneIndex.toString('hex').slice(0, 16)}`
  try {
    await providers.sms.send({ messageId, phone, ...sms })
    await markInvitationTold(database, phoneIndex)
    return undefined
  } catch (error) {
    return error
  }
}
