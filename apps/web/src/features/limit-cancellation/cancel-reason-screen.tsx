import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CancellationReason,
  cancellationReasons,
} from '@qingzhou/contract/features/limit-cancellation'
import { Button, OptionList, TextArea } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { useForm } from '#shared/forms/form.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { CancelDone } from './cancel-done.tsx'
import {
  cancellation,
  stepQuery,
  useCancellationStep,
  reasonLabels,
  type CancellationStep,
} from './queries.ts'

/** The reason; an earlier answer is restored. */
export default function CancelReasonScreen() {
  const step = useCancellationStep()
  if (step.data?.step === 'done') return <CancelDone retainedUntil={step.data.retainedUntil} />
  if (step.data) return <ReasonForm said={step.data} />

  return (
    <Screen title={routes['limit-cancellation'].cancelReason.title} onBack={back}>
      <QueryState query={step} skeleton={<SkeletonCards count={1} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}

const NOTE_MAX = 200

/** The reason and an optional comment. */
function ReasonForm({ said }: { said: CancellationStep }) {
  const { form, reason, goOn, problem } = useReason(said)

  return (
    <Screen
      title={routes['limit-cancellation'].cancelReason.title}
      onBack={back}
      footer={
        <Button
          onPress={async () => reason && goOn(reason)}
          {...(reason === undefined && {
            unavailable: { reason: '请选择注销原因', field: '您为什么想注销额度？' },
          })}
          busyLabel="正在保存"
        >
          下一步
        </Button>
      }
    >
      <Card>
        <OptionList
          legend="您为什么想注销额度？"
          options={cancellationReasons.map((value) => ({ value, label: reasonLabels[value] }))}
          value={reason}
          onChange={(chosen) => form.set('reason', chosen)}
        />
      </Card>
      <Card>
        <TextArea
          label="想对我们说的话（选填）"
          placeholder="您的意见会帮助我们改进"
          maxLength={NOTE_MAX}
          rows={3}
          value={form.values.note}
          onChange={(note) => form.set('note', note)}
        />
      </Card>
      <FormError of={problem} />
    </Screen>
  )
}

/** The reason and comment; survive a reload and are saved on the server. */
function useReason(said: CancellationStep) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    draft: 'cancel-reason',
    initial: { reason: said.reason ?? '', note: said.note ?? '' },
    rules: {},
    notPersisted: [],
  })
  const reason = cancellationReasons.find((one) => one === form.values.reason)

  async function goOn(chosen: CancellationReason) {
    setProblem(undefined)
    const note = form.values.note.trim()
    try {
      const request = { reason: chosen, ...(note !== '' && { note }) }
      const step = await cancellation.currentStep(request, { quiet: true })
      client.setQueryData(stepQuery.queryKey, step)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return
    }
    form.forget()
    await go(routes['limit-cancellation'].cancelNotice)
  }

  return { form, reason, goOn, problem }
}
