import { daysBetween } from '@qingzhou/domain/calendar/local-date'
import { signInWallet, startWalletProduct } from '#features/cards/testing/wallet-signer.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import { skipDays } from './days.ts'
import { moveTo, newPayer, type Payer } from './payer.ts'

type Debit = {
  request_no: string
  order_no: string
  pay_by: string
  state: string
  amount_fen: bigint
  agreement_no: string | null
}

export type DebitTests = Awaited<ReturnType<typeof startDebitTests>>

/** A product whose payment app debits by agreement. */
export async function startDebitTests() {
  const { product, sandbox, stop, restoreApp } = await startWalletProduct()

  async function toDueDate({ client, loanNo }: Payer): Promise<void> {
    const { loan } = await client.api.repayment.plan({ loanNo })
    const dueDate = loan.next?.dueDate
    if (!dueDate) throw new Error(`loan ${loanNo}: no due date`)
    const days = daysBetween({ from: await product.services.businessDate(), to: dueDate })
    if (days > 3) await skipDays(product.services, days - 3)
    await sandbox.tellDate(dueDate)
    await moveTo(product, dueDate)
  }

  /** The automatic orders of a customer, oldest first. */
  const debitsOf = async ({ customer }: Payer): Promise<Debit[]> =>
    product.services.database.query<Debit>(
      `SELECT request_no, order_no, pay_by, state, amount_fen, agreement_no FROM payment_orders
        WHERE customer_no = $1 AND actor = 'system' ORDER BY placed_at, request_no`,
      [customer],
    )

  return {
    product,
    sandbox,
    toDueDate,
    debitsOf,

    waysOf: async (payer: Payer) =>
      (await debitsOf(payer)).map(({ pay_by, state }) => `${pay_by} ${state}`),

    /** A payer who agreed to debits by the app, on the due date of the first bill; no card has money. */
    async dueWithAgreement(): Promise<Payer> {
      await sandbox.setFault({ silent: true })
      const payer = await newPayer(product)
      await signInWallet({ product, sandbox }, payer)
      await setFault(product, { provider: 'bank', decline: true })
      await toDueDate(payer)
      return payer
    },

    async settled(times = 4, seconds = 30): Promise<void> {
      for (let time = 0; time < times; time += 1) await waitForBank(product, seconds)
    },

    nextOf: async ({ client, loanNo }: Payer) =>
      (await client.api.repayment.plan({ loanNo })).loan.next?.n,

    /** What the app took under the orders of a customer. */
    async takenByApp(payer: Payer): Promise<bigint> {
      const { services } = product
      const wires = await Promise.all(
        (await debitsOf(payer)).map(({ order_no }) => readWireOrder(services.database, order_no)),
      )
      const own = new Set(wires.map(({ wireNo }) => wireNo))
      const lines = await services.providers.wallet.dayFile(services.today())
      return lines
        .filter(({ wireNo, kind }) => own.has(wireNo) && kind === 'debit')
        .reduce((total, { amount }) => total + amount, 0n)
    },

    restoreApp,

    /** Ends all faults of the bank and the app. */
    async restore(): Promise<void> {
      await restoreApp()
      await setFault(product, { provider: 'bank', decline: false, settleMs: 1_000 })
    },

    stop,
  }
}
