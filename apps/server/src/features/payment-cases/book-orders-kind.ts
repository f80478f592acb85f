import { displayYuan, sum, type Money } from '@qingzhou/domain/money/money'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  amountField,
  choiceField,
  dayField,
  proposalKind,
  readFields,
  textField,
  type ProposalServices,
} from '#features/proposals/index.ts'
import { readDifferences, type DifferenceRecord } from '#features/reconciliation/index.ts'
import { payProviders, type PayProvider } from '@qingzhou/providers/records/bank-order-store'
import { Refused } from '@qingzhou/platform/refused'
import { bookLostOrder, inOrder, noteOf } from './lost-orders.ts'
import { requireOthers } from './move-kind.ts'

type Transfer = {
  readonly provider: PayProvider
  readonly day: LocalDate
  readonly orderNo: string
  readonly amount: Money
}
type Booking = { readonly transfers: readonly Transfer[] }

/** What one transaction books in seconds. */
export const TRANSFERS_MAX = 1_000

function readTransfers(transfers: unknown): readonly Transfer[] {
  const isList = Array.isArray(transfers) && transfers.length > 0
  if (!isList || transfers.length > TRANSFERS_MAX) {
    throw new Refused({ kind: 'field-invalid', message: 'transfers 格式不正确' })
  }
  return transfers.map((item) => readFields<Transfer>(transferFields, { ...(item as object) }))
}

const transferFields = {
  provider: choiceField(payProviders),
  day: dayField,
  orderNo: textField(/^[A-Za-z0-9-]{1,80}$/),
  amount: amountField,
}

function nameOf({ provider, day, orderNo }: Pick<Transfer, 'provider' | 'day' | 'orderNo'>) {
  return `${provider} ${day} ${orderNo}`
}

/** The transfers of a proposal as they are now. Refused if one of them is no longer missing here. */
async function findOpenDifferences(
  services: Pick<ProposalServices, 'database' | 'vault'>,
  { transfers }: Booking,
): Promise<DifferenceRecord[]> {
  const open = await readDifferences(services.database, undefined)
  const byName = new Map(open.map((difference) => [nameOf(difference), difference]))
  const differences = transfers.map((transfer) => {
    const difference = byName.get(nameOf(transfer))
    if (difference?.theirs !== transfer.amount) throw new Refused({ kind: 'difference-unknown' })
    return difference
  })
  return inOrder(services, differences)
}

const words: Readonly<Partial<Record<DifferenceRecord['kind'], string>>> = {
  disbursement: '放款',
  debit: '还款',
  refund: '退款',
}

/** Transfers that providers have carried out and the books do not have, after a restore. */
export const bookLostOrders = proposalKind<Booking>({
  kind: 'book-transfers',
  fields: { transfers: { form: 'none', read: readTransfers } },
  touches: ['facts'],
  amountOf: ({ transfers }) => sum(transfers.map(({ amount }) => amount)),
  describe: async (services, booking) => {
    const differences = await findOpenDifferences(services, booking)
    const lines = differences.map((difference) => {
      const { provider, day, orderNo, kind, theirs } = difference
      const customer = noteOf(services, difference)?.customer ?? '-'
      const amount = theirs === undefined ? '-' : displayYuan(theirs)
      return `补记${words[kind] ?? ''} ${amount} 元：${provider} ${day} ${orderNo}，客户 ${customer}`
    })
    const total = sum(booking.transfers.map(({ amount }) => amount))
    return [...lines, `共 ${lines.length} 笔，${displayYuan(total)} 元`]
  },
  perform: async (services, booking, approval) => {
    const differences = await findOpenDifferences(services, booking)
    for (const difference of differences) {
      // The proposal names no customer: whose money it is, the notes of the orders say.
      const noted = noteOf(services, difference)
      if (noted) await requireOthers(services, noted, approval)
      await bookLostOrder(services, difference, approval.approvedBy)
    }
    return `transfers=${differences.length}`
  },
})
