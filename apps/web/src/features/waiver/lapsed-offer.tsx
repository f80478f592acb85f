import type { WaiverOffer } from '@qingzhou/contract/waiver'
import { ButtonLink } from '@qingzhou/ui/button'
import { RefusedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { addressWithQuery, back } from '#platform/navigation.ts'
import { CallUs } from '#shared/call-us.tsx'
import { dayInWords } from '#shared/figures.ts'

/** Too late for the offer: what can be done instead. */
export function LapsedOffer({ offer: { validUntil, loan } }: { offer: WaiverOffer }) {
  const { payInstalments } = routes.repayment
  return (
    <Screen title={routes.waiver.payWaiver.title} onBack={back}>
      <Result
        drawing={<RefusedDrawing />}
        title="方案已失效"
        sentence={`有效期到 ${dayInWords(validUntil)}，现在按原来的金额还款`}
        actions={
          <>
            <ButtonLink href={`#${addressWithQuery(payInstalments.path, { loanNo: loan.loanNo })}`}>
              去还款
            </ButtonLink>
            <CallUs>想问问有没有新的方案？</CallUs>
          </>
        }
      />
    </Screen>
  )
}
