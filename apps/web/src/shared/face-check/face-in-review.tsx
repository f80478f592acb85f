import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { FacePurpose } from '@qingzhou/contract/features/identity'
import { Result } from '@qingzhou/ui/feedback'
import { WaitingDrawing } from '@qingzhou/ui/graphics'
import { Card } from '@qingzhou/ui/layout'
import { formatTime } from '#shared/pages/figures.ts'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { type FaceOutcome, faceOutcomeQuery, faces } from './face-outcome.ts'

type HeldPurpose = Extract<FacePurpose, 'loan' | 'plan' | 'phone'>

interface FaceInReviewProps {
  purpose: HeldPurpose
  /** The draw, the plan or the phone change. */
  businessNo: string
  onPassed: () => void
  onFailed: (faceSessionNo: string) => void
  /** What else can be done meanwhile. */
  actions?: ReactNode
}

/** The service is unsure, so a person compares the pictures. What follows opens by itself. */
export function FaceInReview({
  purpose,
  businessNo,
  onPassed,
  onFailed,
  actions,
}: FaceInReviewProps) {
  const open = useQuery({
    queryKey: ['face-in-review', purpose, businessNo],
    queryFn: async ({ signal }) =>
      faces.openFaceSession({ purpose, businessNo }, { signal, quiet: true }),
    // Once it is decided, the server would open another check.
    staleTime: Infinity,
    gcTime: 0,
  })
  const faceSessionNo = open.data?.faceSessionNo
  const query = faceOutcomeQuery(faceSessionNo, purpose, businessNo)
  const { data } = useQuery({ ...query, enabled: faceSessionNo !== undefined })

  const outcome = data?.outcome
  const leave = useEffectEvent((ended: typeof outcome) => {
    if (ended === 'passed') onPassed()
    if (ended === 'failed' && faceSessionNo !== undefined) onFailed(faceSessionNo)
  })
  useEffect(() => leave(outcome), [outcome])

  const isOver = outcome === 'passed' || outcome === 'failed'
  return (
    <Result
      drawing={<WaitingDrawing />}
      title="人工审核中"
      sentence="系统没能确认照片与身份证是否一致，工作人员正在核对"
      alive={isOver ? '审核完成，正在打开结果' : '可以离开本页，结果会短信通知您'}
      actions={actions}
    >
      <Card title="接下来" note="审核不收取任何费用">
        <NumberedSteps label="接下来" steps={[firstStep(purpose, data), ...stepsOf[purpose]]} />
      </Card>
      <ServiceContact />
    </Result>
  )
}

function firstStep(purpose: HeldPurpose, told: FaceOutcome | undefined) {
  const until = told?.outcome === 'review' ? told.until : undefined
  const title = purpose === 'phone' ? '两名工作人员核对照片与身份证' : '工作人员核对照片与身份证'
  if (until === undefined) return { title }
  return { title, note: purpose === 'loan' ? '今天内完成' : `最晚 ${formatTime(until)} 前完成` }
}

const refused = {
  title: '不能确认的，短信说明原因',
  note: '可以重新核验，或致电客服改由工作人员当面核对身份',
}

const stepsOf = {
  loan: [
    { title: '通过后请在今天 24:00 前回来确认借款', note: '届时再次核对额度和还款计划' },
    refused,
    { title: '今天没有完成的，借款自动取消', note: '没有产生借款，额度和优惠券立即退回' },
  ],
  plan: [
    { title: '通过后 24 小时内回来签约', note: '签约前再次核对方案金额' },
    refused,
    { title: '没有按时完成的，需重新核验', note: '原借款不变，请按原计划还款' },
  ],
  phone: [
    { title: '通过后 24 小时内回来继续', note: '结果同时短信发到新手机号' },
    refused,
    { title: '没有按时完成的，需重新更换', note: '完成前手机号不变' },
  ],
} as const
