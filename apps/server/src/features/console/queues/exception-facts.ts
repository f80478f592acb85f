import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { noteOf } from '#features/payment-cases/index.ts'
import { readDifferences, type DifferenceRecord } from '#features/reconciliation/index.ts'
import type { Services } from '#services.ts'
import { findTask } from '@qingzhou/platform/tasks/operate-store'
import type { QueuedException } from './exceptions.ts'

type Fact = { readonly name: string; readonly value: string }

/** Figures and states of what an exception is about; the console names them. */
export async function readFacts(
  deps: Pick<Services, 'database' | 'vault'>,
  exception: QueuedException,
): Promise<Fact[]> {
  const { details, day } = exception
  const difference = await findDifference(deps, exception)
  if (difference) return transferFacts(deps, difference)
  if (exception.kind === 'task-failing' || exception.kind === 'task-given-up') {
    return taskFacts(deps, exception)
  }
  return [
    ...(day === undefined ? [] : [{ name: 'day', value: day }]),
    ...(details === undefined ? [] : [{ name: 'details', value: details }]),
  ]
}

const FAULTS = ['provider-fault', 'internal-fault']

/** How often a task was tried, and what it failed by: a rule that refuses it, or a fault. */
async function taskFacts(
  { database }: Pick<Services, 'database'>,
  { subjectNo }: QueuedException,
): Promise<Fact[]> {
  const { attempts, failedBy } = (await findTask(database, BigInt(subjectNo))) ?? {}
  const isFault = failedBy !== undefined && FAULTS.includes(failedBy)
  return [
    ...(attempts === undefined ? [] : [{ name: 'attempts', value: String(attempts) }]),
    ...(failedBy === undefined ? [] : [{ name: isFault ? 'failedBy' : 'rule', value: failedBy }]),
  ]
}

/** The open difference that an exception is about; undefined if it is about something else. */
export async function findDifference(
  { database }: Pick<Services, 'database'>,
  { kind, subject, subjectNo, day }: QueuedException,
): Promise<DifferenceRecord | undefined> {
  if (kind !== 'difference' && kind !== 'unmatched') return undefined
  const found = await readDifferences(database, day)
  return found.find(({ provider, orderNo }) => provider === subject && orderNo === subjectNo)
}

function transferFacts(deps: Pick<Services, 'vault'>, difference: DifferenceRecord): Fact[] {
  const { day, kind, finding, ours, theirs, said } = difference
  const customer = noteOf(deps, difference)?.customer
  return [
    { name: 'day', value: day },
    { name: 'transfer', value: kind },
    { name: 'finding', value: finding },
    { name: 'ours', value: amountText(ours) },
    { name: 'theirs', value: amountText(theirs) },
    ...(said === undefined ? [] : [{ name: 'said', value: said }]),
    ...(customer === undefined ? [] : [{ name: 'customer', value: customer }]),
  ]
}

function amountText(amount: Money | undefined): string {
  return amount === undefined ? '-' : displayYuan(amount)
}
