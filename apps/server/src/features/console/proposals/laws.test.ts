import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import {
  actAlone,
  approve,
  kindOf,
  propose,
  reject,
  renew,
  sendBack,
  type Acting,
} from '#features/proposals/index.ts'
import { openOffice, type Office } from '#features/proposals/testing/office.ts'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { customerWithLoan, firstDay, openBooks, type Books } from '@qingzhou/lending/testing/books'
import { checkBooks } from '@qingzhou/lending/testing/catalogue'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { casesFor, replay } from '@qingzhou/platform/testing/proving'

const sequences = casesFor({ usually: 12, each: 400 })

let books: Books
let office: Office
let members: readonly Acting[]
beforeAll(async () => {
  books = await openBooks()
  office = await openOffice(books)
  const phone = '13900000009'
  members = [
    await office.newMember(['operator'], phone),
    // The same person once more.
    await office.newMember(['reviewer'], phone),
    await office.newMember(['reviewer']),
    await office.newMember(['operator', 'reviewer']),
    await office.newMember(['admin']),
    await office.newMember(['auditor']),
  ]
})
afterAll(() => books.close())

const kinds = [
  'raise-limit',
  'lower-limit',
  'freeze-limit',
  'reopen-limit',
  'defer-instalment',
  'grant-forbearance',
  'cut-rate',
  'waive-amount',
  'offer-waiver',
  'grant-coupon',
  'book-payment',
  'refund-amount',
] as const

const who = fc.nat({ max: 5 })
const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      who,
      kind: fc.constantFrom(...kinds),
      size: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'renew', 'sendBack'),
      who,
      which: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('days' as const),
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

type Play = {
  readonly customer: CustomerNo
  readonly loanNo: string
  readonly made: string[]
}

let references = 0

async function takeStep(step: Step, play: Play): Promise<void> {
  const { database } = books.deps
  if (step.do === 'days') {
    await books.moveTo(addDays(await readBusinessDate(database), step.days))
    return
  }
  const staff = members[step.who]
  if (!staff) throw new Error(`no member ${step.who}`)
  if ('kind' in step) return act(step, staff, play)
  const proposalNo = play.made.at(-1 - step.which)
  if (proposalNo === undefined) return
  const decision = { proposalNo, reason: '测试' }
  if (step.do === 'approve') await approve(office.deps, staff, { proposalNo })
  if (step.do === 'reject') await reject(office.deps, staff, decision)
  if (step.do === 'renew') await renew(office.deps, staff, { proposalNo })
  if (step.do === 'sendBack') await sendBack(office.deps, staff, decision)
}

async function act(
  { kind, size }: { readonly kind: string; readonly size: number },
  staff: Acting,
  { customer, loanNo, made }: Play,
): Promise<void> {
  const today = await readBusinessDate(books.deps.database)
  references += 1
  const parameters = {
    customer,
    loanNo,
    amount: kind.endsWith('limit') ? fen(BigInt(size) * 2_500_00n) : fen(BigInt(size) * 1_00n),
    days: size,
    annualRatePpm: BigInt(size) * 5_000n,
    from: today,
    part: size % 2 === 0 ? 'interest' : 'penalty',
    penaltySharePpm: BigInt(size) * 25_000n,
    interestSharePpm: BigInt(size) * 10_000n,
    lastDay: addDays(today, size),
    amountMin: fen(1_000_00n),
    receivedOn: today,
    reference: `REFERENCE-${references}`,
  }
  const input = { kind, parameters, reason: '测试' }
  if (kindOf(office.deps, kind).isAlone) {
    await actAlone(office.deps, staff, input)
    return
  }
  made.push((await propose(office.deps, staff, input)).proposalNo)
}

/** The first two members are accounts of one person. */
function person(staffNo: string): string | undefined {
  return staffNo === members[1]?.staffNo ? members[0]?.staffNo : staffNo
}

/** What was done was approved by another person. */
async function checkFourEyes({ made }: Play): Promise<number> {
  const rows = await books.deps.database.query<{ proposed_by: string; decided_by: string }>(
    `SELECT proposed_by, decided_by FROM proposals
      WHERE proposal_no = ANY($1) AND state IN ('done', 'failed')`,
    [made],
  )
  for (const { proposed_by: by, decided_by: decidedBy } of rows) {
    expect(person(decidedBy)).not.toBe(person(by))
  }
  return rows.length
}

it(
  'no sequence of acts by any members breaks a law of money or the four eyes',
  async () => {
    let approvals = 0
    const steps = fc.array(anyStep, { minLength: 6, maxLength: 18 })
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await books.moveTo(firstDay)
        const play = { ...(await customerWithLoan(books)), made: [] }
        for (const step of sequence) {
          try {
            await takeStep(step, play)
          } catch (error) {
            if (!(error instanceof Refused)) throw error
          }
          await checkBooks(books.deps.database, play.customer)
        }
        approvals += await checkFourEyes(play)
      }),
      { numRuns: sequences, ...replay },
    )
    expect(approvals).toBeGreaterThan(0)
  },
  60_000 + sequences * 4_000,
)
