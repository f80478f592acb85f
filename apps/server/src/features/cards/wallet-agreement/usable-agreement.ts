import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import { periodStart } from '@qingzhou/domain/repayment/periodic-debit'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import {
  findCurrentAgreement,
  hasDebitSince,
  lockAgreements,
  type WalletAgreementRecord,
} from './wallet-agreement-store.ts'

export type UsableAgreement = { readonly agreementNo: string; readonly amountMax: Money }

type DebitDay = { readonly customer: CustomerNo; readonly date: LocalDate }

/** The agreement by which a customer can be debited on a business date: signed, and unused in its period. */
export async function usableAgreement(
  { database, providers }: Pick<Services, 'database' | 'providers'>,
  { customer, date }: DebitDay,
): Promise<UsableAgreement | undefined> {
  if (!providers.wallet.agreements) return undefined
  return usableOn(database, date, await findCurrentAgreement(database, customer))
}

/**
 * The same for a debit that starts: its end, and the debits of other loans, wait until it is
 * committed.
 */
export async function lockUsableAgreement(
  tx: Transaction,
  { customer, date, agreementNo }: DebitDay & { readonly agreementNo: string },
): Promise<UsableAgreement | undefined> {
  const all = await lockAgreements(tx, customer)
  return usableOn(
    tx,
    date,
    all.find((one) => one.agreementNo === agreementNo),
  )
}

async function usableOn(
  db: Queryable,
  date: LocalDate,
  agreement: WalletAgreementRecord | undefined,
): Promise<UsableAgreement | undefined> {
  if (agreement?.state !== 'signed') return undefined
  const { agreementNo, rule } = agreement
  const since = periodStart(rule.firstOn, date)
  if (since === undefined || (await hasDebitSince(db, agreement, since))) return undefined
  return { agreementNo, amountMax: rule.amountMax }
}
