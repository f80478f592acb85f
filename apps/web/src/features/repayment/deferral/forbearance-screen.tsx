import { useQuery } from '@tanstack/react-query'
import type { LoanSummary } from '@qingzhou/contract/features/repayment/bills'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button, OptionList } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { numberNote } from './deferral-loans.tsx'
import { ForbearanceForm } from './forbearance-form.tsx'
import {
  ForbearanceReview,
  forbearanceQuery,
  openApplication,
  type Forbearance,
  useForbearance,
} from './forbearance-review.tsx'

const { title } = routes.repayment.forbearance

/** Forbearance for disaster regions: applied for with evidence, reviewed by an employee. */
export default function ForbearanceScreen() {
  const forbearance = useQuery(forbearanceQuery)
  // The form starts with the current files, not with cached ones.
  if (forbearance.data && forbearance.isFetchedAfterMount)
    return <CurrentForbearance forbearance={forbearance.data} onRenew={forbearance.refetch} />
  return (
    <Screen title={title} onBack={back}>
      <QueryState
        query={{ ...forbearance, data: undefined }}
        skeleton={<SkeletonCards count={3} />}
      >
        {() => null}
      </QueryState>
    </Screen>
  )
}

interface CurrentForbearanceProps {
  forbearance: Forbearance
  onRenew: () => Promise<unknown>
}

/** Continues an open application, shows one under review, or starts one. */
function CurrentForbearance({ forbearance, onRenew }: CurrentForbearanceProps) {
  const { applications } = forbearance
  const begun = applications.find(({ evidence }) => evidence.state === 'toUpload')
  const running = applications.find(({ evidence }) => evidence.state === 'toReview')
  const [place, setPlace] = useEntryState<{ readonly loanNo: string } | 'start' | undefined>(
    'place',
    undefined,
  )
  const loanNo = place === undefined ? begun?.evidence.loanNo : place !== 'start' && place.loanNo
  const filling = loanNo ? openApplication(forbearance, loanNo) : undefined
  const last = running ?? applications[0]

  if (filling && !running) {
    return (
      <ForbearanceForm
        key={filling.evidence.evidenceNo}
        forbearance={forbearance}
        application={filling}
        onOther={() => setPlace('start')}
      />
    )
  }
  if (last && (running || place !== 'start')) {
    const { loanNo: sentBack, state } = last.evidence
    const again = state === 'refused' ? { loanNo: sentBack } : 'start'
    return (
      <ForbearanceReview application={last} onRenew={onRenew} onAgain={() => setPlace(again)} />
    )
  }
  return (
    <ForbearanceStart
      forbearance={forbearance}
      onOpened={(opened) => setPlace({ loanNo: opened })}
    />
  )
}

interface ForbearanceStartProps {
  forbearance: Forbearance
  onOpened: (loanNo: string) => void
}

/** What it is, what it costs, and for which loan. */
function ForbearanceStart({ forbearance: { loans, daysMax }, onOpened }: ForbearanceStartProps) {
  const { ask, problem } = useForbearance()
  const [wanted, setWanted] = useEntryState('loanNo', () => numberInLink('loanNo'))
  const possible = loans.filter(({ refusal }) => refusal === undefined)
  const chosen = possible.find(({ loan }) => loan.loanNo === wanted) ?? possible[0]

  async function begin() {
    if (!chosen) return
    const { loanNo } = chosen.loan
    if (await ask({ act: 'open', loanNo })) onOpened(loanNo)
  }

  return (
    <Screen
      title={routes.repayment.forbearance.title}
      onBack={back}
      footer={chosen && <Button onPress={begin}>填写申请</Button>}
    >
      <Card title="区域纾困延期">
        <p className="small ink-2">
          因受灾、疫情、重病、失业等暂时无法还款的，可以为一笔借款申请延期，未还各期一并顺延。
        </p>
        <NumberedSteps label="办理流程" steps={stepsOf(daysMax)} />
      </Card>
      {loans.length === 0 ? (
        <Empty title="没有可以申请的借款" drawing={<SettledDrawing />}>
          您没有待还的借款
        </Empty>
      ) : (
        <Card title="选择要延期的借款">
          <OptionList
            legend="选择要延期的借款"
            hideLegend
            options={loans.map(({ loan, refusal }) => ({
              value: loan.loanNo,
              label: `${loan.purposeName} · ${displayYuan(loan.amount)} 元`,
              note: noteOf(loan),
              unavailable: refusal,
            }))}
            value={chosen?.loan.loanNo}
            onChange={setWanted}
          />
        </Card>
      )}
      <FormError of={problem} />
      <ServiceContact>不确定能否申请？可先咨询我们</ServiceContact>
    </Screen>
  )
}

/** The cost comes first. */
function stepsOf(daysMax: number) {
  return [
    { title: '利息照常计算', note: '延期的天数按原利率计息；批准后，审核这几天不收罚息' },
    { title: `最多 ${daysMax} 天`, note: '下一期延后，之后各期按月顺延' },
    { title: '凭证明，人工审核', note: '一般 1 至 3 个工作日，结果短信通知您' },
  ]
}

function noteOf({ loanNo, principalLeft, next, months }: LoanSummary): string {
  const left = `待还本金 ${displayYuan(principalLeft)} 元`
  const number = numberNote({ loanNo })
  return next ? `${left}，第 ${next.n}/${months} 期，${number}` : `${left}，${number}`
}
