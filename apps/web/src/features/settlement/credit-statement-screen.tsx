import { useInfiniteQuery } from '@tanstack/react-query'
import { lender } from '#platform/browser/config.ts'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Banner, SkeletonCards } from '@qingzhou/ui/feedback'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Sum } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { chooseStatement } from './certificate-draft.ts'
import { type Accounts, certificateNames, settledLoansQuery } from './queries.ts'

/** A preview of the statement of all accounts. */
export default function CreditStatementScreen() {
  const query = useInfiniteQuery(settledLoansQuery)
  const accounts = query.data?.pages[0]?.accounts

  return (
    <Screen
      title={routes.settlement.creditStatement.title}
      onBack={back}
      footer={accounts && <Button onPress={goOn}>开具{certificateNames.statement}</Button>}
    >
      <QueryState
        query={{ data: accounts, error: query.error, refetch: query.refetch }}
        skeleton={<SkeletonCards count={2} />}
      >
        {(known) => (
          <>
            <Card title={`${certificateNames.statement}会写明`} note="以开具当天的账簿为准">
              <Sum lines={linesOf(known)} />
              <p className="small ink-2 ruled">
                另外写明您的姓名、脱敏后的证件号码、授信额度，以及每笔未结清借款的金额、剩余本金和是否逾期。
              </p>
            </Card>
            <Banner>
              由{lender.company}
              根据自己的账簿出具，不是中国人民银行征信中心的信用报告，也不包含其他机构的借款。
            </Banner>
          </>
        )}
      </QueryState>
    </Screen>
  )
}

async function goOn() {
  chooseStatement()
  await go(routes.settlement.sendCertificate)
}

function linesOf({ openCount, openPrincipal, overdueCount, settledCount }: Accounts) {
  return [
    { label: '未结清借款', value: `${openCount} 笔` },
    { label: '剩余本金', value: `${displayYuan(openPrincipal)} 元` },
    {
      label: '当前逾期',
      value: overdueCount === 0 ? '无' : <span className="is-overdue">{overdueCount} 笔</span>,
    },
    { label: '已结清借款', value: `${settledCount} 笔` },
  ]
}
