import { displayYuan, fen } from '@qingzhou/domain/money/money'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  choiceField,
  dayField,
  proposalKind,
  textField,
  type Approval,
  type ProposalServices,
} from '#features/proposals/index.ts'
import { payProviders, type PayProvider } from '@qingzhou/providers/records/bank-order-store'
import { Refused } from '@qingzhou/platform/refused'
import { closeDifference, findOpenDifference, resolutions, type Resolution } from './case-store.ts'

type Closing = {
  readonly provider: PayProvider
  readonly day: LocalDate
  readonly orderNo: string
  readonly resolution: Resolution
}

/** Up to this amount one member of staff closes a difference alone. */
export const CLOSED_ALONE_MAX = fen(1_000_00n)

const fields = {
  provider: choiceField(payProviders),
  day: dayField,
  orderNo: textField(/^[A-Za-z0-9-]{1,80}$/, 'number'),
  resolution: choiceField(resolutions),
}

const words: Readonly<Record<Resolution, string>> = {
  explained: '已查明原因',
  matched: '已人工对账',
  refunded: '已退回',
  'written-off': '核销',
}

async function describe(
  { database }: ProposalServices,
  { resolution, ...key }: Closing,
): Promise<string[]> {
  const { ours, theirs } = await findOpenDifference(database, key)
  const shown = (amount: typeof ours) => (amount === undefined ? '-' : displayYuan(amount))
  const { provider, day, orderNo } = key
  return [
    `差异 ${provider} ${day} ${orderNo}：账上 ${shown(ours)}，对方 ${shown(theirs)} → ${words[resolution]}`,
  ]
}

async function perform(
  { database, now }: ProposalServices,
  closing: Closing,
  { reason, approvedBy }: Approval,
): Promise<string> {
  await closeDifference(database, closing, { note: reason, by: approvedBy, at: now() })
  return `resolution=${closing.resolution}`
}

/** Closes a small difference. */
export const closeSmallDifference = proposalKind<Closing>({
  kind: 'close-small-difference',
  isAlone: true,
  fields,
  touches: ['facts'],
  describe,
  perform: async (services, closing, approval) => {
    const { ours, theirs } = await findOpenDifference(services.database, closing)
    const amounts = [ours, theirs].filter((amount) => amount !== undefined)
    const isSmall = amounts.every((amount) => amount <= CLOSED_ALONE_MAX)
    if (!isSmall) throw new Refused({ kind: 'second-person-needed', above: CLOSED_ALONE_MAX })
    return perform(services, closing, approval)
  },
})

/** Closes a difference of any amount. */
export const closeAnyDifference = proposalKind<Closing>({
  kind: 'close-difference',
  fields,
  touches: ['facts'],
  describe,
  perform,
})
