import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { product as rules } from '@qingzhou/domain/product'
import { makeCopy } from '#features/data-copies/testing/copies.ts'
import { newSubmittedApplicant } from '#features/credit/testing/applying.ts'
import { customerNo } from '@qingzhou/platform/ids'
import {
  cardWith,
  newApplicant,
  patient,
  photograph,
} from '#features/identity/testing/applicant.ts'
import { findPerson, nameIndex } from '#features/identity/index.ts'
import { cancelLimitByCalls } from '#features/limit-cancellation/testing/cancellation.ts'
import { signInWith } from '#features/onboarding/testing/visitor.ts'
import {
  submitPhoto,
  newEvidenceBorrower,
  type EvidenceBorrower,
} from '#features/evidence/testing/evidence-borrower.ts'
import { newPayer, makeCardPayment, type Payer } from '#features/repayment/testing/payer.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { dumpDatabase, readUploads } from '#testing/stored.ts'
import { erasurePlan } from './erasure-plan.ts'
import { createPast } from './testing/earlier-data.ts'
import { findErasureDay, forget, goTo, yearsAfter } from './testing/erasure-run.ts'

// A new product for each test, as tests move the clock by years.
let product: TestProduct
beforeEach(async () => {
  product = await startTestProduct(patient)
})
afterEach(() => product.stop())

const query = (sql: string, values: readonly unknown[] = []) =>
  product.services.database.query<{ value: string }>(sql, values)

async function books(): Promise<unknown> {
  return [
    await query('SELECT g::text AS value FROM general_ledger AS g ORDER BY account'),
    await query('SELECT l::text AS value FROM loans AS l ORDER BY loan_no'),
    await query('SELECT b::text AS value FROM audit_log_faults AS b'),
  ]
}

/**
 * A former customer with photos, a card, agreements, a repaid loan, loan-use evidence, and a
 * cancelled limit.
 */
async function former(): Promise<EvidenceBorrower> {
  const owner = await newEvidenceBorrower(product)
  await submitPhoto(owner)
  await makeCardPayment(product, owner, { kind: 'earlyFull', loanNo: owner.loanNo })
  await makeCopy(product, owner)
  await cancelLimitByCalls(product, owner)
  await product.runTasks()
  return owner
}

/** The bureau report arrives some seconds after the order, and the application is then decided. */
async function waitForBureau(): Promise<void> {
  for (const seconds of [0, 10, 10]) {
    product.advance(seconds)
    await product.runTasks()
  }
}

