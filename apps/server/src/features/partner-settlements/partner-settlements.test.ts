import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { specimenPartner } from '@qingzhou/domain/specimen'
import {
  insertPartnerRows,
  receivePayment,
  reversePayment,
  repayInFull,
  readLoans,
  waiveAmount,
} from '@qingzhou/lending/index'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { endDay } from '#features/bureau-reports/testing/reported-borrower.ts'
import { verifyBooks } from '#features/end-of-day/checks/verify-books.ts'
import { insertBorrower, type InsertedBorrower } from '#features/loans/testing/inserted-borrower.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { settleDay } from './settle-day.ts'
import { writeSettlementFile } from './write-settlement-file.ts'

const admin = { staffNo: 'S1', username: 'a', avatar: '', name: '测试', roles: ['admin'] } as const
const shares = { 'far-bank': 350_000n, 'near-bank': 333_333n }
type PartnerNo = keyof typeof shares
const partnerNos: readonly PartnerNo[] = ['far-bank', 'near-bank']

type BorrowerWithLoan = InsertedBorrower & { readonly loanNo: string }
let product: TestProduct
let owner: PoolDatabase
let first: BorrowerWithLoan | undefined
let second: BorrowerWithLoan | undefined
let alone: BorrowerWithLoan | undefined
let start: LocalDate
let paidOn: LocalDate

beforeAll(async () => {
  product = await startTestProduct()
  const { services, config } = product
  owner = createDatabase(config.databaseUrl, { max: 1, onIdleError: () => {} })
  start = await services.businessDate()
  await recordPartners()
  first = await draw(fen(30_100_00n))
  second = await draw(fen(25_700_00n))
  alone = await draw(fen(6_000_00n))
  await endDay(product, addDays(start, 33))
  paidOn = addDays(start, 33)
  await actOfDay(first, second)
}, 120_000)
afterAll(async () => {
  await owner.close()
  await product.stop()
})

async function recordPartners(): Promise<void> {
  const { terms } = specimenPartner
  const [tier] = terms?.tiers ?? []
  if (!terms || !tier) throw new Error('the sample partner has terms')
  const rows = partnerNos.map((partnerNo) => ({
    ...specimenPartner,
    partnerNo,
    day: start,
    terms: {
      ...terms,
      name: `${partnerNo}股份有限公司`,
      tiers: [{ ...tier, sharePpm: shares[partnerNo] }],
    },
  }))
  await insertPartnerRows(product.services.database, { rows, proposalNo: 'P1' })
}

async function draw(amount: Money): Promise<BorrowerWithLoan> {
  const { services } = product
  const borrower = await insertBorrower(services)
  const { customer, cardId } = borrower
  const terms = { months: 12, method: 'equal-instalments', purpose: 'daily' } as const
  const act = { customer, requestNo: 'draw-1', actor: 'customer' }
  const { loanNo } = await drawLoan(services, act, { ...terms, amount, cardId })
  return { ...borrower, loanNo }
}

/** Payments, a payment that is taken back, a waiver, and a loan that is repaid in full with too much. */
async function actOfDay(
  one: BorrowerWithLoan | undefined,
  other: BorrowerWithLoan | undefined,
): Promise<void> {
  if (!one || !other) throw new Error('expected two loans')
  const { services } = product
  const { customer, loanNo, cardId } = one
  const act = (requestNo: string) => ({ customer, requestNo, actor: 'customer' })
  await receivePayment(services, act('pay-1'), { loanNo, amount: fen(333_33n), cardId })
  await receivePayment(services, act('pay-2'), { loanNo, amount: fen(77_77n), cardId })
  const reversal = { loanNo, paymentNo: 'pay-1', reason: 'bounced' } as const
  await reversePayment(services, act('undo-1'), reversal)
  await waiveAmount(services, act('waive-1'), { loanNo, part: 'interest', waived: fen(10_01n) })
  const [record] = await readLoans(services.database, other.customer)
  if (!record) throw new Error('no loan')
  const amount = payoffOn(paidOn, record.loan)
  await repayInFull(
    services,
    { customer: other.customer, requestNo: 'full-1', actor: 'customer' },
    { loanNo: other.loanNo, amount, cardId: other.cardId },
  )
}

async function file(partnerNo: string, day: LocalDate): Promise<string> {
  let text = ''
  const write = async (piece: string) => {
    text += piece
    return Promise.resolve()
  }
  await writeSettlementFile(product.services, admin, { day, partnerNo, write })
  return text
}

const fieldsOf = (text: string, kind: string) =>
  text.split('\n').flatMap((line) => (line.startsWith(`${kind}|`) ? [line.split('|')] : []))

const fenOf = (yuan: string | undefined) => BigInt((yuan ?? '').replace('.', ''))

const writeNothing = async () => Promise.resolve()

