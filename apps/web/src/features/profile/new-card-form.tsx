import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AmendmentRequest, amendmentNo } from '@qingzhou/contract/features/profile'
import { Button } from '@qingzhou/ui/inputs'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { Result, StepProgress, Chip } from '@qingzhou/ui/feedback'
import { Screen, Card, Pairs } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { faceSessionInLink } from '#shared/face-check/face-outcome.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { IdCardEntry } from '#shared/identity/id-card-entry.tsx'
import {
  cardIn,
  type CardRead,
  checkCard,
  type IdCardForm,
  FOR_LIFE,
} from '#shared/identity/id-card-fields.ts'
import { FormError, useRefusal } from '#shared/forms/form-error.tsx'
import { useIdCardEntry } from '#shared/identity/use-id-card-entry.ts'
import { amendmentNames } from './queries.ts'
import { OwnFace } from './own-face.tsx'
import { amendAccount, quotasQuery } from '#shared/profile/queries.ts'
import type { identityShapes } from '@qingzhou/contract/features/identity'
import type { Output } from '@qingzhou/contract/wire/shape'
import { today } from '#shared/pages/figures.ts'

interface NewCardFormProps {
  amendment: AmendmentRequest
  saved: SavedCard
  read: CardRead
  onDone: () => void
}

/** Capture, recognise and correct the new card, verify the face, send. */
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
      <FormError of={problem} />
    </Screen>
  )
}

interface FaceForAmendmentProps {
  amendment: AmendmentRequest
  cameFrom: string | undefined
  /** Returns to the form. */
  onBack: () => void
  onSend: () => Promise<void>
}

/** Compares the face with the old card, then sends the new one. */
function FaceForAmendment({ amendment, cameFrom, onBack, onSend }: FaceForAmendmentProps) {
  const [isSeen, setSeen] = useState(false)
  const { title } = routes.profile.personalInfo
  const frame = { title, onBack, top: <StepProgress step={2} total={2} /> }
  const passed = (
    <Result
      drawing={<GrantedDrawing />}
      title="核验通过"
      sentence="已确认是您本人，提交后新的身份信息立即生效"
      actions={
        <Button onPress={onSend} busyLabel="正在核对身份…">
          确认提交{amendmentNames[amendment.what]}
        </Button>
      }
    />
  )
  if (isSeen) return <Screen {...frame}>{passed}</Screen>
  return (
    <OwnFace
      purpose="amend"
      businessNo={amendmentNo(amendment)}
      frame={frame}
      cameFrom={cameFrom}
      passed={passed}
      onPassed={() => setSeen(true)}
    />
  )
}

interface AmendSetup {
  amendment: AmendmentRequest
  onDone: () => void
}

/** A required face check; an expired one is repeated once. */
type RequiredFace = { readonly round: number; readonly cameFrom: string | undefined }

/** Sends the corrected card; the first time, the server requires a face check. */
function useAmend(form: IdCardForm, { amendment, onDone }: AmendSetup) {
  const client = useQueryClient()
  const [problem, setProblem] = useRefusal(form.values)
  const [face, setFace] = useState<RequiredFace | undefined>(faceComeBackFrom)

  async function send() {
    if (!checkCard(form)) return setFace(undefined)
    setProblem(undefined)
    try {
      const card = cardIn(form.values)
      const { needsFace, ...quotas } = await amendAccount(
        { act: 'change', ...amendment, ...card },
        { quiet: true },
      )
      client.setQueryData(quotasQuery().queryKey, quotas)
      if (needsFace) {
        return setFace((earlier) => ({ round: (earlier?.round ?? 0) + 1, cameFrom: undefined }))
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return setFace(undefined)
    }
    form.forget()
    onDone()
  }

  return { send, problem, face, leaveFace: () => setFace(undefined) }
}

function faceComeBackFrom(): RequiredFace | undefined {
  const cameFrom = faceSessionInLink()
  return cameFrom === undefined ? undefined : { round: 0, cameFrom }
}

type SavedCard = NonNullable<Output<typeof identityShapes.person>['saved']>

/** The data on file, masked. */
export function PresentCard({ saved }: { saved: SavedCard }) {
  const { name, no, issueAgency, issueDate, expireDate } = saved
  const isExpired = expireDate !== FOR_LIFE && expireDate < today()
  return (
    <Card title="当前信息" trailing={isExpired && <Chip tone="overdue">已过期</Chip>}>
      <Pairs
        pairs={[
          { label: '姓名', value: name },
          { label: '证件号码', value: no },
          { label: '签发机关', value: issueAgency },
          { label: '有效期', value: `${issueDate} 至 ${expireDate}` },
        ]}
      />
    </Card>
  )
}
