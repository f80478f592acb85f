import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AmendmentRequest, amendmentOf } from '@qingzhou/contract/features/profile'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Empty, Result, SkeletonCards } from '@qingzhou/ui/feedback'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { backOr, go, linkQuery } from '#platform/navigation/navigation.ts'
import { enterApp } from '#platform/session/session.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { personQuery } from '#shared/identity/person-match.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { amendmentNames, type Amendment } from './queries.ts'
import { AmendPart, detailInLink } from './detail-forms.tsx'
import { NewCardForm, PresentCard } from './new-card-form.tsx'

const { personalInfo, updateReason } = routes.profile

const goBack = () => backOr(updateReason)

/** The data on file and the new card. */
export default function PersonalInfoScreen() {
  const part = detailInLink()
  return part ? <AmendPart key={part} part={part} /> : <IdentityInfo />
}

function IdentityInfo() {
  const amendment = amendmentInLink()
  const person = useQuery(personQuery())
  const [isDone, setDone] = useState(false)
  if (isDone && amendment) return <AmendmentDone what={amendment.what} />
  if (person.data?.saved && amendment) {
    return (
      <NewCardForm
        amendment={amendment}
        saved={person.data.saved}
        read={person.data.read}
        onDone={() => setDone(true)}
      />
    )
  }

  return (
    <Screen title={personalInfo.title} onBack={goBack} trailing={<HelpButton />}>
      <QueryState query={person} skeleton={<SkeletonCards count={3} />}>
        {({ saved }) =>
          saved ? (
            <>
              <PresentCard saved={saved} />
              <Button onPress={async () => go(updateReason)}>更新信息</Button>
            </>
          ) : (
            <Empty
              title="还没有身份信息"
              action={<Button onPress={async () => go(updateReason)}>返回信息更新</Button>}
            >
              完成身份认证后，可以在这里查看和更新
            </Empty>
          )
        }
      </QueryState>
    </Screen>
  )
}

/** The change and its reason, from the address. */
function amendmentInLink(): AmendmentRequest | undefined {
  return amendmentOf(linkQuery()['amendment'] ?? '')
}

/** The completed change and its effect on agreements and cards. */
function AmendmentDone({ what }: { what: Amendment }) {
  return (
    <Screen title={routes.profile.personalInfo.title}>
      <Result
        drawing={<GrantedDrawing />}
        title={`${amendmentNames[what]}已完成`}
        sentence="新的身份信息已经生效，并已短信通知您"
        actions={
          <>
            <Button onPress={async () => enterApp().catch(ignoreRefusal)}>返回首页</Button>
            <Button
              kind="quiet"
              onPress={async () => go(routes.profile.updateReason, { replace: true })}
            >
              继续更新其他信息
            </Button>
          </>
        }
      >
        <Card title="接下来">
          <NumberedSteps label="说明" steps={what === 'name' ? afterRenaming : afterRenewal} />
        </Card>
      </Result>
    </Screen>
  )
}

const toSign = { title: '已签的协议继续有效', note: '以后签署的协议使用新的身份信息' }

const afterRenaming = [
  { title: '请到银行更新户名', note: '银行卡户名与新姓名不一致时，扣款和收款可能失败' },
  toSign,
]

const afterRenewal = [
  toSign,
  { title: '请到银行更新证件', note: '银行登记的证件过期时，扣款和收款可能受限' },
]
