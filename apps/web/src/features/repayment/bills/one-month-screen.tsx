import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { BillParts } from '@qingzhou/contract/features/repayment/bills'
import { sum, yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { today } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { monthInLink, monthInWords, monthOf } from './months.tsx'
import { InstalmentRows } from '#shared/lending/instalment-rows.tsx'
import { monthQuery, useLoanNames } from '#features/repayment/queries.ts'
import { links } from '#features/repayment/links.ts'

/** One month over all loans. */
export default function OneMonthScreen() {
  const month = monthInLink() ?? monthOf(today())
  const bill = useQuery(monthQuery(month))
  const nameOf = useLoanNames()
  return (
    <Screen
      title={routes.repayment.oneMonth.title}
      onBack={back}
      footer={
        bill.data &&
        bill.data.open > 0n && <ButtonLink href={links.payInstalments()}>去还款</ButtonLink>
      }
    >
      <QueryState query={bill} skeleton={<SkeletonCards count={2} />}>
        {({ total, open, instalments, statementUrl }) =>
          instalments.length === 0 ? (
            <NoBill month={month} />
          ) : (
            <div className="stack stack-3">
              <Card title={monthInWords(month)}>
                <Num value={yuan(open)} yuan size="lg" />
                <Pairs
                  pairs={[
                    { label: '账单合计', value: <Num value={yuan(total)} yuan /> },
                    ...deductionOf(
                      '已还',
                      instalments.map(({ paid }) => paid),
                    ),
                    ...deductionOf(
                      '减免与优惠',
                      instalments.map(({ waived }) => waived),
                    ),
                    { label: '待还', value: <Num value={yuan(open)} yuan /> },
                  ]}
                />
              </Card>
              <InstalmentRows instalments={instalments} nameOf={nameOf} />
              {statementUrl !== undefined && (
                <ButtonLink
                  kind="quiet"
                  href={statementUrl}
                  download={`账单-${month}.pdf`}
                  onFollow={() => void bill.refetch()}
                >
                  下载月结单（PDF）
                </ButtonLink>
              )}
            </div>
          )
        }
      </QueryState>
    </Screen>
  )
}

function NoBill({ month }: { month: string }) {
  return (
    <Empty
      title={`${monthInWords(month)}没有账单`}
      action={
        <ButtonLink kind="quiet" fit href={links.everyMonth}>
          查看其他月份
        </ButtonLink>
      }
    >
      这个月没有到期的分期
    </Empty>
  )
}

/** A deduction of the bill; undefined if zero. */
function deductionOf(
  label: string,
  all: readonly BillParts[],
): { label: string; value: ReactNode }[] {
  const amount = sum(all.flatMap((parts) => Object.values(parts)))
  return amount > 0n ? [{ label, value: <Num value={`-${yuan(amount)}`} yuan /> }] : []
}
