import { describe, expect, it } from 'vitest'
import { simulate } from './simulate.ts'
import type { World } from './world.ts'

/** Accrual faults: a trigger changes the rows that the end of day inserts into the ledger. */
const faults = [
  {
    what: 'interest is accrued twice',
    change: 'NEW.interest_fen := NEW.interest_fen * 2',
    days: 9,
    borrowers: 4,
  },
  {
    what: 'the interest of one day is lost',
    change: `IF NEW.business_date = '2031-01-12' THEN NEW.interest_fen := 0; END IF`,
    days: 9,
    borrowers: 4,
  },
  {
    what: 'penalty is accrued twice',
    change: 'NEW.penalty_fen := NEW.penalty_fen * 2',
    days: 50,
    borrowers: 2,
  },
]

describe('a simulation with a planted accrual fault', { timeout: 1e9 }, () => {
  for (const { what, change, days, borrowers } of faults) {
    it(`reports violations when ${what}`, async () => {
      const { violations } = await simulate({
        borrowers,
        days,
        seed: 1,
        pace: 12,
        hasStaff: false,
        prepare: async ({ owner, outside }) => {
          // Every automatic debit fails, so that loans are late and penalty accrues.
          outside.emptyCards.has = () => true
          await owner.query(
            `CREATE FUNCTION plant_fault() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN ${change}; RETURN NEW; END $$`,
          )
          await owner.query(
            `CREATE TRIGGER a_fault BEFORE INSERT ON ledger_accruals
               FOR EACH ROW EXECUTE FUNCTION plant_fault()`,
          )
        },
      })
      const part = what.includes('penalty') ? 'penalty' : 'interest'
      expect(violations.join('\n')).toMatch(new RegExp(`${part} income is \\d+ fen`))
    })
  }
})

/** Faults of the clearing house: money moves that the product did not order, or was told not to have moved. */
const wireFaults = [
  {
    what: 'carries out each disbursement a second time',
    plant: payTwice,
    found: /done at the provider, not booked/,
  },
  {
    what: 'declines a disbursement and carries it out later',
    plant: payDeclined,
    found: /missing-with-us, not settled/,
  },
]

function payTwice({ services }: World): void {
  const { bank } = services.providers
  const transfer: typeof bank.transfer = async (order) => {
    const answer = await bank.transfer(order)
    const again = crypto.randomUUID().replaceAll('-', '')
    if (order.kind === 'disbursement') await bank.transfer({ ...order, wireNo: again })
    return answer
  }
  Object.assign(services.providers, { bank: { ...bank, transfer } })
}

function payDeclined({ services, config }: World): void {
  const post = (path: string, content: object) =>
    fetch(`${config.providers.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })
  const { bank } = services.providers
  const transfer: typeof bank.transfer = async (order) => {
    await post('/faults', { provider: 'bank', decline: true })
    const answer = await bank.transfer(order)
    await post('/bank/change-of-mind', { orderNo: order.wireNo })
    return answer
  }
  Object.assign(services.providers, { bank: { ...bank, transfer } })
}

describe('a simulation over the wire', { timeout: 1e9 }, () => {
  for (const { what, plant, found } of wireFaults) {
    it(`reports violations when the clearing house ${what}`, async () => {
      const { violations } = await simulate({
        borrowers: 4,
        days: 5,
        seed: 1,
        pace: 20,
        hasStaff: false,
        providers: 'sandbox',
        prepare: async (world) => plant(world),
      })
      expect(violations.join('\n')).toMatch(found)
    })
  }
})
