import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import { uploadByBorrower } from '#features/proofs/index.ts'
import type { Services } from '#platform/services.ts'
import { allDue, billsByPeriod, currentBill, oneMonth } from './bills.ts'
import { channelBills } from './channel/channel-bills.ts'
import { delayOffer } from './deferral/deferral-offer.ts'
import { deferRepayment } from './deferral/defer-repayment.ts'
import { paymentDetail, paymentHistory } from './history.ts'
import { loanDetail, loanPlan, refundDetail } from './loan-detail.ts'
import { appOrder, createAppOrder } from './orders/app-order.ts'
import { cancelRepayment } from './orders/cancel-repayment.ts'
import { confirmRepayment } from './orders/confirm-repayment.ts'
import { placeRepayment } from './orders/place-repayment.ts'
import { repaymentResult } from './orders/repayment-result.ts'
import { settledLoans, transactions } from './records/transactions.ts'
import { overview } from './overview.ts'
import { quote } from './quote.ts'
import { applyForRelief } from './forbearance/apply-for-forbearance.ts'
import type { RenderRefusal } from './refusal-message.ts'

export function repaymentHandlers(
  services: Services,
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
    confirm: ({ repaySeqNo: requestNo, dynamicCode }, caller) =>
      confirmRepayment(services, caller, { requestNo, dynamicCode }),
    cancel: ({ repaySeqNo: requestNo }, caller) => cancelRepayment(services, caller, { requestNo }),
    result: ({ repaySeqNo: requestNo }, caller) =>
      repaymentResult(services, caller.session.customer, { requestNo }),
    createWalletOrder: ({ repaySeqNo: requestNo }, caller) =>
      createAppOrder(services, caller, { requestNo }),
    walletOrder: ({ repaySeqNo: requestNo }, caller) => appOrder(services, caller, { requestNo }),
    billsByPeriod: (input, caller) => billsByPeriod(services, caller.session.customer, input),
    channelBills: (input, caller) => channelBills(services, caller.session.customer, input),
    delayOffer: (asked, caller) =>
      delayOffer(services, caller.session.customer, { asked, renderRefusal }),
    delay: (input, caller) => deferRepayment(services, caller, input),
    uploadReliefProof: (input, caller) => uploadByBorrower(services, caller, input, 'relief'),
    applyForRelief: (asked, caller) => applyForRelief(services, caller, { asked, renderRefusal }),
  }
}
