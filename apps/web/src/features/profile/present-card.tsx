import type { identityShapes } from '@qingzhou/contract/features/identity'
import type { Output } from '@qingzhou/contract/wire/shape'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { Chip } from '@qingzhou/ui/feedback'
import { today } from '#shared/pages/figures.ts'
import { FOR_LIFE } from '#shared/identity/id-card-fields.ts'

export type SavedCard = NonNullable<Output<typeof identityShapes.person>['saved']>

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
