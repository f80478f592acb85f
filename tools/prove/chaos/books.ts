import { brokenRules } from '@qingzhou/server/simulation/checks.ts'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'
import type { Ack } from './acting-borrower.ts'

/** Kinds of tasks that have to be gone once everything is well again. */
const MONEY_TASKS = ['pay-out', 'collect', 'send-refund', 'send-message']

/** What is still under way; empty once nothing is open any more. */
export async function openEnds({ services }: TestProduct): Promise<string[]> {
  const rows = await services.database.query<{ what: string }>(
    `SELECT 'task ' || kind || ' attempts ' || attempts AS what FROM tasks WHERE kind = ANY($1)
     UNION ALL SELECT 'repayment ' || repay_seq_no || ' is ' || state FROM repayments
                WHERE state = 'processing'
     UNION ALL SELECT 'draw ' || draw_no || ' is ' || draws.state FROM draws
                 JOIN loan_applications USING (customer_no)
                WHERE draws.state = 'held' AND loan_applications.loan_seq_no = draws.draw_no
                  AND loan_applications.state = 'processing'`,
    [MONEY_TASKS],
  )
  return rows.map(({ what }) => what)
}

/** Compares what the clients were told with the books and with the bank. Each difference is a sentence. */
export async function differences(product: TestProduct, acks: readonly Ack[]): Promise<string[]> {
  return [
    ...(await wrongDraws(product, acks)),
    ...(await wrongRepayments(product, acks)),
    ...(await wrongTransfers(product)),
    ...(await wrongDate(product)),
    ...(await brokenRules(product)),
  ]
}

async function wrongDraws({ services }: TestProduct, acks: readonly Ack[]): Promise<string[]> {
  const rows = await services.database.query<{ draw_no: string; loans: bigint; amount: bigint }>(
    `SELECT draw_no, count(loans.loan_no) AS loans, max(draws.amount_fen) AS amount
       FROM draws LEFT JOIN loans USING (customer_no, loan_no) GROUP BY draw_no`,
  )
  const booked = new Map(rows.map((row) => [row.draw_no, row]))
  const twice = rows.filter(({ loans }) => loans > 1n).map(({ draw_no: no }) => `draw ${no} twice`)
  const missing = acks.flatMap((ack) => {
    if (ack.kind !== 'draw') return []
    const row = booked.get(ack.drawNo)
    const isThere = row?.loans === 1n && row.amount === BigInt(ack.amount)
    return isThere ? [] : [`draw ${ack.drawNo} was acknowledged and is not in the books`]
  })
  return [...twice, ...missing]
}

async function wrongRepayments({ services }: TestProduct, acks: readonly Ack[]): Promise<string[]> {
  const rows = await services.database.query<{ no: string; state: string }>(
    'SELECT repay_seq_no AS no, state FROM repayments',
  )
  const states = new Map(rows.map(({ no, state }) => [no, state]))
  return acks.flatMap((ack) => {
    if (ack.kind !== 'repayment' || states.get(ack.repaySeqNo) === 'paid') return []
    return [`repayment ${ack.repaySeqNo} was acknowledged and is ${states.get(ack.repaySeqNo)}`]
  })
}

/** Everything the bank has moved is booked once and with its amount, and nothing else is. */
async function wrongTransfers({ services, sandbox }: TestProduct): Promise<string[]> {
  const response = await fetch(`${sandbox.url}/bank/transfers`)
  // The sandbox's own answer, whose shape its routes fix.
  const { transfers } = (await response.json()) as {
    transfers: { orderNo: string; amountFen: string; state: string }[]
  }
  const rows = await services.database.query<{ order_no: string; amount_fen: bigint }>(
    'SELECT order_no, amount_fen FROM moved_transfers',
  )
  const booked = new Map(rows.map((row) => [row.order_no, row.amount_fen]))
  const moved = transfers.filter(({ state }) => state === 'done')
  const wrong = moved
    .filter(({ orderNo, amountFen }) => booked.get(orderNo) !== BigInt(amountFen))
    .map(({ orderNo }) => `the bank moved ${orderNo}, and the books say ${booked.get(orderNo)}`)
  if (rows.length === moved.length && booked.size === rows.length) return wrong
  return [...wrong, `${rows.length} transfers booked, ${moved.length} moved by the bank`]
}

/** A server with a wrong clock must not have moved the business date. */
async function wrongDate({ services }: TestProduct): Promise<string[]> {
  const [row] = await services.database.query<{ booked: string; today: string }>(
    `SELECT business_date::text AS booked, (now() AT TIME ZONE 'Asia/Shanghai')::date::text AS today
       FROM business_date`,
  )
  if (row && row.booked <= row.today) return []
  return [`the business date is ${row?.booked}, beyond ${row?.today}`]
}
