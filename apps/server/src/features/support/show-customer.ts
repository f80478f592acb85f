import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isOpen, principalOutstanding } from '@qingzhou/domain/loans/loan'
import { sum, type Money } from '@qingzhou/domain/money/money'
import { mask, maskIdNumber } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import { findBlocks, type BlockRecord } from '#features/blocks/index.ts'
import { readCards } from '#features/cards/index.ts'
import { attemptsLeft, findPerson } from '#features/identity/index.ts'
import { findRunning } from '#features/loans/index.ts'
import { listLinkedApps } from '#features/onboarding/index.ts'
import type { Acting } from '#features/proposals/index.ts'
import { listSessions } from '#features/sessions/index.ts'
import { findLimit, readLoans, type LimitRecord } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { requirePhone } from './customer-phone.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'today'>

export type ShownCustomer = {
  readonly customer: CustomerNo
  readonly phone: string
  readonly name: string | undefined
  readonly idNumber: string | undefined
  readonly blocks: readonly BlockRecord[]
  readonly limit: LimitRecord | undefined
  readonly loans: readonly ShownLoan[]
  /** The number and the state of a draw in progress. */
  readonly draw: { readonly drawNo: string; readonly state: string } | undefined
  readonly cards: readonly string[]
  readonly devices: readonly string[]
  readonly linkedApps: readonly string[]
  readonly faceAttemptsLeft: number
}

export type ShownLoan = {
  readonly loanNo: string
  readonly amount: Money
  readonly outstanding: Money
  readonly state: 'open' | 'overdue' | 'settled'
  readonly nextDueDate: LocalDate | undefined
}

/**
 * What support needs to know of a customer, masked. With a reason, name, phone and ID number are
 * shown in full. The look is recorded before anything is shown.
 */
export async function showCustomer(
  deps: Deps,
  staff: Acting,
  {
    customer,
    unmaskFor,
  }: { readonly customer: CustomerNo; readonly unmaskFor?: string | undefined },
): Promise<ShownCustomer> {
  const { database } = deps
  if (unmaskFor?.trim() === '') {
    throw new Refused({ kind: 'field-invalid', message: '请填写查看完整信息的原因' })
  }
  const phone = await requirePhone(database, deps, customer)
  const act = unmaskFor === undefined ? 'look-at-customer' : 'unmask-customer'
  await recordStaffAct(database, deps, { staff, act, customer })
  const person = await findPerson(database, deps, customer)
  const isMasked = unmaskFor === undefined
  return {
    customer,
    phone: isMasked ? mask(phone) : phone,
    name: person && (isMasked ? maskName(person.name) : person.name),
    idNumber: person && (isMasked ? maskIdNumber(person.idNumber) : person.idNumber),
    ...(await accountOf(deps, customer)),
  }
}

async function accountOf(
  deps: Deps,
  customer: CustomerNo,
): Promise<Omit<ShownCustomer, 'customer' | 'phone' | 'name' | 'idNumber'>> {
  const { database } = deps
  const running = await findRunning(database, customer)
  const cards = await readCards(database, deps, customer)
  const sessions = await listSessions(database, deps, customer)
  const apps = await listLinkedApps(database, customer)
  return {
    blocks: await findBlocks(database, customer),
    limit: await findLimit(database, customer),
    loans: await loansOf(deps, customer),
    draw: running && { drawNo: running.drawNo, state: running.state },
    cards: cards.map(({ bankName, lastFour }) => `${bankName} ${lastFour}`),
    devices: sessions.map(({ deviceName }) => deviceName),
    linkedApps: apps.map(({ provider }) => provider),
    faceAttemptsLeft: await attemptsLeft(database, deps, { customer, kind: 'face' }),
  }
}

async function loansOf({ database }: Deps, customer: CustomerNo): Promise<ShownLoan[]> {
  const today = await readBusinessDate(database)
  const records = await readLoans(database, customer)
  return records.map(({ loanNo, loan }) => {
    const outstanding = principalOutstanding(loan)
    const next = loan.instalments.find((instalment) => isOpen(instalment))
    return {
      loanNo,
      amount: sum(loan.instalments.map(({ due }) => due.principal)),
      outstanding,
      state: next === undefined ? 'settled' : next.dueDate < today ? 'overdue' : 'open',
      nextDueDate: next?.dueDate,
    }
  })
}
