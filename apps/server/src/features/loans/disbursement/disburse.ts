import { mallProductNo } from '@qingzhou/domain/product'
import type { Money } from '@qingzhou/domain/money/money'
import { findCard, holderOfCard } from '#features/cards/index.ts'
import {
  advanceOrder,
  askAfterCallback,
  type MoneyOrders,
  type OrderServices,
} from '#features/order-watch/index.ts'
import { findDraw, findDrawOfLoan, type DrawRecord } from '@qingzhou/lending/index'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import { customerOfOrder } from '@qingzhou/providers/records/bank-order-store'
import { sealNote } from '@qingzhou/providers/records/order-note'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { Task } from '@qingzhou/platform/tasks/tasks'
import type { TransferAnswer, TransferOrder } from '@qingzhou/providers/bank/port'
import type { LoanApplication, LoanKey } from '#features/loans/loan-application-store.ts'
import { findLoanApplication, markOrdered } from '#features/loans/loan-application-store.ts'
import { settleDisbursement } from './settle-disbursement.ts'

type Disbursement = { readonly application: LoanApplication; readonly draw: DrawRecord }

const disbursements: MoneyOrders<Disbursement> = {
  kind: 'disbursement',
  noAnswer: 'bank.disbursement-unknown',
  taskOf: ({ application }) => taskOf(application),
  since: ({ application }) => application.executedAt ?? application.appliedAt,
  isSent: ({ application }) => application.orderedAt !== undefined,
  ask: async ({ database, providers }, { draw: { loanNo, amount } }) =>
    providers.bank.transferState({ ...(await readWireOrder(database, loanNo)), amount }),
  place: orderDisbursement,
  settle: (services, { application }, answer) => settleDisbursement(services, application, answer),
}

function taskOf({ customer, drawNo }: LoanKey): Task<'disburse'> {
  return { kind: 'disburse', payload: { customer, drawNo }, key: drawNo }
}

/** Enqueues the disbursement, to run after the commit. */
export async function enqueueDisbursement(
  tx: Transaction,
  { tasks }: Pick<Services, 'tasks'>,
  key: LoanKey,
): Promise<void> {
  await tasks.add(tx, taskOf(key))
}

/** Advances a disbursement by one step. */
export async function disburse(services: OrderServices, key: LoanKey): Promise<void> {
  const disbursement = await findDisbursement(services, key)
  if (disbursement) await advanceOrder(services, disbursements, disbursement)
}

/** Callback of the bank for a disbursement. */
export async function transferCallback(
  services: OrderServices,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const key = await drawOfOrder(services, orderNo)
  const disbursement = key && (await findDisbursement(services, key))
  if (disbursement) await askAfterCallback(services, disbursements, disbursement)
}

/** The amount of a disbursement of ours, for notices that name one. */
export async function payoutAmount(
  services: Pick<Services, 'database'>,
  { orderNo }: { readonly orderNo: string },
): Promise<Money | undefined> {
  const key = await drawOfOrder(services, orderNo)
  return key && (await findDraw(services.database, key))?.amount
}

async function drawOfOrder(
  { database }: Pick<Services, 'database'>,
  orderNo: string,
): Promise<LoanKey | undefined> {
  const customer = await customerOfOrder(database, { orderNo, kind: 'disbursement' })
  if (customer === undefined) return undefined
  const drawNo = await findDrawOfLoan(database, { customer, loanNo: orderNo })
  return drawNo === undefined ? undefined : { customer, drawNo }
}

/** A disbursement in progress. */
async function findDisbursement(
  { database }: Pick<Services, 'database'>,
  { customer, drawNo }: LoanKey,
): Promise<Disbursement | undefined> {
  const application = await findLoanApplication(database, { customer, drawNo })
  if (application?.state !== 'processing') return undefined
  const draw = await findDraw(database, { customer, drawNo })
  return draw && { application, draw }
}

async function orderDisbursement(
  services: OrderServices,
  { application, draw }: Disbursement,
): Promise<TransferAnswer> {
  const { loanNo, amount } = draw
  const payee = await payeeOf(services, application, draw)
  // Nothing was ordered under this number, and without a card nothing can be.
  if (!payee) return { state: 'declined', reason: '收款卡已失效，请换一张卡' }
  const isRunning = await markOrdered(services.database, application, services.now())
  if (!isRunning) return { state: 'unknown' }
  const wire = await readWireOrder(services.database, loanNo)
  return services.providers.bank.transfer({ ...wire, kind: 'disbursement', ...payee, amount })
}

/** The payee's account: the borrower's card, or the mall for a purchase. */
async function payeeOf(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers'>,
  { customer, cardId }: LoanApplication,
  draw: DrawRecord,
): Promise<Pick<TransferOrder, 'cardToken' | 'holder'> | undefined> {
  if (draw.product === mallProductNo) return { cardToken: await services.providers.mall.account() }
  const card = await findCard(services.database, services, { customer, cardId })
  if (!card) return undefined
  const holder = await holderOfCard(services.database, services, { customer, cardId })
  return { cardToken: card.token, holder }
}

/** A draw that a customer has accepted, as the bank keeps it for us. */
export type NotedPayout = Omit<DrawRecord, 'state'> &
  Pick<LoanApplication, 'needsFace' | 'quotedOn'> & {
    readonly cardId: string
    /** In milliseconds. */
    readonly orderedAt: number
  }

export function payoutNote(
  services: Pick<Services, 'vault'>,
  noted: {
    readonly application: LoanApplication
    readonly draw: DrawRecord
    readonly orderedAt: Date
  },
): string | undefined {
  const { application, draw } = noted
  const { customer, cardId, needsFace, quotedOn } = application
  const { state: _, ...terms } = draw
  const orderedAt = noted.orderedAt.getTime()
  const order: NotedPayout = { ...terms, cardId, needsFace, quotedOn, orderedAt }
  return sealNote(services, draw.loanNo, { kind: 'disbursement', customer, order })
}
