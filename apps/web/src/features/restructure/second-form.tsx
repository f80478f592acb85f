import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { OptionList } from '@qingzhou/ui/option-list'
import { Screen } from '@qingzhou/ui/screen'
import { Segmented } from '@qingzhou/ui/segmented'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation.ts'
import { dayInWords } from '#shared/figures.ts'
import { numberInLink } from '#shared/number-in-link.ts'
import type { SecondOffers } from './queries.ts'
import { canBeSpread, secondQuoteQuery } from './second-queries.ts'
import { SecondQuoteCard } from './second-quote-card.tsx'

type Bill = SecondOffers['bills'][number]

/** Which bill, over how many months, and what that costs. */
export function SecondForm({ offers: { bills, months: offered } }: { offers: SecondOffers }) {
  const [wanted, chooseLoan] = useState(() => numberInLink('loanNo'))
  const [picked, chooseMonths] = useState<string>()
  const possible = bills.filter(canBeSpread)
  const chosen = possible.find(({ loan }) => loan.loanNo === wanted) ?? possible[0]
  const months = Number(picked ?? offered[0])
  const loanNo = chosen?.loan.loanNo ?? ''
  const quote = useQuery({ ...secondQuoteQuery({ loanNo, months }), retry: false })

  async function next() {
    await go(routes.restructure.signSecondPlan, { query: { loanNo, months: String(months) } })
  }

  const missing = quote.error ? '暂时不能这样分期' : '正在试算'
  return (
    <Screen
      title={routes.restructure.chooseSecondPlan.title}
      onBack={back}
      footer={
        <Button onPress={next} {...(!quote.data && { unavailable: missing })}>
          分 {months} 期，去签约
        </Button>
      }
    >
      <Card title="哪一期账单">
        <OptionList
          legend="哪一期账单"
          hideLegend
          options={bills.map(optionOf)}
          value={loanNo}
          onChange={chooseLoan}
        />
      </Card>
      <Card title="分几期还">
        <Segmented
          label="分几期还"
          options={offered.map((count) => ({ value: String(count), label: `${count} 期` }))}
          value={String(months)}
          onChange={chooseMonths}
        />
      </Card>
      <SecondQuoteCard quote={quote} />
    </Screen>
  )
}

function optionOf({ loan, bill, refusal }: Bill) {
  return {
    value: loan.loanNo,
    label: bill
      ? `${loan.purposeName} · 第 ${bill.n} 期 ${displayYuan(bill.amount)} 元`
      : `${loan.purposeName} · ${displayYuan(loan.amount)} 元`,
    ...(bill && { note: `${dayInWords(bill.dueDate)} 到期` }),
    unavailable: refusal,
  }
}
