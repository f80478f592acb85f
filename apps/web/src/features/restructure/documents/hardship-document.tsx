import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Output } from '@qingzhou/contract/wire/shape'
import { Card, List, ListRow } from '@qingzhou/ui/layout'

type Documents = Output<typeof restructureShapes.documents>

export type HardshipDocument = Documents['documents'][number]

/** New or returned: its files can be changed. */
export function isOpenDocument({ proof: { state } }: HardshipDocument): boolean {
  return state === 'toUpload' || state === 'refused'
}

/** Approved and still valid. The server sends the end date, and none when expired. */
export function isValidDocument({ proof: { state }, countsUntil }: HardshipDocument): boolean {
  return state === 'approved' && countsUntil !== undefined
}

/** What is accepted as hardship document. */
export function AcceptedDocuments() {
  return (
    <Card title="哪些可以作为困难证明" note="任选一种，三个月内开具，能看清姓名、日期和盖章">
      <List label="可以作为困难证明的材料">
        <ListRow label="失业或停工" note="失业登记证明、解除劳动合同证明、停工通知" />
        <ListRow label="疾病或意外" note="诊断证明、住院或手术单据、医疗费用清单" />
        <ListRow label="低保或残疾" note="低保证、特困人员证明、残疾人证" />
        <ListRow label="受灾或家庭变故" note="受灾证明、亲属死亡证明、社区或村委会证明" />
        <ListRow label="收入明显减少" note="近六个月的工资流水、单位的降薪通知" />
      </List>
    </Card>
  )
}
