import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { StepProgress } from '@qingzhou/ui/step-progress'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { PersonFields, usePersonMatch } from '#shared/person-match.tsx'
import { CodeToNewPhone } from './code-to-new-phone.tsx'
import { FaceForPhone } from './face-for-phone.tsx'
import type { VerificationProps } from './use-phone-codes.ts'

const { title } = routes.profile.verifyPhone
const goBack = () => backOr(routes.profile.newPhone)

/** The old phone is gone: its owner is named, seen, and holds the new one. */
export function ProveByIdentity(props: VerificationProps) {
  const { change, onChange } = props
  const reach = (proven: typeof change.proven) => onChange({ ...change, proven })

  if (change.proven === 'nothing') {
    return <NameYourself changeNo={change.changeNo} onMatch={() => reach('person')} />
  }
  if (change.proven === 'person') {
    return <FaceForPhone changeNo={change.changeNo} onPassed={() => reach('face')} />
  }
  return <CodeToNewPhone {...props} onUnproven={() => reach('nothing')} />
}

function NameYourself({ changeNo, onMatch }: { changeNo: string; onMatch: () => void }) {
  const match = usePersonMatch({ purpose: 'phone', businessNo: changeNo, onMatch })

  return (
    <Screen
      title={title}
      onBack={goBack}
      trailing={<HelpButton />}
      top={<StepProgress step={1} total={3} next="人脸核验" />}
      onSubmit={match.submit}
      footer={
        <Button type="submit" busyLabel="正在核对">
          确认是本人，下一步
        </Button>
      }
    >
      <PersonFields match={match} />
      <p className="caption ink-3">只用于确认更换手机号的是您本人</p>
    </Screen>
  )
}
