import { describe, expect, it } from 'vitest'
import { simulate } from './simulate.ts'

/** Faults of the accrual: what the statement of the end of day books is changed on its way into the ledger. */
const faults = [
  {
    what: 'interest is accrued twice',
    change: 'NEW.interest_fen := NEW.interest_fen * 2',
    days: 9,
    seed: 1,
  },
  {
    what: 'the interest of one day is lost',
    change: `IF NEW.business_date = '2031-01-12' THEN NEW.interest_fen := 0; END IF`,
    days: 9,
    seed: 1,
  },
  {
    what: 'penalty is accrued twice',
    change: 'NEW.penalty_fen := NEW.penalty_fen * 2',
    days: 45,
    seed: 2,
  },
]

describe('a simulation of books with a fault', { timeout: 1e9 }, () => {
  for (const { what, change, days, seed } of faults) {
    it(`reports violations when ${what}`, async () => {
      const { violations } = await simulate({
        borrowers: 4,
        days,
        seed,
        pace: 12,
        prepare: async ({ owner }) => {
          await owner.query(
            `CREATE FUNCTION plant_fault() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN ${change}; RETURN NEW; END $$`,
          )
          await owner.query(
            `CREATE TRIGGER a_fault BEFORE INSERT ON ledger_days
               FOR EACH ROW EXECUTE FUNCTION plant_fault()`,
          )
        },
      })
      const part = what.includes('penalty') ? 'penalty' : 'interest'
      expect(violations.join('\n')).toMatch(new RegExp(`${part} income is \\d+ fen`))
    })
  }
})
