import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { IdCardEntry } from '#shared/id-card-entry.tsx'
import type { CardRead } from '#shared/id-card-fields.ts'
import { Problem } from '#shared/problem.tsx'
import { useIdCardEntry } from '#shared/use-id-card-entry.ts'
import { amendmentNames } from './amendment-words.ts'
import { PresentCard, type SavedCard } from './present-card.tsx'
import type { Amendment, AmendmentReason } from './queries.ts'
import { useAmend } from './use-amend.ts'

export interface NewCardFormProps {
  what: Amendment
  reason: AmendmentReason
  saved: SavedCard
  read: CardRead
  onDone: () => void
}

/** Photograph the new card, have it read, put it right, send it. */
export function NewCardForm({ what, reason, saved, read, onDone }: NewCardFormProps) {
  const entry = useIdCardEntry('new-id-card', read)
  const { send, problem } = useAmend(entry.form, { what, reason, onDone })

  return (
    <Screen
      title={routes.profile.personalInfo.title}
      onBack={() => backOr(routes.profile.updateReason)}
      trailing={<HelpButton />}
      onSubmit={send}
      footer={
        <Button type="submit" busyLabel="正在核对身份…" unavailable={entry.missing}>
          提交{amendmentNames[what]}
        </Button>
      }
    >
      <PresentCard saved={saved} />
      <IdCardEntry entry={entry} />
      <Problem of={problem} />
    </Screen>
  )
}
