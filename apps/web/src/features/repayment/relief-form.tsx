import { reliefReasons } from '@qingzhou/contract/delays'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Banner } from '@qingzhou/ui/banner'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Screen } from '@qingzhou/ui/screen'
import { SelectField } from '@qingzhou/ui/select-field'
import { TextArea } from '@qingzhou/ui/text-area'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { FilesField } from '#shared/files/files-field.tsx'
import { Problem } from '#shared/problem.tsx'
import { reasonWords, type Relief, type ReliefApplication } from './relief.ts'
import { ReliefDays } from './relief-days.tsx'
import { useReliefForm } from './use-relief-form.ts'

const NOTE_MAX = 200

export interface ReliefFormProps {
  relief: Relief
  application: ReliefApplication
  /** Another loan instead. */
  onOther: () => void
}

/** Reason, days, a few words, the proofs; handed in once. */
export function ReliefForm({ relief, application, onOther }: ReliefFormProps) {
  const { proof } = application
  const filled = useReliefForm(relief, application)
  const { form, files } = filled

  return (
    <Screen
      title={routes.repayment.delayForRelief.title}
      onBack={back}
      onSubmit={filled.submit}
      footer={
        <Button
          type="submit"
          busyLabel="正在提交"
          {...(files.isBusy && { unavailable: '证明上传中，请稍候' })}
        >
          提交申请
        </Button>
      }
    >
      {proof.reason !== undefined && (
        <Banner tone="overdue">上次没有通过：{proof.reason}。请补充后再提交</Banner>
      )}
      <Card
        title={proof.purposeName}
        note={`借款 ${displayYuan(proof.amount)} 元`}
        trailing={
          relief.loans.length > 1 && (
            <Button kind="text" onPress={onOther} fit>
              换一笔
            </Button>
          )
        }
      >
        <ReliefDays {...form.text('days')} daysMax={relief.daysMax} />
      </Card>
      <Reason filled={filled} />
      <Card title="证明" note="受灾证明、诊断证明、住院单、失业登记、社区或单位证明等">
        <FilesField label="上传证明" files={files} error={filled.filesError} />
      </Card>
      <Problem of={filled.problem} />
    </Screen>
  )
}

function Reason({ filled: { form, reason } }: { filled: ReturnType<typeof useReliefForm> }) {
  const { ref, error } = form.text('reason')
  return (
    <Card>
      <div ref={ref}>
        <SelectField
          label="原因"
          options={reliefReasons.map((value) => ({ value, label: reasonWords[value] }))}
          value={reason}
          onChange={(picked) => form.set('reason', picked)}
          error={error}
        />
      </div>
      <TextArea
        label="情况说明（选填）"
        placeholder="例如：所在地受灾，近两个月没有收入"
        maxLength={NOTE_MAX}
        rows={3}
        value={form.values.note}
        onChange={(note) => form.set('note', note)}
      />
    </Card>
  )
}
