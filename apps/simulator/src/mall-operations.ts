import { passVerifications } from '@qingzhou/server/features/loans/testing/inserted-borrower.ts'
import type { Borrower } from './borrower.ts'
import { mallOffers } from './mall.ts'
import { newNumber } from './new-number.ts'
import type { World } from './world.ts'

/** Borrower operations in the mall: buy on instalments, and return a purchase. */
export const mallOperations = {
  async buy({ services, calls, chance }: World, borrower: Borrower): Promise<void> {
    const { caller, cardId } = borrower
    const { offerNo, price } = chance.pick(mallOffers)
    const instalment = chance.pick([3, 6, 12])
    const terms = {
      loanAmount: price,
      instalment,
      repayMethod: 'equal-instalments',
      productNo: '900001',
    } as const
    const { quoteId, costSheet } = await calls.loans.quote(terms, caller)
    const draw = { ...terms, cardId, borrowPurpose: 'shopping' }
    const about = {
      prodSubNo: '900001',
      channelCode: '000000000004',
      hasFund: false,
      draw,
    } as const
    const texts = await Promise.all(
      (['0301', '0302'] as const).map((eventType) =>
        calls.agreements.toConfirm({ ...about, eventType }, caller),
      ),
    )
    const agreed = texts.flatMap(({ agreements }) =>
      agreements.map(({ code, version }) => ({ code, version })),
    )
    const { loanSeqNo } = await calls.mall.buy(
      {
        requestNo: newNumber('purchase'),
        offerNo,
        instalment,
        cardId,
        quoteId,
        costSheetDigest: costSheet.digest,
        agreed,
      },
      caller,
    )
    await passVerifications(services, borrower, loanSeqNo)
    await calls.loans.execute({ loanSeqNo }, caller)
  },

  async giveBack({ calls, chance }: World, { caller }: Borrower): Promise<'nothing' | void> {
    const { orders } = await calls.mall.orders({ act: 'read', pageNo: 1 }, caller)
    const returnable = orders.filter(({ canGiveBack }) => canGiveBack)
    if (returnable.length === 0) return 'nothing'
    const { orderNo } = chance.pick(returnable)
    await calls.mall.orders({ act: 'giveBack', orderNo }, caller)
  },
}
