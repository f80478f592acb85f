import { amendments } from '@qingzhou/contract/profile'
import { Card } from '@qingzhou/ui/card'
import { OptionList } from '@qingzhou/ui/option-list'
import { amendmentNames, dayWithYear, reasonNames, reasonsFor } from './amendment-words.ts'
import type { Amendment, AmendmentReason, Quotas } from './queries.ts'

export type Chosen = {
  readonly what?: Amendment | undefined
  readonly reason?: AmendmentReason | undefined
}

export interface AmendmentChoiceProps {
  quotas: Quotas
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** What is to be changed, with how often it may still be; then why. */
export function AmendmentChoice({ quotas, chosen, onChoose }: AmendmentChoiceProps) {
  const { what, reason } = chosen
  return (
    <>
      <Card title="要更新什么" note="需要拍摄您本人的新身份证">
        <OptionList
          legend="要更新什么"
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
  if (opensOn) {
    const unavailable = `一年内已改 ${count} 次，${dayWithYear(opensOn)}起可以再改`
    return { value: what, label, unavailable }
  }
  const note = `还可修改 ${changesMax - count} 次，一年内最多 ${changesMax} 次`
  return { value: what, label, note }
}

/** A renewed card is not counted. */
function quotaFor(what: Amendment, quotas: Quotas) {
  if (what === 'name') return { count: quotas.modCustNameCount, opensOn: quotas.nameOpensOn }
  if (what === 'idCard') return { count: undefined, opensOn: undefined }
  return { count: quotas.modCustSignOrgCount, opensOn: quotas.issuerOpensOn }
}
