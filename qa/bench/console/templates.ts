import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { insertCoupon } from '@qingzhou/lending/index'
import { setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import { proposalKinds } from '@qingzhou/server/features/console/proposals/kinds.ts'
import {
  openTestEvidence,
  submitPhoto,
} from '@qingzhou/server/features/evidence/testing/evidence-borrower.ts'
import { numberOfCard } from '@qingzhou/server/features/cards/card-store.ts'
import { findPerson } from '@qingzhou/server/features/identity/index.ts'
import { newBorrower, waitForBank } from '@qingzhou/server/features/loans/testing/borrower.ts'
import { approve, propose, type Acting } from '@qingzhou/server/features/proposals/index.ts'
import { prepareApplication } from '@qingzhou/server/features/repayment/testing/forbearance-applicant.ts'
import {
  disburseLoan,
  makeCardPayment,
  moveTo,
  type Payer,
} from '@qingzhou/server/features/repayment/testing/payer.ts'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'
import { newStaff } from '@qingzhou/server/testing/staff.ts'
import { dayInShanghai } from '@qingzhou/platform/clock'
import type { Seed } from './seed.ts'

const USUAL = 5
const FIRST_LOAN_DAYS_AGO = 70
const SECOND_LOAN_DAYS_AGO = 36
const THIRD_LOAN_DAYS_AGO = 3
const NEW_LOAN = { amount: fen(6_000_00n), months: 6 } as const

/**
 * Makes borrowers with three loans each by the calls of the app: registered, checked, with card,
 * limit, agreements, disbursements, messages and payments.
 */
export async function makeTemplates(
  product: TestProduct,
): Promise<Pick<Seed, 'usual' | 'waiting'>> {
  const { services } = product
  const today = dayInShanghai(new Date())
  const daysAgo = (days: number) => addDays(today, -days)
  await setBusinessDate(services.database, daysAgo(FIRST_LOAN_DAYS_AGO))
  const people: Payer[] = []
  while (people.length < USUAL + 2) {
    const borrower = await newBorrower(product)
    people.push({ ...borrower, loanNo: await disburseLoan(product, borrower, NEW_LOAN) })
  }
  for (const days of [SECOND_LOAN_DAYS_AGO, THIRD_LOAN_DAYS_AGO]) {
    await moveTo(product, daysAgo(days))
    // Debits what fell due.
    await waitForBank(product)
    for (const person of people) await disburseLoan(product, person, { ...NEW_LOAN, months: 12 })
  }
  await moveTo(product, today)
  const offices = {
    agent: await member(product, 'operator'),
    reviewer: await member(product, 'reviewer'),
  }
  const [first, second] = people
  if (first) await handle(product, first, offices)
  if (second) await makeCardPayment(product, second, { kind: 'earlyFull', loanNo: second.loanNo })
  const [withEvidence, withForbearance] = people.slice(USUAL)
  if (withEvidence) await askForEvidence(product, withEvidence, offices)
  if (withForbearance) await askForForbearance(product, withForbearance)
  await product.runTasks()
  if (first) await insertExceptions(product, first, RESOLVED)
  if (withEvidence) await insertExceptions(product, withEvidence, OPEN)
  if (withForbearance) await insertNight(product, withForbearance)
  const templates = await Promise.all(people.map((person) => templateOf(product, person)))
  return { usual: templates.slice(0, USUAL), waiting: templates.slice(USUAL) }
}

async function templateOf({ services }: TestProduct, { customer, phone, card }: Payer) {
  const { database } = services
  const person = await findPerson(database, services, customer)
  const number = await numberOfCard(database, services, { customer, cardId: card.cardId })
  if (!person || number?.cardNumber === undefined) throw new Error(`${customer}: no person`)
  const { name, idNumber } = person
  return { customer, person: { phone, name, idNumber, cardNumber: number.cardNumber } }
}

type Office = { readonly agent: Acting; readonly reviewer: Acting }

async function member(product: TestProduct, role: 'operator' | 'reviewer'): Promise<Acting> {
  const { staffNo } = await newStaff(product, [role])
  return { staffNo, roles: [role] }
}

/** A coupon, and a limit that was frozen and opened again by two people. */
async function handle({ services }: TestProduct, { customer }: Payer, office: Office) {
  const today = await services.businessDate()
  await insertCoupon(services.database, {
    customer,
    couponNo: 'coupon-of-a-bench',
    coupon: {
      benefit: { kind: 'interest-free-days', days: 7 },
      amountMin: fen(0n),
      months: [6, 12],
      validFrom: today,
      validUntil: addDays(today, 60),
      state: { kind: 'free' },
    },
  })
  const deps = { ...services, kinds: proposalKinds }
  const parameters = { customer, amount: '60000.00' }
  const act = { kind: 'raise-limit', parameters, reason: '客户来电' }
  const { proposalNo } = await propose(deps, office.agent, act)
  await approve(deps, office.reviewer, { proposalNo })
}

/** Evidence that waits for its review, an open proposal, and exceptions of the night. */
async function askForEvidence(product: TestProduct, person: Payer, { agent }: Office) {
  const { services } = product
  const evidenceNo = await openTestEvidence(product, person)
  await submitPhoto({ ...person, evidenceNo })
  const deps = { ...services, kinds: proposalKinds }
  const parameters = { customer: person.customer, amount: '55000.00' }
  await propose(deps, agent, { kind: 'raise-limit', parameters, reason: '客户来电' })
}

async function askForForbearance(product: TestProduct, person: Payer) {
  const { submission } = await prepareApplication(product, person)
  await person.client.api.repayment.applyForForbearance(submission)
}

const OPEN = 'NULL'
const RESOLVED = 'now()'

/** What the watch over orders and tasks finds, and what the nightly recomputation finds. */
async function insertExceptions(
  { services }: TestProduct,
  { customer, loanNo }: Payer,
  resolvedAt: typeof OPEN | typeof RESOLVED,
): Promise<void> {
  await services.database.query(
    `INSERT INTO operational_exceptions
            (customer_no, kind, subject, subject_no, since, found_at, last_seen_at, resolved_at)
     SELECT customer_no, 'order-late', 'collection', request_no, placed_at, now(), now(), ${resolvedAt}
       FROM payment_orders WHERE customer_no = $1
      UNION ALL
     VALUES ($1, 'loan-differs', 'loan', $2, now(), now(), now(), ${resolvedAt}::timestamptz)`,
    [customer, loanNo],
  )
}

/** A loan that was not booked, and a transfer that the bank reported with another amount. */
async function insertNight({ services }: TestProduct, { customer, loanNo }: Payer): Promise<void> {
  await services.database.query(
    `INSERT INTO end_of_day_failures (customer_no, loan_no, business_date, reason, failed_at)
     SELECT $1, $2, business_date, 'deadlock detected', now() FROM business_date`,
    [customer, loanNo],
  )
  await services.database.query(
    `INSERT INTO transfer_differences (provider, transferred_on, order_no, finding, kind, booked_fen,
                                       reported_fen, found_at)
     SELECT provider, transferred_on, order_no, 'other-amount', kind, amount_fen, amount_fen + 100,
            now()
       FROM provider_transfers WHERE customer_no = $1 ORDER BY order_no LIMIT 1`,
    [customer],
  )
}