describe('settling with partners', { timeout: 120_000 }, () => {
  it('[Z9] a file is refused until its day is settled, to who may not have it, and of an unknown partner', async () => {
    const open = { refusal: { kind: 'partner-day-open' } }
    await expect(file('far-bank', paidOn)).rejects.toMatchObject(open)
    await expect(settleDay(product.services, paidOn)).rejects.toThrow(/is not over/)
    await endDay(product, addDays(paidOn, 1))
    await expect(file('no-bank', paidOn)).rejects.toMatchObject(open)
    await expect(file('', paidOn)).rejects.toMatchObject(open)
    const operator = { ...admin, roles: ['operator'] } as const
    const asked = { day: paidOn, partnerNo: 'far-bank', write: writeNothing }
    await expect(writeSettlementFile(product.services, operator, asked)).rejects.toMatchObject({
      refusal: { kind: 'staff-not-allowed' },
    })
  })

  it('[Z8, Z9] each entry of a shared loan is in the files of its partners, whose sums are those of its lines', async () => {
    for (const day of [start, addDays(start, 1), paidOn]) {
      const booked = await owner.query<{ count: bigint }>(
        `SELECT count(*) AS count FROM ledger_entries WHERE business_date = $1 AND loan_no = ANY ($2)`,
        [day, [first?.loanNo, second?.loanNo]],
      )
      const texts = await Promise.all(partnerNos.map((partnerNo) => file(partnerNo, day)))
      for (const text of texts) {
        const entries = fieldsOf(text, 'E')
        expect(entries.length).toBe(Number(booked[0]?.count))
        expect(entries.map(([, loanNo]) => loanNo)).not.toContain(alone?.loanNo)
        for (const [, account, debits, credits] of fieldsOf(text, 'S')) {
          const sumOf = (column: number) =>
            entries
              .filter((fields) => fields[column] === account)
              .reduce((sum, fields) => sum + fenOf(fields[8]), 0n)
          expect([sumOf(5), sumOf(6)]).toEqual([fenOf(debits), fenOf(credits)])
        }
        const body = text.slice(0, text.lastIndexOf('T|'))
        const [trailer] = fieldsOf(text, 'T')
        expect(trailer?.[1]).toBe(String(entries.length))
        expect(trailer?.[3]).toBe(createHash('sha256').update(body).digest('hex'))
      }
    }
    expect(fieldsOf(await file('far-bank', paidOn), 'E').length).toBeGreaterThan(8)
  })

  it('[Z6, Z8] all parties together have what was booked, and each partner stays within a fen of its share', async () => {
    expect(await verifyBooks(product.services.database)).toEqual([])
    for (const partnerNo of partnerNos) {
      const [sums] = await owner.query<{ part: bigint; whole: bigint }>(
        `SELECT (SELECT sum(principal_debit_fen - principal_credit_fen)::bigint
                   FROM partner_settlements WHERE partner_no = $1) AS part,
                (SELECT sum(principal_fen)::bigint FROM loan_balances WHERE loan_no = ANY ($2)) AS whole`,
        [partnerNo, [first?.loanNo, second?.loanNo]],
      )
      if (!sums) throw new Error('no sums')
      const off = sums.part * 1_000_000n - sums.whole * shares[partnerNo]
      // Debits and credits of two loans are each within a fen.
      expect(off > -4_000_000n && off < 4_000_000n).toBe(true)
    }
    const [repaid] = await owner.query<{ owed: bigint }>(
      `SELECT principal_fen + interest_fen + penalty_fen + fee_fen AS owed FROM loan_balances WHERE loan_no = $1`,
      [second?.loanNo],
    )
    expect(repaid?.owed).toBe(0n)
  })

  it('[Z8, Z9] a day is settled once, and its file has the same bytes when it is written again', async () => {
    const rows = async () => owner.query('SELECT * FROM partner_settlements ORDER BY 1, 2')
    const before = await rows()
    const text = await file('near-bank', paidOn)
    await settleDay(product.services, paidOn)
    await endDay(product, addDays(paidOn, 2))
    expect(await file('near-bank', paidOn)).toBe(text)
    expect((await rows()).slice(0, before.length)).toEqual(before)
    await expect(owner.query('UPDATE partner_settlements SET entries = 0')).rejects.toThrow(
      'append-only',
    )
    const acts = await owner.query(`SELECT FROM staff_log WHERE act = 'write-partner-file'`)
    expect(acts.length).toBeGreaterThan(0)
  })

  it('[Z8] what is booked on a settled day is found by the nightly rule, and the file is refused', async () => {
    await owner.query(
      `INSERT INTO ledger_postings (customer_no, loan_no, transaction_no, event, business_date, against,
              fee_fen, penalty_fen, interest_fen, principal_fen, refunds_payable_fen, bank_fen)
       VALUES ($1, $2, 'late-1', 'waiver', $3, 'waived', 0, 0, -1, 0, 0, 0)`,
      [first?.customer, first?.loanNo, paidOn],
    )
    const broken = await verifyBooks(product.services.database)
    const found = broken.filter(({ rule }) => rule === 'partner-parts')
    expect(found.map(({ subjectNo }) => subjectNo)).toEqual([paidOn])
    await expect(file('far-bank', paidOn)).rejects.toMatchObject({
      refusal: { kind: 'partner-file-differs' },
    })
  })
})
