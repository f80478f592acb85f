import type { providerNotices } from '@qingzhou/provider-api/calls'
import type * as z from 'zod'
import { bindingNotice } from '#features/cards/index.ts'
import { walletFaceNotice } from '#features/identity/index.ts'
import { bureauNotice } from '#features/credit/index.ts'
import { mallNotice } from '#features/mall/index.ts'
import { transferNotice as payoutNotice } from '#features/loans/index.ts'
import { appPaymentNotice, refundNotice, debitNotice } from '#features/repayment/index.ts'
import type { Services } from '#platform/services.ts'

export type NoticeKind = keyof typeof providerNotices

/** Who hears what providers tell by themselves: late, twice, or in any order. */
export type NoticeHandlers = {
  readonly [K in NoticeKind]: (
    notice: z.output<(typeof providerNotices)[K]['body']>,
  ) => Promise<void>
}

export function noticeHandlersOf(services: Services): NoticeHandlers {
  return {
    binding: (notice) => bindingNotice(services, notice),
    // A number belongs to one kind of order: the others find nothing under it.
    transfer: async (notice) => {
      await payoutNotice(services, notice)
      await debitNotice(services, notice)
      await refundNotice(services, notice)
    },
    appPayment: (notice) => appPaymentNotice(services, notice),
    bureau: (notice) => bureauNotice(services, notice),
    mallOrder: (notice) => mallNotice(services, notice),
    walletFace: (notice) => walletFaceNotice(services, notice),
  }
}
