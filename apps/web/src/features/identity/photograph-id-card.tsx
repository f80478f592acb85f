import { Banner } from '@qingzhou/ui/banner'
import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { back } from '#platform/navigation.ts'
import { ApplicationProgress } from '#shared/application-progress.tsx'
import { IdCardEntry } from '#shared/id-card-entry.tsx'
import type { CardRead } from '#shared/id-card-fields.ts'
import { Problem } from '#shared/problem.tsx'
import { useIdCardEntry } from '#shared/use-id-card-entry.ts'
import { useSaveIdCard } from './use-save-id-card.ts'

export interface PhotographIdCardProps {
  read: CardRead
  /** Why the card has to be photographed again. */
  reason?: string | undefined
}

/** Photograph, have read, put right, send. */
export function PhotographIdCard({ read, reason }: PhotographIdCardProps) {
  const entry = useIdCardEntry('id-card', read)
  const { save, problem } = useSaveIdCard(entry.form)

  return (
    <Screen
      title={routes.identity.idCard.title}
      onBack={back}
      trailing={<HelpButton />}
      top={<ApplicationProgress at="identity" />}
      onSubmit={save}
      footer={
        <Button type="submit" busyLabel="正在核对身份…" unavailable={entry.missing}>
          确认无误，下一步
        </Button>
      }
    >
      {reason !== undefined && <Banner tone="soon">{reason}</Banner>}
      <IdCardEntry entry={entry} />
      <Problem of={problem} />
    </Screen>
  )
}
