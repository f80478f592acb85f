import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ReportedEvent } from '@qingzhou/contract/features/bureau-reports'
import { disputeReasons } from '@qingzhou/domain/bureau/dispute'
import { Button, TextArea } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { ApiError } from '#platform/api/api-error.ts'
import { ChoiceField } from '#shared/forms/choose-row.tsx'
import { useForm } from '#shared/forms/form.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { requiredChoice, requiredField } from '#shared/forms/validation.ts'
import { reasonLabels } from './labels.ts'
import { bureauReports, reportedQuery } from './queries.ts'

const TEXT_MAX = 200
const choices = disputeReasons.map((code) => ({ code, name: reasonLabels[code] }))

/** Disputes an event. What was typed is kept until it is sent. */
export function DisputeForm({
  title,
  onBack,
  event,
  children,
}: {
  title: string
  onBack: () => void
  event: ReportedEvent
  children: ReactNode
}) {
  const { form, send, problem } = useDispute(event)
  const { ref, ...text } = form.text('text')
  const reason = form.text('reason')
  return (
    <Screen
      title={title}
      onBack={onBack}
      onSubmit={send}
      footer={
        <Button type="submit" busyLabel="正在提交">
          提交异议
        </Button>
      }
    >
      {children}
      <Card title="对这条记录提出异议">
        <ChoiceField {...reason} label="异议原因" choices={choices} />
        <div ref={ref}>
          <TextArea
            {...text}
            label="说明"
            placeholder="请写明哪里有误，如还款日期和金额"
            maxLength={TEXT_MAX}
            onChange={(typed) => text.onChange(typed.replaceAll(/\p{Cc}+/gu, ' '))}
          />
        </div>
      </Card>
      <FormError of={problem} />
    </Screen>
  )
}

function useDispute({ loanNo, eventNo }: ReportedEvent) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    draft: `bureau-dispute-${loanNo}-${eventNo}`,
    initial: { reason: '', text: '' },
    rules: { reason: requiredChoice('异议原因'), text: requiredField('说明') },
    notPersisted: [],
  })

  async function send() {
    setProblem(undefined)
    if (!form.check('reason', 'text')) return
    const reason = disputeReasons.find((one) => one === form.values.reason)
    if (!reason) return
    try {
      const text = form.values.text.trim()
      await bureauReports.dispute({ loanNo, eventNo, reason, text }, { quiet: true })
      form.forget()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
    await client.invalidateQueries({ queryKey: reportedQuery.queryKey })
  }

  return { form, send, problem }
}
