import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DetailPart } from '@qingzhou/contract/features/profile'
import { smsCode } from '@qingzhou/contract/wire/fields'
import { Empty, Result, SkeletonCards } from '@qingzhou/ui/feedback'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { ApiError } from '#platform/api/api-error.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { useForm } from '#shared/forms/form.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { isCodeRefused, SmsCodePurpose } from '#shared/sign-in/code-step.tsx'
import { SmsCodeField, useSmsSending } from '#shared/sign-in/sms-code.tsx'
import {
  detailNames,
  quotaWords,
  amendAccount,
  ownPhoneQuery,
  quotaOf,
  quotasQuery,
  type DetailChange,
  type Quotas,
} from './queries.ts'

/** The screen of a change, whatever its state. */
export interface DetailFrame {
  part: DetailPart
  title: string
  onBack: () => void
}

/** Opens the form of a change if it is permitted now; else tells from when it is. */
export function AmendDetail({ frame, form }: { frame: DetailFrame; form: ReactNode }) {
  const quotas = useQuery(quotasQuery())
  const [isOpen, setOpen] = useState(false)
  const isPermitted = quotas.data && isAmendable(frame.part, quotas.data)
  // The form stays open while its own change uses up the quota.
  if (isPermitted && !isOpen) setOpen(true)
  if (isOpen) return form

  return (
    <Screen title={frame.title} onBack={frame.onBack} trailing={<HelpButton />}>
      <QueryState query={quotas} skeleton={<SkeletonCards count={2} />}>
        {(told) => (
          <Empty
            title={`暂时不能更新${detailNames[frame.part]}`}
            action={<Button onPress={frame.onBack}>返回</Button>}
          >
            {told.mayAmendDetails
              ? quotaWords(quotaOf(frame.part, told))
              : '申请提交前请在申请资料里修改；审核中的申请，出结果后可以更新'}
          </Empty>
        )}
      </QueryState>
    </Screen>
  )
}

function isAmendable(part: DetailPart, quotas: Quotas): boolean {
  return quotas.mayAmendDetails && quotaOf(part, quotas).opensOn === undefined
}

interface DetailFormProps {
  frame: DetailFrame
  /** What is on file, masked. */
  current: readonly { readonly label: string; readonly value: string }[]
  /** Validates the fields. */
  check: () => boolean
  change: () => DetailChange
  /** Deletes the draft of the fields. */
  forget: () => void
  children: ReactNode
}

/** What is on file, the new values, the SMS code and the result. */
export function DetailForm({ frame, current, check, change, forget, children }: DetailFormProps) {
  const { form, sending, phone, problem, isDone, save } = useAmendDetail({ check, change, forget })
  if (isDone) return <DetailDone frame={frame} />

  return (
    <Screen
      title={frame.title}
      onBack={frame.onBack}
      trailing={<HelpButton />}
      onSubmit={save}
      footer={
        <Button type="submit" busyLabel="正在保存…">
          确认更新
        </Button>
      }
    >
      <Card title="当前信息">
        <Pairs pairs={[...current]} />
      </Card>
      {children}
      <Card title="短信验证">
        <SmsCodeField {...form.text('code')} sending={sending} />
        <SmsCodePurpose phone={phone} sending={sending}>
          更新个人信息
        </SmsCodePurpose>
      </Card>
      <FormError of={problem} />
    </Screen>
  )
}

function DetailDone({ frame: { part, title, onBack } }: { frame: DetailFrame }) {
  return (
    <Screen title={title}>
      <Result
        drawing={<GrantedDrawing />}
        title={`${detailNames[part]}已更新`}
        sentence="新的信息已经生效，并已短信通知您"
        actions={<Button onPress={onBack}>完成</Button>}
      />
    </Screen>
  )
}

/** Sends a change with its code. */
function useAmendDetail({
  check,
  change,
  forget,
}: Pick<DetailFormProps, 'check' | 'change' | 'forget'>) {
  const client = useQueryClient()
  const phone = useQuery(ownPhoneQuery()).data?.mobile
  const [problem, setProblem] = useState<string>()
  const [isDone, setDone] = useState(false)
  const form = useForm({
    draft: 'amend-detail-code',
    initial: { code: '' },
    rules: { code: smsCode },
    notPersisted: ['code'],
  })
  const sending = useSmsSending({ purpose: 'profile', phone }, async (options) => {
    form.setError('code', undefined)
    return onboarding.sendPurposeCode({ purpose: 'profile' }, options)
  })

  async function save() {
    setProblem(undefined)
    if (!check() || !form.check('code')) return
    try {
      const dynamicCode = form.values.code
      // The change is one of the union's acts; adding the code to each is what the call takes.
      const request = { ...change(), dynamicCode } as Parameters<typeof amendAccount>[0]
      const quotas = await amendAccount(request, { quiet: true })
      client.setQueryData(quotasQuery().queryKey, quotas)
      await client.invalidateQueries({ queryKey: ['profile'] })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isCodeRefused(error)) return form.failCode('code', error.message)
      return setProblem(error.message)
    }
    forget()
    setDone(true)
  }

  return { form, sending, phone, problem, isDone, save }
}
