import { cancellationReasons } from '@qingzhou/contract/limit-cancellation'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { OptionList } from '@qingzhou/ui/option-list'
import { Screen } from '@qingzhou/ui/screen'
import { TextArea } from '@qingzhou/ui/text-area'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { Problem } from '#shared/problem.tsx'
import type { CancellationStep } from './queries.ts'
import { useReason } from './use-reason.ts'
import { reasonWords } from './words.ts'

const NOTE_MAX = 200

/** Which reason it is, and a few words to whoever wants to say them. */
export function ReasonForm({ said }: { said: CancellationStep }) {
  const { form, reason, goOn, problem } = useReason(said)

  return (
    <Screen
      title={routes['limit-cancellation'].cancelReason.title}
      onBack={back}
      footer={
        <Button
          onPress={async () => reason && goOn(reason)}
          unavailable={reason === undefined ? '请选择注销原因' : undefined}
          busyLabel="正在保存"
        >
          下一步
        </Button>
      }
    >
      <Card>
        <OptionList
          legend="您为什么想注销额度？"
          options={cancellationReasons.map((value) => ({ value, label: reasonWords[value] }))}
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
      <Problem of={problem} />
    </Screen>
  )
}
