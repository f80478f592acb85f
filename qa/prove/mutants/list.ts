import { chargeFaults } from './charge-faults.ts'
import { operationFaults } from './operation-faults.ts'
import { shapeFaults } from './shape-faults.ts'

/** A mutant: the text it replaces occurs in the file exactly as written. */
export interface Mutant {
  readonly file: string
  readonly name: string
  readonly from: string
  readonly to: string
  /** Only the simulation is run: it has to notice the fault by itself. */
  readonly isForSimulation?: true
  /** Only the laws are run, with the reference: they have to notice the fault without the tests of the rules. */
  readonly isForLaws?: true
}

export const ACCRUAL_SQL = 'packages/lending/src/end-of-day/accrual-store.ts'

/** The text of a file with the mutant applied; the replaced text must occur exactly once. */
export function plantMutant(text: string, { file, from, to }: Mutant): string {
  const places = text.split(from).length - 1
  if (places !== 1) throw new Error(`${file} contains ${places} times: ${from}`)
  return text.replace(from, () => to)
}

/** Mutants of the daily accrual in SQL. */
const accrualFaults: readonly Mutant[] = [
  {
    file: ACCRUAL_SQL,
    name: 'accrual is doubled',
    from: '+ running_fen * annual_rate_ppm *',
    to: '+ 2 * running_fen * annual_rate_ppm *',
  },
  {
    file: ACCRUAL_SQL,
    name: 'accrual before the last change is lost',
    from: 'THEN accrual_microfen ELSE 0 END AS accrued_microfen',
    to: 'THEN 0 ELSE 0 END AS accrued_microfen',
  },
  {
    file: ACCRUAL_SQL,
    name: 'ACT/365 counts 360 days',
    from: "    WHEN 'ACT/365' THEN 365",
    to: "    WHEN 'ACT/365' THEN 360",
  },
  {
    file: ACCRUAL_SQL,
    name: 'leap days are forgotten',
    from: '(${day} - period_from) * 366 - (leap_days_until(${day}) - leap_days_until(period_from))',
    to: '(${day} - period_from) * 366',
  },
  {
    file: ACCRUAL_SQL,
    name: 'grace is a day longer',
    from: '${day} - due_on <= late_grace_days THEN 0',
    to: '${day} - due_on <= late_grace_days + 1 THEN 0',
  },
  {
    file: ACCRUAL_SQL,
    name: 'penalty forgets what was written down',
    from: 'dividedSql(`penalty_units + ${ran}`',
    to: 'dividedSql(`${ran}`',
  },
  {
    file: ACCRUAL_SQL,
    name: 'the late rate is not limited by the cap',
    from: '(terms).late_rate_ppm_max::bigint * 100 * 360 / 365) AS late_rate',
    to: 'NULL) AS late_rate',
  },
  {
    file: ACCRUAL_SQL,
    name: 'interest of a delay is earned at once',
    from: 'own_interest_fen + least(deferral_interest_fen, ${deferred})',
    to: 'own_interest_fen + deferral_interest_fen',
  },
  {
    file: ACCRUAL_SQL,
    name: 'a fee counts before its period',
    from: 'THEN fee_due_fen ELSE fee_paid_fen + fee_waived_fen END',
    to: 'THEN fee_due_fen ELSE fee_due_fen END',
  },
  {
    file: ACCRUAL_SQL,
    name: 'of two open instalments only the first is booked',
    from: 'CASE WHEN is_several',
    to: 'CASE WHEN false',
  },
  {
    file: ACCRUAL_SQL,
    name: 'interest runs on principal that is due',
    from: 'principal_fen + principal_waived_fen - ${dueBefore}',
    to: 'principal_fen + principal_waived_fen',
  },
  {
    file: ACCRUAL_SQL,
    name: 'interest is earned a day early',
    from: 'WHEN ${day} >= due_on THEN interest_due_fen',
    to: 'WHEN ${day} + 1 >= due_on THEN interest_due_fen',
  },
  {
    file: ACCRUAL_SQL,
    name: 'halves are always rounded up',
    from: "CASE WHEN rounding = 'half-even' AND",
    to: "CASE WHEN rounding = 'none' AND",
  },
]

/**
 * Faults in functions that the ledger and the screens share: the simulation compares the ledger with its
 * reference and not with these functions.
 */
const simulationFaults: readonly Mutant[] = [
  {
    file: 'packages/domain/src/ledger/position.ts',
    name: 'interest is booked before it is earned',
    from: '    interest: earnedInterest(instalment, day),',
    to: '    interest: due.interest,',
    isForSimulation: true,
  },
]

/** Mutants that would cause a wrong amount: each must be detected. */
export const mutants: readonly Mutant[] = [
  ...chargeFaults,
  ...operationFaults,
  ...shapeFaults,
  ...accrualFaults,
  ...simulationFaults,
]
