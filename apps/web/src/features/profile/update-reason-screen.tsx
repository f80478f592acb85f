import { useQuery } from '@tanstack/react-query'
import { amendmentNo, amendments, detailParts } from '@qingzhou/contract/features/profile'
import { Button, OptionList, type Unavailable } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { PhoneIcon, ShieldIcon } from '@qingzhou/ui/graphics'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf, addressWithQuery, back, go } from '#platform/navigation/navigation.ts'
import { enterApp } from '#platform/session/session.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import {
  detailNames,
  quotaWords,
  ownPhoneQuery,
  quotaOf,
  quotasQuery,
  type Quotas,
} from '#shared/profile/queries.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'
import {
  amendmentNames,
  reasonNames,
  reasonsFor,
  type Amendment,
  type AmendmentReason,
} from './queries.ts'

const { title } = routes.profile.updateReason

/** The change and its reason; a phone change has its own pages. */
export default function UpdateReasonScreen() {
  const quotas = useQuery(quotasQuery())
  const [chosen, setChosen] = useEntryState<ChosenReason>('chosen', {})

  async function next() {
    const { what, reason } = chosen
    if (!what || !reason) return
    await go(routes.profile.personalInfo, { query: { amendment: amendmentNo({ what, reason }) } })
  }

  return (
    <Screen
      title={title}
      onBack={back}
      trailing={<HelpButton />}
      footer={
        quotas.data?.mayAmend && (
          <Button onPress={next} unavailable={findMissing(chosen)}>
            下一步，拍摄新身份证
          </Button>
        )
      }
    >
      <QueryState query={quotas} skeleton={<SkeletonCards count={2} />}>
        {(told) =>
          told.mayAmend ? (
            <AmendmentChoice quotas={told} chosen={chosen} onChoose={setChosen} />
          ) : (
            <ApplicationFirst />
          )
        }
      </QueryState>
      {quotas.data?.mayAmendDetails && <DetailRows quotas={quotas.data} />}
      <AccountRows />
    </Screen>
  )
}

function findMissing({ what, reason }: ChosenReason): Unavailable | undefined {
  if (!what) return { reason: '请选择要更新的内容', field: '更新内容' }
  return reason ? undefined : { reason: '请选择更新原因', field: '更新原因' }
}

/** Before an application is submitted, its own form updates the card. */
function ApplicationFirst() {
  return (
    <Card title="身份信息" note="还没有可以在这里更新的身份信息">
      <p className="small ink-2">
        您的申请还没有提交，姓名和身份证请在申请的身份认证里填写或修改。
      </p>
      <Button kind="quiet" onPress={async () => enterApp().catch(ignoreRefusal)}>
        去申请
      </Button>
    </Card>
  )
}

/** The contact and work details, with the number of changes left or the day they open again. */
function DetailRows({ quotas }: { quotas: Quotas }) {
  return (
    <Card flush title="联系与单位信息">
      <List label="联系与单位信息">
        {detailParts.map((part) => {
          const quota = quotaOf(part, quotas)
          const to = addressWithQuery(routes.profile.personalInfo.path, { detail: part })
          return (
            <ListRow
              key={part}
              label={detailNames[part]}
              note={quotaWords(quota)}
              {...(!quota.opensOn && { href: `#${to}` })}
            />
          )
        })}
      </List>
    </Card>
  )
}

/** Links to the phone change and the sessions, also when the number is unavailable. */
function AccountRows() {
  const phone = useQuery(ownPhoneQuery())
  return (
    <Card flush>
      <List label="账户">
        <ListRow
          glyph={<PhoneIcon size={20} />}
          label="更换手机号"
          note={
            phone.data ? `当前 ${phone.data.mobile}；原号码已停用也可更换` : '原号码已停用也可更换'
          }
          href={`#${addressOf(routes.profile.newPhone)}`}
        />
        <ListRow
          glyph={<ShieldIcon size={20} />}
          label={routes.security.security.title}
          note="查看关联的应用和登录设备，退出登录"
          href={`#${addressOf(routes.security.security)}`}
        />
      </List>
    </Card>
  )
}

type ChosenReason = {
  readonly what?: Amendment | undefined
  readonly reason?: AmendmentReason | undefined
}

interface AmendmentChoiceProps {
  quotas: Quotas
  chosen: ChosenReason
  onChoose: (chosen: ChosenReason) => void
}

/** The change with the number left, then the reason. */
function AmendmentChoice({ quotas, chosen, onChoose }: AmendmentChoiceProps) {
  const { what, reason } = chosen
  return (
    <>
      <Card title="更新内容" note="需要拍摄您本人的新身份证">
        <OptionList
          legend="更新内容"
          hideLegend
          options={amendments.map((one) => optionOf(one, quotas))}
          value={what}
          onChange={(next) => onChoose({ what: next })}
        />
      </Card>
      {what && (
        <Card title="更新原因">
          <OptionList
            legend="更新原因"
            hideLegend
            options={reasonsFor[what].map((one) => ({ value: one, label: reasonNames[one] }))}
            value={reason}
            onChange={(next) => onChoose({ what, reason: next })}
          />
        </Card>
      )}
    </>
  )
}

function optionOf(what: Amendment, quotas: Quotas) {
  const label = amendmentNames[what]
  const { changesMax } = quotas
  const { count, opensOn } = quotaFor(what, quotas)
  if (count === undefined) return { value: what, label, note: '姓名不变，到期换证或遗失补办' }
  const words = quotaWords({ count, changesMax, opensOn })
  return opensOn ? { value: what, label, unavailable: words } : { value: what, label, note: words }
}

/** A renewed card is not counted. */
function quotaFor(what: Amendment, quotas: Quotas) {
  if (what === 'name') return { count: quotas.modCustNameCount, opensOn: quotas.nameOpensOn }
  if (what === 'idCard') return { count: undefined, opensOn: undefined }
  return { count: quotas.modCustSignOrgCount, opensOn: quotas.issuerOpensOn }
}
