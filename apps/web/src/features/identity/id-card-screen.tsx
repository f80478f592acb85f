import { useState } from 'react'
import { identityShapes } from '@qingzhou/contract/features/identity'
import type { Output } from '@qingzhou/contract/wire/shape'
import { Banner, Chip, SkeletonCards } from '@qingzhou/ui/feedback'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { Confirm } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { remove } from '#platform/browser/storage.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { enterApp } from '#platform/session/session.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { today } from '#shared/pages/figures.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { IdCardEntry } from '#shared/identity/id-card-entry.tsx'
import { cardIn, type CardRead, checkCard, FOR_LIFE } from '#shared/identity/id-card-fields.ts'
import { personQuery } from '#shared/identity/person-match.tsx'
import { FormError, useRefusal } from '#shared/forms/form-error.tsx'
import { useFreshQuery } from '#shared/forms/fresh-query.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import {
  type IdCardEntry as IdCardEntryState,
  shownPhotos,
  useIdCardEntry,
} from '#shared/identity/use-id-card-entry.ts'

export default function IdCardScreen() {
  const person = useFreshQuery(personQuery())
  const [wantsAnew, setWantsAnew] = useState(false)
  if (!person.data) {
    return (
      <Screen
        title={routes.identity.idCard.title}
        onBack={back}
        trailing={<HelpButton />}
        top={<ApplicationProgress at="identity" />}
      >
        <QueryState query={person} skeleton={<SkeletonCards count={3} />}>
          {() => null}
        </QueryState>
      </Screen>
    )
  }

  const { saved, read } = person.data
  if (!saved) return <PhotographIdCard read={read} />
  if (isExpired(saved)) {
    return <PhotographIdCard read={read} isRenewal />
  }
  if (wantsAnew) return <PhotographIdCard read={read} />
  return <IdCardOnFile card={saved} onAnew={() => setWantsAnew(true)} />
}

function isExpired({ expireDate }: SavedCard): boolean {
  return expireDate !== FOR_LIFE && expireDate < today()
}

type SavedCard = NonNullable<Output<typeof identityShapes.person>['saved']>

/** The confirmed card. */
function IdCardOnFile({ card, onAnew }: { card: SavedCard; onAnew: () => void }) {
  const [isAsking, setAsking] = useState(false)

  return (
    <Screen
      title={routes.identity.idCard.title}
      onBack={back}
      trailing={<HelpButton />}
      top={<ApplicationProgress at="identity" />}
      footer={<Button onPress={async () => enterApp().catch(ignoreRefusal)}>继续申请</Button>}
    >
      <Card title="身份信息" trailing={<Chip tone="fine">已认证</Chip>}>
        <Pairs
          pairs={[
            { label: '姓名', value: card.name },
            { label: '证件号码', value: card.no },
            { label: '签发机关', value: card.issueAgency },
            { label: '有效期', value: `${card.issueDate} 至 ${card.expireDate}` },
          ]}
        />
      </Card>
      <div className="row row-centre">
        <Button kind="text" opensDialog onPress={() => setAsking(true)}>
          信息有误，重新拍摄
        </Button>
      </div>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title="重新认证身份"
        confirmLabel="重新拍摄身份证"
        onConfirm={onAnew}
      >
        <p>保存新的身份信息后，需要再做一次人脸核验，后面填过的内容会保留。</p>
      </Confirm>
    </Screen>
  )
}

interface PhotographIdCardProps {
  read: CardRead
  /** The card on file has expired. */
  isRenewal?: boolean
}

/** Capture, recognise, correct, send. */
function PhotographIdCard({ read, isRenewal = false }: PhotographIdCardProps) {
  const entry = useIdCardEntry('id-card', read)
  const { save, problem } = useSaveIdCard(entry)

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
      {isRenewal && (
        <Banner tone="soon" action={<a href={toBills}>查看账单</a>}>
          您的身份证已过期，请拍摄新的身份证。更新前暂不能借款，查看账单和还款不受影响。
        </Banner>
      )}
      <IdCardEntry entry={entry} />
      <FormError of={problem} />
    </Screen>
  )
}

const toBills = `#${addressOf(routes.repayment.repayHome)}`

const { saveIdCard, verifyIdNumber } = callsOf('identity', {
  saveIdCard: identityShapes.saveIdCard,
  verifyIdNumber: identityShapes.verifyIdNumber,
})

/** Sends the corrected fields and continues. */
function useSaveIdCard({ form, isCorrected }: IdCardEntryState) {
  const [problem, setProblem] = useRefusal(form.values)

  async function save() {
    if (!checkCard(form)) return
    setProblem(undefined)
    const card = cardIn(form.values)
    // Typed by hand: a typing error is shown at the field, before anything is saved.
    if (isCorrected() && (await isMismatch(card))) {
      form.fail('no', '姓名与证件号码不一致，请对照证件修改', ['name', 'no'])
      return
    }
    try {
      await saveIdCard({ ...card, idLogNo: shownPhotos() }, { quiet: true })
    } catch (error) {
      ignoreRefusal(error)
      if (error instanceof ApiError) setProblem(error.message)
      return
    }
    form.forget()
    remove('idLogNo')
    await enterApp().catch(ignoreRefusal)
  }

  return { save, problem }
}

/** Asks the register, without a message: if it does not answer, saving decides. */
async function isMismatch({ name, no }: { name: string; no: string }): Promise<boolean> {
  const answer = await verifyIdNumber({ name, no }, { quiet: true }).catch(ignoreRefusal)
  return answer?.matches === false
}
