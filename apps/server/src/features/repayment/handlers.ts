import type { RepaymentAim, repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller, Callers } from '@qingzhou/platform/caller'
import { readCards } from '#features/cards/index.ts'
import type { Services } from '#services.ts'
import { listPayingCards } from './orders/card-limits.ts'
import { findOrderUnderWay } from './orders/order-store.ts'
import { orderUnderWay, repaymentResult } from './orders/repayment-result.ts'
import { quoteRepayment, type RepaymentQuote } from '@qingzhou/lending/index'
import { instalmentsOf, outlineOf, readBills } from './read-bills.ts'
import type { Handlers } from '@qingzhou/contract/shapes'
import { uploadByBorrower } from '#features/evidence/index.ts'
import { allDue, billsByPeriod, currentBill, oneMonth } from './bills.ts'
import { channelBills } from './channel/channel-bills.ts'
import { deferralOffer } from './deferral/quote-deferral.ts'
import { deferRepayment } from './deferral/defer-repayment.ts'
import { paymentDetail, paymentHistory } from './history.ts'
import { loanDetail, loanPlan, refundDetail } from './loan-detail.ts'
import { appOrder, createAppOrder } from './orders/app-order.ts'
import { cancelRepayment } from './orders/cancel-repayment.ts'
import { confirmRepayment } from './orders/confirm-repayment.ts'
import { placeRepayment } from './orders/place-repayment.ts'
import { settledLoans, transactions } from './records/transactions.ts'
import { overview } from './overview.ts'
import { applyForForbearance } from './forbearance/apply-for-forbearance.ts'
import type { RenderRefusal } from './refusal-message.ts'
import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { debitDay } from './automatic/debit-day.ts'
import { debitLoan } from './automatic/debit-loan.ts'
import { remindDay } from './automatic/remind-day.ts'
import { collect } from './orders/collect.ts'
import { sendRefund } from './refunds/send-refund.ts'

/** Quotes a repayment today; an order takes exactly this amount. */
async function quote(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  caller: SignedInCaller,
  { aim }: { readonly aim: RepaymentAim },
): Promise<Output<(typeof repaymentShapes)['quote']>> {
  const { customer } = caller.session
  const { database } = services
  const bills = await readBills(services, customer)
  const quoted = quoteRepayment(bills, aim)
  const cards = await readCards(database, services, customer)
  const { quoteId, orderLines } = quoted
  const loanNos = orderLines.map(({ loanNo }) => loanNo)
  const order = await findOrderUnderWay(database, { customer, loanNos, quoteId })
  return {
    amount: quoted.amount,
    parts: { ...quoted.parts },
    lines: quoted.lines.map((line) => ({ ...line, parts: { ...line.parts } })),
    saving: quoted.saving,
    ...(quoted.early && plansOf(quoted.early, bills.today)),
    validOn: quoted.validOn,
    quoteId,
    cards: await listPayingCards(database, bills.today, { customer, cards }),
    payMethods: ['card', 'wallet', 'messenger'],
    order: order && (await orderUnderWay(services, order, cards)),
  }
}

/** The plan before and after, in full and in the figures that texts take from it. */
function plansOf({ before, after }: NonNullable<RepaymentQuote['early']>, today: LocalDate) {
  return {
    before: instalmentsOf(before, today),
    after: instalmentsOf(after, today),
    outlineBefore: outlineOf(before, today),
    outlineAfter: outlineOf(after, today),
  }
}

export function repaymentHandlers(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'limiter'
    | 'files'
    | 'tasks'
    | 'now'
    | 'providers'
    | 'log'
    | 'isRecovering'
    | 'today'
    | 'businessDate'
  >,
  { renderRefusal }: { readonly renderRefusal: RenderRefusal },
): Handlers<Callers>['repayment'] {
  return {
    overview: (_, caller) => overview(services, caller.session.customer),
    allDue: (_, caller) => allDue(services, caller.session.customer),
    month: (input, caller) => oneMonth(services, caller.session.customer, input),
    currentBill: (_, caller) => currentBill(services, caller.session.customer),
    plan: (input, caller) => loanPlan(services, caller.session.customer, input),
    loanHistory: (input, caller) => transactions(services, caller.session.customer, input),
    settledLoans: (input, caller) => settledLoans(services, caller.session.customer, input),
    paymentHistory: (input, caller) => paymentHistory(services, caller.session.customer, input),
    loan: (input, caller) => loanDetail(services, caller.session.customer, input),
    payment: (input, caller) => paymentDetail(services, caller.session.customer, input),
    refund: (input, caller) => refundDetail(services, caller.session.customer, input),
    quote: (input, caller) => quote(services, caller, input),
    place: (input, caller) => placeRepayment(services, caller, input),
    confirm: ({ requestNo, dynamicCode }, caller) =>
      confirmRepayment(services, caller, { requestNo, dynamicCode }),
    cancel: ({ requestNo }, caller) => cancelRepayment(services, caller, { requestNo }),
    result: ({ requestNo }, caller) =>
      repaymentResult(services, caller.session.customer, { requestNo }),
    createWalletOrder: ({ requestNo, payer }, caller) =>
      createAppOrder(services, caller, { requestNo, payer }),
    walletOrder: ({ requestNo }, caller) => appOrder(services, caller, { requestNo }),
    billsByPeriod: (input, caller) => billsByPeriod(services, caller.session.customer, input),
    channelBills: (input, caller) => channelBills(services, caller.session.customer, input),
    deferralOffer: (request, caller) =>
      deferralOffer(services, caller.session.customer, { request, renderRefusal }),
    defer: (input, caller) => deferRepayment(services, caller, input),
    uploadForbearanceEvidence: (input, caller) =>
      uploadByBorrower(services, caller, input, 'relief'),
    applyForForbearance: (request, caller) =>
      applyForForbearance(services, caller, { request, renderRefusal }),
  }
}

type Kinds = 'collect' | 'send-refund' | 'debit-day' | 'debit-loan' | 'remind-day'

export function repaymentTasks(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'tasks'
    | 'now'
    | 'providers'
    | 'log'
    | 'isRecovering'
    | 'today'
    | 'businessDate'
  >,
): TaskHandlers<Kinds> {
  return {
    collect: ({ customer, requestNo }) =>
      collect(services, { customer: customerNo(customer), requestNo }),
    'send-refund': ({ customer, refundNo }) =>
      sendRefund(services, { customer: customerNo(customer), refundNo }),
    'debit-day': ({ date, afterCustomer = '', afterLoan = '' }) =>
      debitDay(services, {
        date: localDate(date),
        after: { customer: afterCustomer, loanNo: afterLoan },
      }),
    'debit-loan': ({ customer, loanNo, date, round }) =>
      debitLoan(services, {
        customer: customerNo(customer),
        loanNo,
        date: localDate(date),
        round,
      }),
    'remind-day': ({ date, afterCustomer = '' }) =>
      remindDay(services, { date: localDate(date), after: afterCustomer }),
  }
}
