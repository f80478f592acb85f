import { daysBetween } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, fen, sum, ZERO, type Money } from '@qingzhou/domain/money/money'
import { displayRate } from '@qingzhou/domain/money/rate'
import type { ChangeItem } from '@qingzhou/contract/features/console/proposals'
import type { BillStanding, LoanStanding, Standing } from './dry-run.ts'

/** One line of a comparison of two standings. */
export type Change = {
  readonly item: ChangeItem
  readonly loanNo?: string
  /** The number of the instalment, or the range of those that stay. */
  readonly n?: string
  readonly before: string
  readonly after: string
  /** With a sign, where it is a number. */
  readonly difference?: string
  readonly isChanged: boolean
}

/**
 * What differs between two standings of a customer, with the totals beside it. Loans that are the
 * same in both are left out, except the one that is looked at.
 */
export function changesBetween(
  before: Standing | undefined,
  after: Standing | undefined,
  focus: string | undefined,
): Change[] {
  const loanNos = [...(before?.loans ?? []), ...(after?.loans ?? [])].map(({ loanNo }) => loanNo)
  const pairs = [...new Set(loanNos)].map((loanNo) => ({
    loanNo,
    was: before?.loans.find((loan) => loan.loanNo === loanNo),
    is: after?.loans.find((loan) => loan.loanNo === loanNo),
  }))
  const loans = pairs.flatMap(({ loanNo, was, is }) => {
    const changes = loanChanges(loanNo, was, is)
    return loanNo === focus || changes.some(({ isChanged }) => isChanged) ? changes : []
  })
  return [...loans, ...limitChanges(before?.limit, after?.limit, loans.length > 0)]
}

function loanChanges(
  loanNo: string,
  was: LoanStanding | undefined,
  is: LoanStanding | undefined,
): Change[] {
  const numbers = [...(was?.bills ?? []), ...(is?.bills ?? [])].map(({ n }) => n)
  const bills = [...new Set(numbers)]
    .toSorted((one, other) => one - other)
    .map((n) => ({ n, was: billOf(was, n), is: billOf(is, n) }))
  const changed = bills.filter(
    (bill) => JSON.stringify(plain(bill.was)) !== JSON.stringify(plain(bill.is)),
  )
  const same = bills.filter((bill) => !changed.includes(bill))
  const rate = [was?.annualRatePpm, is?.annualRatePpm].map((ppm) =>
    ppm === undefined ? '—' : displayRate(ppm),
  )
  const [rateBefore = '—', rateAfter = '—'] = rate
  const isRateChanged = was !== undefined && is !== undefined && rateBefore !== rateAfter
  const rows = [
    ...(isRateChanged ? [changeOf('rate', rateBefore, rateAfter)] : []),
    ...changed.flatMap((bill) => billChanges(bill)),
    ...(changed.length > 0 && same.length > 0
      ? [
          restOf(
            same.map((bill) => bill.n),
            same,
          ),
        ]
      : []),
    amounts('principal', was?.principal, is?.principal),
    amounts('due-today', was?.dueToday, is?.dueToday),
    amounts('total', was?.total, is?.total),
  ]
  return rows.map((row) => ({ ...row, loanNo }))
}

function plain(bill: BillStanding | undefined): unknown {
  return bill && [bill.dueDate, ...[bill.interest, bill.penalty, bill.fee, bill.amount].map(String)]
}

function billOf(loan: LoanStanding | undefined, n: number): BillStanding | undefined {
  return loan?.bills.find((bill) => bill.n === n)
}

function billChanges({
  n: number,
  was,
  is,
}: {
  readonly n: number
  readonly was: BillStanding | undefined
  readonly is: BillStanding | undefined
}): Change[] {
  const n = String(number)
  const days =
    was && is && was.dueDate !== is.dueDate
      ? { difference: String(daysBetween({ from: was.dueDate, to: is.dueDate })) }
      : {}
  const rows = [
    { ...changeOf('due-date', was?.dueDate ?? '—', is?.dueDate ?? '—'), ...days },
    amounts('interest', was?.interest, is?.interest),
    amounts('penalty', was?.penalty, is?.penalty),
    amounts('fee', was?.fee, is?.fee),
    amounts('bill', was?.amount, is?.amount),
  ]
  return rows
    .filter(({ item, isChanged }) => isChanged || item === 'bill')
    .map((row) => ({ ...row, n }))
}

function restOf(
  numbers: readonly number[],
  bills: readonly { readonly was: BillStanding | undefined }[],
): Change {
  const total = sum(bills.map(({ was }) => was?.amount ?? ZERO))
  const [first, last] = [numbers.at(0), numbers.at(-1)]
  const n = first === last ? String(first) : `${first}–${last}`
  return { ...amounts('rest', total, total), n }
}

function limitChanges(was: Standing['limit'], is: Standing['limit'], isShort: boolean): Change[] {
  if (!was && !is) return []
  const rows = [
    changeOf('limit-state', was?.state ?? '—', is?.state ?? '—'),
    amounts('granted', was?.granted, is?.granted),
    amounts('available', was?.available, is?.available),
  ]
  return isShort ? rows.filter(({ isChanged }) => isChanged) : rows
}

function changeOf(item: ChangeItem, before: string, after: string): Change {
  return { item, before, after, isChanged: before !== after }
}

function amounts(item: ChangeItem, was: Money | undefined, is: Money | undefined): Change {
  const [before, after] = [was ?? ZERO, is ?? ZERO]
  return {
    ...changeOf(item, displayYuan(before), displayYuan(after)),
    difference: withSign(after - before),
  }
}

/** An amount with its sign; the minus is the mathematical one. */
export function withSign(fens: bigint): string {
  const text = displayYuan(fen(fens < 0n ? -fens : fens))
  return fens === 0n ? text : `${fens < 0n ? '−' : '+'}${text}`
}
