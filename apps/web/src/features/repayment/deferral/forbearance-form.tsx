import { forbearanceReasons } from '@qingzhou/contract/features/repayment/deferrals'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Banner } from '@qingzhou/ui/feedback'
import { Button, QuickPicks, SelectField, Slider, TextArea } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { repayment } from '#features/repayment/queries.ts'
import { back } from '#platform/navigation/navigation.ts'
import { FilesField } from '#shared/files/files-field.tsx'
import { useFiles } from '#shared/files/use-files.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { useForm } from '#shared/forms/form.ts'
import { SigningCode, useSigningCode } from '#shared/agreements/signing-code.tsx'
import { requiredChoice } from '#shared/forms/validation.ts'
import { ForbearanceCost, useForbearanceQuote } from './forbearance-quote.tsx'
import type { Forbearance, ForbearanceApplication } from './forbearance-review.tsx'
import { reasonLabels, useForbearance } from './forbearance-review.tsx'

const NOTE_MAX = 200

interface ForbearanceFormProps {
  forbearance: Forbearance
  application: ForbearanceApplication
  /** Chooses another loan. */
  onOther: () => void
}

/** Reason, days, comment and evidence of an application, handed in once. */
export function ForbearanceForm({ forbearance, application, onOther }: ForbearanceFormProps) {
  const { evidence } = application
  const filled = useForbearanceForm(forbearance, application)
  const { form, files } = filled

  return (
    <Screen
      title={routes.repayment.forbearance.title}
      onBack={back}
      onSubmit={filled.submit}
      footer={
        <Button
          type="submit"
          busyLabel="正在提交"
          {...(filled.wait !== undefined && { unavailable: filled.wait })}
        >
          提交申请
        </Button>
      }
    >
      {evidence.reason !== undefined && (
        <Banner tone="overdue">上次未通过：{evidence.reason}。请补充后再提交</Banner>
      )}
      <Card
        title={evidence.purposeName}
        note={`借款 ${displayYuan(evidence.amount)} 元`}
        trailing={
          forbearance.loans.length > 1 && (
            <Button kind="text" onPress={onOther} fit>
              换一笔
            </Button>
          )
        }
      >
        <ForbearanceDays {...form.text('days')} daysMax={forbearance.daysMax} />
      </Card>
      <ForbearanceCost quoting={filled.quoting} />
      <Reason filled={filled} />
      <Card title="证明" note="受灾证明、诊断证明、住院单、失业登记、社区或单位证明等">
        <FilesField label="上传证明" files={files} error={filled.filesError} />
      </Card>
      <SigningCode code={filled.code}>签署本次延期协议</SigningCode>
      <FormError of={filled.problem} />
    </Screen>
  )
}

function Reason({ filled: { form, reason } }: { filled: ReturnType<typeof useForbearanceForm> }) {
  const { ref, error } = form.text('reason')
  return (
    <Card>
      <div ref={ref}>
        <SelectField
          label="原因"
          options={forbearanceReasons.map((value) => ({ value, label: reasonLabels[value] }))}
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

const FREQUENT_DAYS = [30, 60, 90]

interface ForbearanceDaysProps {
  value: string
  onChange: (days: string) => void
  daysMax: number
}

/** The number of days. */
function ForbearanceDays({ value, onChange, daysMax }: ForbearanceDaysProps) {
  return (
    <div className="stack stack-2">
      <p className="small ink-2">延期天数</p>
      <DaysChoice
        days={Math.min(Number(value) || 1, daysMax)}
        daysMax={daysMax}
        likely={FREQUENT_DAYS.filter((pick) => pick <= daysMax)}
        onChange={(days) => onChange(String(days))}
        size="lg"
      />
    </div>
  )
}

const DAYS_FIRST = 30

/**
 * The form of a forbearance application. Input survives a reload; a returned application needs only
 * what is missing.
 */
function useForbearanceForm({ daysMax }: Forbearance, application: ForbearanceApplication) {
  const { evidenceNo } = application.evidence
  const { ask, problem } = useForbearance()
  const form = useForm({
    draft: `relief-${application.evidence.loanNo}`,
    initial: {
      days: String(Math.min(application.days ?? DAYS_FIRST, daysMax)),
      reason: application.forbearanceReason ?? '',
      note: application.note ?? '',
      files: '',
    },
    rules: { reason: requiredChoice('原因') },
    notPersisted: ['files'],
  })
  const files = useFiles({
    owner: evidenceNo,
    stored: application.files,
    send: async (part, options) =>
      repayment.uploadForbearanceEvidence({ ...part, evidenceNo }, options),
    remove: async (fileNo) =>
      repayment.uploadForbearanceEvidence({ act: 'remove', evidenceNo, fileNo }, { quiet: true }),
  })
  const code = useSigningCode('forbearance-code')
  const reason = forbearanceReasons.find((known) => known === form.values.reason)
  const days = Math.min(Number(form.values.days) || DAYS_FIRST, daysMax)
  const quoting = useForbearanceQuote({ loanNo: application.evidence.loanNo, days })

  async function submit() {
    const hasReason = form.check('reason')
    form.setError('files', files.stored.length === 0 ? '请上传至少一份证明' : undefined)
    const hasCode = code.form.check('code')
    const agreed = quoting.agreed()
    if (!hasReason || !reason || files.stored.length === 0 || !hasCode || !agreed) return
    const note = form.values.note.trim()
    const { isTaken, wrongCode } = await ask({
      act: 'submit',
      evidenceNo,
      days,
      forbearanceReason: reason,
      note: note === '' ? undefined : note,
      fileNos: files.stored.map(({ fileNo }) => fileNo),
      ...agreed,
      dynamicCode: code.form.values.code,
    })
    if (wrongCode !== undefined) code.form.failCode('code', wrongCode)
    if (isTaken) form.forget()
  }

  // Set on submit, cleared with the first file.
  const filesError = files.stored.length === 0 ? form.text('files').error : undefined
  const wait = waitReason({ isUploading: files.isBusy, quoting })
  return { form, files, filesError, reason, code, submit, problem, quoting, wait }
}

/** Why the application cannot be submitted yet. */
function waitReason(now: {
  readonly isUploading: boolean
  readonly quoting: ReturnType<typeof useForbearanceQuote>
}): string | undefined {
  if (now.isUploading) return '证明上传中，请稍候'
  const { query, toSign } = now.quoting
  if (query.error) return '暂不支持这样延期'
  return query.data && toSign.data ? undefined : '正在试算'
}

interface DaysChoiceProps {
  days: number
  daysMax: number
  /** Frequent choices; others are possible. */
  likely: readonly number[]
  onChange: (days: number) => void
  size: 'lg' | 'xl'
}

/** The number of days of a deferral. */
export function DaysChoice({ days, daysMax, likely, onChange, size }: DaysChoiceProps) {
  return (
    <>
      <Num value={String(days)} unit="天" size={size} />
      <Slider
        label="延期天数"
        value={days}
        min={1}
        max={daysMax}
        step={1}
        onChange={onChange}
        valueText={`${days} 天`}
        minLabel="1 天"
        maxLabel={`最多 ${daysMax} 天`}
      />
      <QuickPicks
        label="常选天数"
        picks={likely.map((pick) => ({ value: String(pick), label: `${pick} 天` }))}
        value={String(days)}
        onPick={(pick) => onChange(Number(pick))}
      />
    </>
  )
}
