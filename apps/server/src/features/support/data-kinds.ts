import { readCopiedTables } from '#features/data-copies/index.ts'
import { eraseOnRequest } from '#features/erasure/index.ts'
import { lockApplication } from '#features/applications/index.ts'
import {
  customerField,
  findProposal,
  proposalKind,
  type Acting,
  type ProposalDeps,
} from '#features/proposals/index.ts'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { requirePhone } from './customer-phone.ts'

type Customer = { readonly customer: CustomerNo }

/** Erases the personal data of a customer who asks for it, when its retention is over. */
export const eraseCustomer = proposalKind<Customer>({
  kind: 'erase-customer',
  fields: { customer: customerField },
  touches: ['books', 'person'],
  describe: async (services, { customer }) => {
    await requirePhone(services.database, services, customer)
    return ['个人资料：全部删除，不可恢复', '账务记录：保留，不再对应到个人']
  },
  perform: async (services, { customer }) =>
    services.database.inTransaction(async (tx) => {
      await lockApplication(tx, services, customer)
      const phone = await requirePhone(tx, services, customer)
      await eraseOnRequest(tx, services, { customer, phone })
      return 'erased'
    }),
})

/** Allows a copy of the personal data to be made for the customer, within a week. */
export const handOutData = proposalKind<Customer>({
  kind: 'hand-out-data',
  fields: { customer: customerField },
  touches: ['books', 'person'],
  describe: async (services, { customer }) => {
    await requirePhone(services.database, services, customer)
    return ['个人资料副本：复核通过后 7 天内可以导出一份，交给客户本人']
  },
  perform: async () => 'approved',
})

const DAYS = 7

/** The copy of a customer's personal data that an approved proposal allows. */
export async function customerData(
  deps: ProposalDeps,
  staff: Acting,
  { proposalNo }: { readonly proposalNo: string },
): Promise<Readonly<Record<string, unknown>>> {
  const { database } = deps
  const proposal = await findProposal(database, deps, proposalNo)
  const { customer, state, kind, decidedAt } = proposal ?? {}
  const isFresh = decidedAt && minutesAfter(decidedAt, DAYS * 24 * 60) > deps.now()
  if (!customer || kind !== 'hand-out-data' || state !== 'done' || !isFresh) {
    throw new Refused({ kind: 'data-not-approved' })
  }
  const about = `proposal=${proposalNo}`
  await recordStaffAct(database, deps, { staff, act: 'hand-out-data', customer, about })
  return {
    customer,
    tables: await readCopiedTables(database, deps, { customer, onRead: async () => {} }),
  }
}
