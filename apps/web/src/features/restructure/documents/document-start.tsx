import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoanSummary } from '@qingzhou/contract/features/repayment/bills'
import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input } from '@qingzhou/contract/wire/shape'
import { displayYuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { Button, ButtonLink, OptionList } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { links } from '#features/restructure/links.ts'
import type { PlanBills } from '#features/restructure/queries.ts'
import { billsQuery, documentsQuery, restructure } from '#features/restructure/queries.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { AcceptedDocuments } from './hardship-document.tsx'

const { monthsWithoutDocument, documentDays } = product.personalisedPlan

/** The purpose of the documents, the accepted kinds, and the loan. */
export function DocumentStart() {
  const bills = useQuery(billsQuery)
  const { ask, problem } = useDocuments()
  const [wanted, setWanted] = useEntryState('loanNo', () => numberInLink('loanNo'))
  const late = bills.data ? overdueOf(bills.data) : []
  const chosen = late.find(({ loanNo }) => loanNo === wanted) ?? late[0]

  return (
    <Screen
      title={routes.restructure.uploadDocuments.title}
      onBack={back}
      footer={
        chosen && (
          <Button onPress={async () => ask({ act: 'open', loanNo: chosen.loanNo })}>
            开始上传
          </Button>
        )
      }
    >
      <Card title="困难证明说明">
        <NumberedSteps label="办理流程" steps={steps} />
      </Card>
      <QueryState query={bills} skeleton={<SkeletonCards count={1} />}>
        {() => <OverdueLoans loans={late} value={chosen?.loanNo} onChange={setWanted} />}
      </QueryState>
      <FormError of={problem} />
      <AcceptedDocuments />
      <ServiceContact>不确定材料是否符合？可先咨询我们</ServiceContact>
    </Screen>
  )
}

const steps = [
  {
    title: `超过 ${monthsWithoutDocument} 期才需要`,
    note: `不超过 ${monthsWithoutDocument} 期的个性化分期无需任何证明`,
  },
  { title: '人工审核，不收费', note: '一般 1 至 3 个工作日，结果短信通知您' },
  { title: `通过后 ${documentDays} 天内有效`, note: '期间签约无需再提交；材料只用于这次审核' },
]

function OverdueLoans({
  loans,
  value,
  onChange,
}: {
  loans: readonly LoanSummary[]
  value: string | undefined
  onChange: (loanNo: string) => void
}) {
  if (loans.length === 0) {
    return (
      <Empty
        title="没有需要证明的借款"
        drawing={<SettledDrawing />}
        action={
          <ButtonLink href={links.repayHome} kind="quiet" fit>
            返回还款首页
          </ButtonLink>
        }
      >
        借款逾期后才能申请个性化分期
      </Empty>
    )
  }
  return (
    <Card title="选择证明对应的借款" note="选一笔即可，审核通过后对合并的各笔都有效">
      <OptionList
        legend="选择证明对应的借款"
        hideLegend
        options={loans.map(({ loanNo, purposeName, amount, next }) => ({
          value: loanNo,
          label: `${purposeName} · ${displayYuan(amount)} 元`,
          ...(next && { note: `第 ${next.n} 期逾期 ${next.daysOverdue} 天` }),
        }))}
        value={value}
        onChange={onChange}
      />
    </Card>
  )
}

function overdueOf({ loans }: PlanBills): LoanSummary[] {
  return loans.map(({ loan }) => loan).filter(({ state }) => state === 'overdue')
}

type DocumentInput = Input<typeof restructureShapes.documents>

/** Starts or submits a document; the answer is the new state. */
export function useDocuments() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  /** Returns whether the server accepted it. */
  async function ask(request: DocumentInput): Promise<boolean> {
    setProblem(undefined)
    try {
      client.setQueryData(
        documentsQuery.queryKey,
        await restructure.documents(request, { quiet: true }),
      )
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // It may have been submitted on another phone: request the state.
      await client.invalidateQueries(documentsQuery)
      return false
    }
  }

  return { ask, problem }
}
