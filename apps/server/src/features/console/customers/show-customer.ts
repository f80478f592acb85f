import { UNMASKED_MINUTES, type UnmaskReason } from '@qingzhou/contract/features/console/customers'
import { availableLimit } from '@qingzhou/domain/credit/limit'
import { fen, sum } from '@qingzhou/domain/money/money'
import { billsOf } from '@qingzhou/domain/repayment/bill'
import { listProposals, type Acting } from '#features/proposals/index.ts'
import { showCustomer } from '#features/support/index.ts'
import { readLoans } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import { readHead } from './customer-store.ts'
import { loanRow } from './show-loan.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'today'>

/** The head and the overview of a customer, masked, in one answer. */
export async function showCustomerPage(deps: Deps, staff: Acting, customer: CustomerNo) {
  const { database } = deps
  const shown = await showCustomer(deps, staff, { customer })
  const today = await readBusinessDate(database)
  const records = await readLoans(database, customer)
  const loans = records.map((record) => loanRow(record, today))
  const late = records
    .flatMap(({ loan }) => billsOf(loan, today))
    .filter(({ daysOverdue, state }) => daysOverdue > 0 && state !== 'settled')
  const [next] = loans
    .flatMap(({ nextDueOn, nextDue }) =>
      nextDueOn && nextDue ? [{ on: nextDueOn, amount: nextDue }] : [],
    )
    .toSorted((one, other) => (one.on < other.on ? -1 : 1))
  const head = await readHead(database, customer)
  const { limit, blocks, name, phone, idNumber, draw } = shown
  return {
    customer,
    name,
    phone,
    idNumber,
    draw,
    loans,
    registeredAt: head.registeredAt.getTime(),
    blocks: blocks.map(({ reason, blockedAt }) => ({ reason, since: blockedAt.getTime() })),
    limit: limit && { ...limit, available: availableLimit(limit) },
    principalLeft: sum(loans.map(({ principalLeft }) => principalLeft)),
    overdue: sum(late.map(({ amount }) => amount)),
    nextDue: next,
    refundsOwed: fen(head.refundsOwedFen),
    proposals: (await listProposals(database, OPEN(customer))).map((proposal) => ({
      proposalNo: proposal.proposalNo,
      kind: proposal.kind,
      by: proposal.proposedBy,
      since: proposal.proposedAt.getTime(),
    })),
    exceptions: head.exceptions.map(({ since, ...exception }) => ({
      ...exception,
      since: since.getTime(),
    })),
  }
}

const OPEN_MAX = 20
const OPEN = (customer: CustomerNo) => ({ customer, state: 'proposed' as const, count: OPEN_MAX })

/** Name, phone and identity number in full. The look and its reason are recorded before they are read. */
export async function unmaskCustomer(
  deps: Deps,
  staff: Acting,
  { customer, reason }: { readonly customer: CustomerNo; readonly reason: UnmaskReason },
) {
  await recordStaffAct(deps.database, deps, {
    staff,
    act: 'unmask-for',
    customer,
    about: `reason=${reason}`,
  })
  const { name, phone, idNumber } = await showCustomer(deps, staff, { customer, unmaskFor: reason })
  const until = minutesAfter(deps.now(), UNMASKED_MINUTES).getTime()
  return { name, phone, idNumber, until }
}
