import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newBorrower, waitForBank, type TestBorrower } from '#features/loans/testing/borrower.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import {
  readClearingBalance,
  confirmCardPayment,
  disburseLoan,
  dueOf,
  moveDays,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { readDifferences, reconcileDay } from './index.ts'

const well = {
  delayMs: 0,
  failNext: 0,
  silent: false,
  duplicate: false,
  reorder: false,
  cutAfter: false,
  settleMs: 0,
}
/** A call is given up before a slow answer. */
const TIMEOUT_MS = 1_500

const faults = {
  slow: { delayMs: TIMEOUT_MS + 300 },
  silent: { silent: true },
  'telling twice': { duplicate: true },
  'out of order': { reorder: true, duplicate: true },
  'cut off after the order arrived': { cutAfter: true },
  'refusing the next two calls': { failNext: 2 },
} as const
const names = Object.keys(faults)

let product: TestProduct
const healthy = () => setFault(product, { provider: 'bank', ...well })
const breakBank = (name: string) =>
  // Object.keys loses the type of the names.
  setFault(product, { provider: 'bank', ...well, ...faults[name as keyof typeof faults] })

/** Lets every order end, with a bank that is well. */
async function settle(): Promise<void> {
  await healthy()
  for (const _ of [1, 2, 3]) await waitForBank(product, 700)
}

type Holder = Pick<TestBorrower, 'customer'> & { readonly cardNumber: string }

async function newestCard(): Promise<string> {
  const answer = await fetch(`${product.sandbox.url}/bank/cards`)
  // The sandbox routes define the shape of this answer.
  const { cards } = (await answer.json()) as { cards: { cardNumber: string }[] }
  return cards.at(-1)?.cardNumber ?? ''
}

/** What moved on a card in the bank's books and in ours, by the bank's number. */
async function readMoved({ customer, cardNumber: ofPayer }: Holder) {
  const answer = await fetch(`${product.sandbox.url}/bank/transfers`)
  // The sandbox routes define the shape of this answer.
  const { transfers } = (await answer.json()) as {
    transfers: {
      orderNo: string
      kind: string
      amountFen: string
      state: string
      cardNumber: string
    }[]
  }
  const theirs = transfers
    .filter(({ cardNumber, state }) => cardNumber === ofPayer && state === 'done')
    .map(({ orderNo, kind, amountFen }) => `${kind} ${amountFen} ${orderNo}`)
  const rows = await product.services.database.query<{
    wire_no: string
    kind: string
    amount_fen: bigint
  }>(
    `SELECT wire_no, kind, amount_fen FROM provider_transfers JOIN wire_orders USING (order_no)
      WHERE customer_no = $1`,
    [customer],
  )
  const ours = rows.map(({ wire_no: no, kind, amount_fen: amount }) => `${kind} ${amount} ${no}`)
  return { theirs: theirs.toSorted(), ours: ours.toSorted() }
}

/** The kinds of what an act moved: the same in both books. */
async function effectsOf(payer: Holder, act: () => Promise<unknown>): Promise<string[]> {
  const before = await readMoved(payer)
  await act()
  await settle()
  const { theirs, ours } = await readMoved(payer)
  expect(ours).toEqual(theirs)
  expect(await readClearingBalance(product)).toBe(0n)
  const added = theirs.filter((one) => !before.theirs.includes(one))
  return added.map((one) => one.split(' ')[0] ?? '')
}

describe.each(['gateway', 'unionpay'])('the bank by %s', { timeout: 120_000 }, (bank) => {
  beforeAll(async () => {
    const timeouts = { PROVIDER_TIMEOUTS_MS: `bank:${TIMEOUT_MS}` }
    product = await startTestProduct({ BANK: bank, ...timeouts })
    await product.listen()
  })
  afterAll(() => product.stop())
  afterEach(healthy)

  describe.each(names)('a bank with the fault %s', (name) => {
    let payer: Payer & Holder
    const pay = () => confirmCardPayment(product, payer, dueOf(payer, 1))
    const borrow = async () => {
      payer = { ...payer, loanNo: await disburseLoan(product, payer) }
    }

    beforeAll(async () => {
      await healthy()
      const borrower = await newBorrower(product)
      payer = { ...borrower, cardNumber: await newestCard(), loanNo: '' }
    })

    it('pays out once', async () => {
      const effects = await effectsOf(payer, async () => {
        await breakBank(name)
        await borrow()
      })
      expect(effects).toEqual(['disbursement'])
    })

    it('debits an order once', async () => {
      await borrow()
      const effects = await effectsOf(payer, async () => {
        await pay()
        await breakBank(name)
        await waitForBank(product)
      })
      expect(effects).toEqual(['debit'])
    })

    it('is asked until it answers, and debits once', async () => {
      await borrow()
      const effects = await effectsOf(payer, async () => {
        await pay()
        await product.runTasks()
        await breakBank(name)
        await waitForBank(product, 30)
      })
      expect(effects).toEqual(['debit'])
    })

    it('is believed once by its notices', async () => {
      await borrow()
      const effects = await effectsOf(payer, async () => {
        await breakBank(name)
        await setFault(product, { provider: 'bank', delayMs: 0, failNext: 0, cutAfter: false })
        await pay()
        await Promise.all([product.runTasks(), product.runTasks()])
      })
      expect(effects).toEqual(['debit'])
    })

    it('refunds an order once', async () => {
      const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
      const effects = await effectsOf(payer, async () => {
        await confirmCardPayment(product, payer, aim)
        await moveDays(product, 1)
        await product.runTasks()
        await breakBank(name)
        await waitForBank(product, 60)
      })
      expect(effects.toSorted()).toEqual(['debit', 'refund'])
    })

    it('has a day file that agrees with the books', async () => {
      const { services } = product
      const compare = () => reconcileDay(services, services.today())
      await breakBank(name)
      await Promise.allSettled([compare()])
      await healthy()
      await compare()
      expect(await readDifferences(services.database, undefined)).toEqual([])
    })
  })
})
