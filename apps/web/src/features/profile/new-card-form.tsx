import type { AmendmentAsked } from '@qingzhou/contract/profile'
import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { StepProgress } from '@qingzhou/ui/step-progress'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { IdCardEntry } from '#shared/id-card-entry.tsx'
import type { CardRead } from '#shared/id-card-fields.ts'
import { Problem } from '#shared/problem.tsx'
import { useIdCardEntry } from '#shared/use-id-card-entry.ts'
import { FaceForAmendment } from './face-for-amendment.tsx'
import { PresentCard, type SavedCard } from './present-card.tsx'
import { useAmend } from './use-amend.ts'

export interface NewCardFormProps {
  amendment: AmendmentAsked
  saved: SavedCard
  read: CardRead
  onDone: () => void
}

/** Photograph the new card, have it read, put it right, show one's face, send it. */
export function NewCardForm({ amendment, saved, read, onDone }: NewCardFormProps) {
  const entry = useIdCardEntry('new-id-card', read)
  const { send, problem, face, leaveFace } = useAmend(entry.form, { amendment, onDone })
  if (face) {
    return (
      <FaceForAmendment
        key={face.round}
        amendment={amendment}
        cameFrom={face.cameFrom}
        onBack={leaveFace}
        onSend={send}
      />
    )
  }

  return (
    <Screen
      title={routes.profile.personalInfo.title}
      onBack={() => backOr(routes.profile.updateReason)}
      trailing={<HelpButton />}
      top={<StepProgress step={1} total={2} next="人脸核验" />}
      onSubmit={send}
      footer={
        <Button type="submit" busyLabel="正在核对" unavailable={entry.missing}>
          下一步，人脸核验
        </Button>
      }
    >
      <PresentCard saved={saved} />
      <IdCardEntry entry={entry} />
      <Problem of={problem} />
    </Screen>
  )
}