/** The number of rows of earlier identities and certificates, per table. */
async function pastRows({ customer }: Payer): Promise<Record<string, number>> {
  const tables = ['certificates', 'certificate_codes', 'phone_changes', 'id_card_history']
  const counts = tables.map(async (table) => {
    const rows = await query(`SELECT 1 AS value FROM ${table} WHERE customer_no = $1`, [customer])
    return [table, rows.length] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

describe('a customer’s personal data', { timeout: 120_000 }, () => {
  it('[law erasure] is deleted from every table and file store after its retention period, and the books still balance', async () => {
    const { services } = product
    const one = await former()
    const declined = await newSubmittedApplicant(product, 'wallet-customer')
    await waitForBureau()
    const person = await findPerson(services.database, services, one.customer)
    const traces = [
      services.vault.index('phone', one.phone),
      services.vault.index('idNumber', person?.idNumber ?? ''),
      nameIndex(services.vault, { name: person?.name ?? '', number: one.phone }),
    ].map((bytes) => bytes.toString('hex'))
    const dump = await dumpDatabase(services.database)
    expect(traces.filter((trace) => !dump.includes(trace))).toEqual([])
    expect((await readUploads(product)).length).toBeGreaterThan(0)
    const kept = await books()

    const today = await services.businessDate()
    await goTo(product, yearsAfter(addDays(today, 1), rules.retention.years))
    await forget(product)
    for (const { customer } of [one, declined]) {
      expect(await findErasureDay(product, customer)).toBe(await services.businessDate())
      expect(await listRemaining(customer)).toEqual([])
    }
    const after = await dumpDatabase(services.database)
    expect(traces.filter((trace) => after.includes(trace))).toEqual([])
    product.advance(3_601)
    await services.files.sweep()
    expect(await readUploads(product)).toEqual([])
    expect(await books()).toEqual(kept)
  })

  it('includes earlier cards, earlier phones and certificates, and other customers’ data is not touched', async () => {
    const { services } = product
    const { database, vault } = services
    const [one, other] = [await former(), await newPayer(product)]
    const [past, kept] = [await createPast(product, one), await createPast(product, other)]
    const each = { certificates: 1, certificate_codes: 1, phone_changes: 1, id_card_history: 1 }
    expect([await pastRows(one), await pastRows(other)]).toEqual([each, each])
    const indexes = [one.phone, past.newPhone].map((phone) => vault.index('phone', phone))
    const before = await dumpDatabase(database)
    expect(indexes.filter((index) => before.includes(index.toString('hex')))).toHaveLength(2)

    // One customer repaid long ago; the other still owes.
    const today = await services.businessDate()
    await goTo(product, yearsAfter(addDays(today, 1), rules.retention.years))
    await forget(product)
    expect(await listRemaining(one.customer)).toEqual([])
    // The message counter of the earlier phone is deleted by the next request.
    await newApplicant(product)
    const after = await dumpDatabase(database)
    expect(indexes.filter((index) => after.includes(index.toString('hex')))).toEqual([])
    const anybody = product.client()
    expect(await anybody.api.settlement.verify({ checkCode: past.checkCode })).toEqual({})
    product.advance(3_601)
    await services.files.sweep()

    expect(await pastRows(other)).toEqual(each)
    const verified = await anybody.api.settlement.verify({ checkCode: kept.checkCode })
    expect(verified.certificate?.holder).toMatch(/^\*\*和/)
    const [card] = await database.query<{ front_file_no: string }>(
      'SELECT front_file_no FROM id_card_history WHERE customer_no = $1',
      [other.customer],
    )
    const photo = { customer: other.customer, fileNo: card?.front_file_no ?? '' }
    expect(await services.files.read(photo)).toBeDefined()
  })

  it('is not restored when the same phone and ID number register again', async () => {
    const one = await former()
    const person = await findPerson(product.services.database, product.services, one.customer)
    const today = await product.services.businessDate()
    await goTo(product, yearsAfter(addDays(today, 1), rules.retention.years))
    await forget(product)
    const client = product.client()
    expect(await signInWith(product, client, one.phone)).toEqual({ isNew: true })
    const { customerNo: number } = await client.api.onboarding.currentUser({})
    expect(number).not.toBe(one.customer)
    expect(await client.api['limit-cancellation'].limits({})).toEqual({ limits: [] })
    // The card of that time has expired meanwhile.
    const renewed = { issueDate: localDate('2036-03-20'), expireDate: localDate('2056-03-20') }
    const card = cardWith({ no: person?.idNumber ?? '', ...renewed })
    await photograph(product, { customer: customerNo(number) }, { no: card.no, term: renewed })
    await client.api.identity.saveIdCard(card)
    expect((await client.api.credit.currentStep({})).step).toBe('faceInPage')
  })
})

/** Rows that should be deleted, and columns that should be empty. */
async function listRemaining(customer: string): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(erasurePlan).map(async ([table, fate]) => {
      if (fate.rows === 'erased') {
        const rows = await query(`SELECT 1 AS value FROM ${table} WHERE customer_no = $1`, [
          customer,
        ])
        return rows.length > 0 ? [table] : []
      }
      const emptied = fate.rows === 'kept' ? (fate.emptied ?? []) : []
      const full = await Promise.all(
        emptied.map(async (column) => {
          const where = `customer_no = $1 AND ${column} IS NOT NULL`
          const rows = await query(`SELECT 1 AS value FROM ${table} WHERE ${where}`, [customer])
          return rows.length > 0 ? [`${table}.${column}`] : []
        }),
      )
      return full.flat()
    }),
  )
  return found.flat()
}
