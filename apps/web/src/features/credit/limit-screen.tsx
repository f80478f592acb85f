import { Banner } from '@qingzhou/ui/banner'
import { Card } from '@qingzhou/ui/card'
import { CalendarIcon, CardIcon, DocumentIcon, InfoIcon, SpeechIcon } from '@qingzhou/ui/icons'
import { Screen } from '@qingzhou/ui/screen'
import { Tiles } from '@qingzhou/ui/tiles'
import { useQuery } from '@tanstack/react-query'
import { lender } from '@qingzhou/domain/lender'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { Problem } from '#shared/problem.tsx'
import { product } from '#shared/product.ts'
import { QueryState } from '#shared/query-state.tsx'
import { DueCard } from './due-card.tsx'
import { LimitCard, LimitOnItsWay } from './limit-card.tsx'
import { limitQuery } from './limit-query.ts'
import { useApplyAgain } from './use-apply-again.ts'

export default function LimitScreen() {
  const limit = useQuery(limitQuery())
  const { applyAgain, problem } = useApplyAgain()

  return (
    <Screen title={routes.credit.limit.title} home trailing={<HelpButton />}>
      <QueryState query={limit} skeleton={<LimitOnItsWay />} errorTitle="暂时没有查到您的额度">
        {(shown) => (
          <>
            <LimitCard limit={shown} onApplyAgain={applyAgain} />
            <Problem of={problem} />
            {shown.state === 'frozen' && (
              <Banner tone="overdue">
                您的额度已冻结，已有的借款照常还款。想了解原因，请致电 {product.servicePhone}。
              </Banner>
            )}
            {shown.dueSoon && <DueCard due={shown.dueSoon} />}
          </>
        )}
      </QueryState>
      <Card>
        <Tiles label="常用服务" tiles={services} />
      </Card>
      <p className="caption ink-3 centre push-end">
        贷款人 {lender.company}
        <br />
        {product.riskLine}
      </p>
    </Screen>
  )
}

const page = (name: string) => `#${addressOf(routes.notices.servicePage, { name })}`

const services = [
  { label: '还款', icon: <CalendarIcon />, href: `#${addressOf(routes.repayment.repayHome)}` },
  { label: '添加银行卡', icon: <CardIcon />, href: `#${addressOf(routes.cards.bindCard)}` },
  {
    label: '已签协议',
    icon: <DocumentIcon />,
    href: `#${addressOf(routes.agreements.agreementsOfLoan)}`,
  },
  { label: '费用说明', icon: <InfoIcon />, href: page('fees') },
  { label: '投诉与建议', icon: <SpeechIcon />, href: page('complaints') },
]
