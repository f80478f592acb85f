import type { BackReading, FrontReading } from '@qingzhou/contract/identity'
import { Banner } from '@qingzhou/ui/banner'
import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { back } from '#platform/navigation.ts'
import { ApplicationProgress } from '#shared/application-progress.tsx'
import { IdCardCapture } from '#shared/id-card-capture.tsx'
import { Problem } from '#shared/problem.tsx'
import { useIdCardReading } from '#shared/use-id-card-reading.ts'
import type { IdCardReading, Reading } from '#shared/use-id-card-reading.ts'
import { BackCheck, FrontCheck } from './id-card-check.tsx'
import { backFields, frontFields, useIdCardForm } from './id-card-fields.ts'
import type { IdCardForm } from './id-card-fields.ts'
import { useSaveIdCard } from './use-save-id-card.ts'

export interface PhotographIdCardProps {
  /** What was read before, perhaps on another phone. */
  read: { readonly front?: FrontReading | undefined; readonly back?: BackReading | undefined }
  /** Why the card has to be photographed again. */
  reason?: string | undefined
}

/** Photograph, have read, put right, send. */
export function PhotographIdCard({ read, reason }: PhotographIdCardProps) {
  const form = useIdCardForm(read)
  const reading = useIdCardReading({
    earlier: { front: read.front !== undefined, back: read.back !== undefined },
    onRead: (news) => fill(form, news),
  })
  const { save, problem } = useSaveIdCard(form)

  return (
    <Screen
      title={routes.identity.idCard.title}
      onBack={back}
      trailing={<HelpButton />}
      top={<ApplicationProgress at="identity" />}
      onSubmit={save}
      footer={
        <Button type="submit" busyLabel="正在核对身份…" unavailable={missing(reading)}>
          确认无误，下一步
        </Button>
      }
    >
      {reason !== undefined && <Banner tone="soon">{reason}</Banner>}
      <IdCardCapture reading={reading} />
      {reading.front.state === 'done' && <FrontCheck form={form} />}
      {reading.back.state === 'done' && <BackCheck form={form} />}
      <Problem of={problem} />
    </Screen>
  )
}

/** A new photo counts for more than what was typed over the old one. */
function fill(form: IdCardForm, { side, fields }: Reading) {
  form.put(side === 'front' ? frontFields(fields) : backFields(fields))
}

function missing({ front, back }: IdCardReading): string | undefined {
  if (front.state === 'busy' || back.state === 'busy') return '正在识别照片…'
  if (front.state !== 'done') return '请先拍摄人像面'
  return back.state === 'done' ? undefined : '请先拍摄国徽面'
}
