import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { codes } from '@qingzhou/contract/codes'
import { smsCode } from '@qingzhou/contract/wire/fields'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { Button, Tick } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { useForm } from '#shared/forms/form.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { clearRequestNo, requestNoFor } from '#shared/payments/request-no.ts'
import { SmsCodePurpose } from '#shared/sign-in/code-step.tsx'
import { SmsCodeField, useSmsSending } from '#shared/sign-in/sms-code.tsx'
import { CancelDone } from './cancel-done.tsx'
import {
  cancellation,
  type CancellationStep,
  type CancelAnswer,
  stepQuery,
  useCancellationStep,
} from './queries.ts'

/** The consequences, the code and the cancellation. */
export default function CancelNoticeScreen() {
  const [ended, setEnded] = useState<CancelAnswer>()
  // After the cancellation there is no session, so nothing is requested.
  if (ended) return <CancelDone {...ended} isJustDone />
  return <Deciding onEnded={setEnded} />
}

function Deciding({ onEnded }: { onEnded: (ended: CancelAnswer) => void }) {
  const step = useCancellationStep()
  const lacksReason = step.data?.step === 'reason'
  useEffect(() => {
    if (lacksReason) void go(routes['limit-cancellation'].cancelReason, { replace: true })
  }, [lacksReason])

  if (step.data?.step === 'done') return <CancelDone retainedUntil={step.data.retainedUntil} />
  if (step.data?.step === 'notice') return <NoticeForm step={step.data} onEnded={onEnded} />
  return (
    <Screen title={routes['limit-cancellation'].cancelNotice.title} onBack={back}>
      <QueryState query={step} skeleton={<SkeletonCards count={2} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}

interface NoticeFormProps {
  step: CancellationStep
  onEnded: (ended: CancelAnswer) => void
}

/** The consequences with a tick, the code, and the button. */
function NoticeForm({ step, onEnded }: NoticeFormProps) {
  const { form, sending, cancel, problem, isConfirmed } = useCancelling(step, onEnded)
  return (
    <Screen
      title={routes['limit-cancellation'].cancelNotice.title}
      onBack={back}
      onSubmit={cancel}
      footer={
        <Button type="submit" kind="refuse" busyLabel="正在注销">
          确认注销额度
        </Button>
      }
    >
      <WhatEnds retainedUntil={step.retainedUntil} />
      <Card>
        {isConfirmed ? (
          <p className="small ink-2">短信验证已通过，10 分钟内有效</p>
        ) : (
          <>
            <SmsCodeField {...form.text('code')} sending={sending} waitsForButton />
            <SmsCodePurpose phone={step.maskedPhone} sending={sending}>
              注销额度
            </SmsCodePurpose>
          </>
        )}
      </Card>
      <Tick {...form.tick('understood')}>我已了解注销后的影响，自愿注销额度</Tick>
      <FormError of={problem} />
    </Screen>
  )
}

/** What ends with the limit, what remains possible, and the retention period. */
function WhatEnds({ retainedUntil }: { retainedUntil: LocalDate }) {
  return (
    <>
      <Card flush title="注销的影响">
        <List label="注销的影响">
          <ListRow label="额度立即失效" note="不能恢复。以后需要借款可以重新申请，以届时审核为准" />
          <ListRow
            label="不再扣款"
            note="银行卡的扣款授权同时终止；如有多付的款项，会自动退回原卡"
          />
          <ListRow label="所有设备退出登录" note="仍可用手机号登录，查看记录、协议和开具结清证明" />
        </List>
      </Card>
      <Card title="您的个人信息">
        <p className="small">
          身份信息、银行卡、借还款记录和已签协议，法律要求保存到{' '}
          <strong className="tabular">{retainedUntil}</strong>，期间只用于法定查询和处理您的请求。
        </p>
        <p className="small ink-2">
          到期后自动删除，账目中只留下金额和日期，无法再对应到您。期间重新申请额度的，从新业务结束时起算。
        </p>
      </Card>
    </>
  )
}

const REQUEST = 'cancel-limit'

const understood = z.literal(true, { error: '请先阅读并勾选' })

/** Verifies the code and cancels the limit; continues after a network failure in between. */
function useCancelling(step: CancellationStep, onEnded: (ended: CancelAnswer) => void) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const accepted = useRef<string>(undefined)
  const form = useForm({
    draft: 'cancel-notice',
    initial: { code: '', understood: false },
    rules: { code: smsCode, understood },
    notPersisted: ['code', 'understood'],
  })
  const request = { purpose: 'cancellation', phone: step.maskedPhone } as const
  const sending = useSmsSending(request, async (options) => {
    form.setError('code', undefined)
    return onboarding.sendPurposeCode({ purpose: 'cancellation' }, options)
  })

  async function cancel() {
    setProblem(undefined)
    const isComplete = step.isConfirmed
      ? form.check('understood')
      : form.check('code', 'understood')
    if (!isComplete || !(await confirmed())) return
    try {
      const requestNo = requestNoFor(REQUEST, 'limit')
      const ended = await cancellation.cancel({ requestNo }, { quiet: true })
      clearRequestNo(REQUEST)
      onEnded(ended)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // Refused: the code may be used up, or there is a new obstacle.
      if (error.code !== codes.accountState) return
      accepted.current = undefined
      await client.invalidateQueries({ queryKey: stepQuery.queryKey })
    }
  }

  /** A code is valid once: an accepted code is not sent again. */
  async function confirmed(): Promise<boolean> {
    const { code } = form.values
    if (step.isConfirmed || accepted.current === code) return true
    try {
      await cancellation.checkSmsCode({ dynamicCode: code }, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.failCode('code', error.message)
      return false
    }
    accepted.current = code
    return true
  }

  return { form, sending, cancel, problem, isConfirmed: step.isConfirmed }
}
