import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PlannedInstalment } from '@qingzhou/contract/features/loans'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import type { Method } from '@qingzhou/domain/loans/amortise'
import { feeTimes, type FeeTime, type ServiceFees } from '@qingzhou/domain/cost/service-fee'
import { displayYuan, fen } from '@qingzhou/domain/money/money'
import { product as figures } from '@qingzhou/domain/product'
import { findSigned, listSigned } from '#features/agreements/agreement-store.ts'
import { insertCoupon } from '@qingzhou/lending/index'
import type { Services } from '#services.ts'
import { startProductForFile } from '#testing/product.ts'
import { casesFor } from '@qingzhou/platform/testing/proving'
import { applyForLoan } from '#features/loans/apply-for-loan.ts'
import { executeLoan, loanResult } from '#features/loans/execute-loan.ts'
import { disburse } from '#features/loans/disbursement/disburse.ts'
import { newRequestNo } from '#features/loans/testing/borrower.ts'
import { allAgreements } from '#features/loans/testing/draw-history.ts'
import {
  insertBorrower,
  passVerifications,
  type InsertedBorrower,
} from '#features/loans/testing/inserted-borrower.ts'
import { createScriptedBank } from '#features/loans/testing/scripted-bank.ts'
import { quoteDrawFor } from './quote-draw-for.ts'

const DRAWS = casesFor({ usually: 200, each: 1_000 })
const BORROWERS = Math.ceil(DRAWS / 20)

const product = startProductForFile()
let services: Services
beforeAll(async () => {
  const bank = createScriptedBank()
  services = { ...product.services, providers: { ...product.services.providers, bank } }
})

type Wish = {
  readonly hundreds: number
  readonly months: number
  readonly method: Method
  readonly coupon: 'none' | 'days' | 'share' | 'sum'
  readonly size: number
  /** Whether the product charges a service fee, and with which instalments. */
  readonly fee: FeeTime | 'none'
}

/** Small amounts, so that one borrower can draw often. */
const wish: fc.Arbitrary<Wish> = fc
  .record({
    hundreds: fc.integer({ min: 5, max: 100 }),
    months: fc.constantFrom(...figures.terms),
    method: fc.constantFrom<Method>('equal-instalments', 'equal-principal', 'interest-first'),
    coupon: fc.constantFrom<Wish['coupon']>('none', 'none', 'days', 'share', 'sum'),
    size: fc.integer({ min: 1, max: 30 }),
    fee: fc.constantFrom<Wish['fee']>('none', ...feeTimes),
  })
  .filter(({ months, method }) => months <= figures.methods[method])

describe('the quoted plan, the signed plan and the booked plan', () => {
  it(
    `are the same to the fen and to the day on ${DRAWS} random draws`,
    { timeout: 600_000 },
    async () => {
      const seed = Number(process.env['PROVE_SEED'] ?? 20261115)
      const wishes = fc.sample(wish, { numRuns: DRAWS, seed })
      const shares = Array.from({ length: BORROWERS }, (_, index) =>
        wishes.filter((_one, place) => place % BORROWERS === index),
      )
      // A few borrowers concurrently, as each waits mostly for the database.
      for (let from = 0; from < BORROWERS; from += 5) {
        await Promise.all(shares.slice(from, from + 5).map(borrowAll))
      }
    },
  )
})

async function borrowAll(wishes: readonly Wish[]): Promise<void> {
  const borrower = await insertBorrower(services, { limit: figures.limit.amountMax })
  for (const one of wishes) await borrow(borrower, one)
}

async function borrow(
  borrower: InsertedBorrower,
  { hundreds, months, method, fee, ...rest }: Wish,
) {
  const lender: Services = { ...services, serviceFees: feesOf(fee) }
  const { customer, caller, cardId } = borrower
  const couponNo = await giveCoupon(borrower, rest)
  const quoteInput = { amount: fen(BigInt(hundreds) * 100_00n), months, method, couponNo }
  const quote = await quoteDrawFor(lender, customer, quoteInput)
  const { drawNo } = await applyForLoan(lender, caller, {
    requestNo: newRequestNo(),
    amount: quoteInput.amount,
    months,
    method,
    purposeCode: 'daily',
    couponNo,
    cardId,
    quoteId: quote.quoteId,
    costSheetDigest: quote.costSheet.digest,
    agreed: allAgreements,
  })
  await passVerifications(services, borrower, drawNo)
  await executeLoan(services, caller, { drawNo })
  // Booked with the fee as signed, whatever the product charges by then.
  await disburse(services, { customer, drawNo })

  const booked = await loanResult(services, customer, { drawNo })
  expect(booked.state).toBe('paid')
  expect(booked.plan).toEqual(quote.plan)
  const charging = quote.plan.filter((row) => row.fee > 0n).length
  expect(charging).toBe({ none: 0, 'each-instalment': months, 'first-instalment': 1 }[fee])
  expect(await signedRows(borrower, drawNo)).toEqual(rowsOf(quote.plan))
}

function feesOf(charged: Wish['fee']): ServiceFees {
  if (charged === 'none') return []
  const fee = { kind: 'share', sharePpm: 333n, charged } as const
  return [{ product: '103001', from: localDate('2000-01-01'), fee }]
}

async function giveCoupon(
  { customer }: InsertedBorrower,
  { coupon, size }: Pick<Wish, 'coupon' | 'size'>,
): Promise<string | undefined> {
  if (coupon === 'none') return undefined
  const benefits = {
    days: { kind: 'interest-free-days', days: size },
    share: { kind: 'interest-share-off', sharePpm: BigInt(size) * 33_333n },
    sum: { kind: 'sum-off-first-instalment', amount: fen(BigInt(size) * 3_33n) },
  } as const
  const today = await services.businessDate()
  const couponNo = newRequestNo()
  await insertCoupon(services.database, {
    customer,
    couponNo,
    coupon: {
      benefit: benefits[coupon],
      amountMin: fen(500_00n),
      months: [...figures.terms],
      validFrom: today,
      validUntil: addDays(today, 30),
      state: { kind: 'free' },
    },
  })
  return couponNo
}

/** The plan in the signed and stored contract. */
async function signedRows({ customer }: InsertedBorrower, businessNo: string) {
  const { database, vault } = services
  const signed = await listSigned(database, customer, { businessNo, from: 0, count: 10 })
  const agreementNo = signed.find(({ code }) => code === 'loan-contract')?.agreementNo ?? ''
  const words = await findSigned(database, vault, { customer, agreementNo })
  return words?.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
}

function rowsOf(plan: readonly PlannedInstalment[]): string[][] {
  const hasFees = plan.some(({ fee }) => fee > 0n)
  return plan.map(({ n, dueDate, principal, interest, fee, given, amount }) => [
    String(n),
    dueDate,
    displayYuan(principal),
    displayYuan(interest),
    ...(hasFees ? [displayYuan(fee)] : []),
    displayYuan(given),
    displayYuan(amount),
  ])
}
