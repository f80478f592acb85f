import type { WaiverOffer } from '@qingzhou/contract/waiver'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { SettledDrawing } from '@qingzhou/ui/illustrations'
import { Num } from '@qingzhou/ui/number'
import { Pairs } from '@qingzhou/ui/pairs'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { addressOf, addressWithQuery, back } from '#platform/navigation.ts'

/** The offer was taken up: what was paid, what was given up, what is left of the loan. */
export function PaidOffer({ offer }: { offer: WaiverOffer }) {
  const { loan, dueTotal, waivedTotal, payable } = offer
  const detail = addressWithQuery(routes.repayment.loanDetail.path, { loanNo: loan.loanNo })
  return (
    <Screen title={routes.waiver.payWaiver.title} onBack={back}>
      <Result
        drawing={<SettledDrawing />}
        title={loan.state === 'settled' ? '减免还款成功，借款已结清' : '减免还款成功'}
        sentence={<Num value={yuan(payable)} yuan size="lg" />}
        actions={
          <>
            <ButtonLink href={`#${detail}`}>查看借款</ButtonLink>
            <ButtonLink kind="quiet" href={`#${addressOf(routes.repayment.channelAllBills)}`}>
              查看全部账单
            </ButtonLink>
          </>
        }
      >
        <Card>
          <Pairs
            pairs={[
              { label: '逾期应还', value: `${displayYuan(dueTotal)} 元` },
              { label: '已减免', value: `${displayYuan(waivedTotal)} 元` },
              { label: '实际付款', value: `${displayYuan(payable)} 元` },
            ]}
          />
        </Card>
      </Result>
    </Screen>
  )
}
