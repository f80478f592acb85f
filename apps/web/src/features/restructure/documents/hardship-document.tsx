import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Output } from '@qingzhou/contract/wire/shape'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '@qingzhou/ui/feedback'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { documentsQuery } from '#features/restructure/queries.ts'
import { links } from '#features/restructure/links.ts'

type Documents = Output<typeof restructureShapes.documents>

export type HardshipDocument = Documents['documents'][number]

/** New or returned: its files can be changed. */
export function isOpenDocument({ evidence: { state } }: HardshipDocument): boolean {
  return state === 'toUpload' || state === 'refused'
}

/** Approved and still valid. The server sends the end date, and none when expired. */
export function isValidDocument({ evidence: { state }, countsUntil }: HardshipDocument): boolean {
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

/** A long term needs a hardship document: the requirement and its state. */
export function DocumentNeeded({ monthsMax }: { monthsMax: number }) {
  return (
    <Banner tone="soon">
      {useIsUnderReview()
        ? `困难证明正在审核，通过后就能按超过 ${monthsMax} 期签约，结果会短信通知您`
        : `超过 ${monthsMax} 期，需要先上传失业、疾病等困难证明，审核通过后才能签约`}
    </Banner>
  )
}

/** Opens the upload, or the document under review. */
export function DocumentButton({ loanNo }: { loanNo: string | undefined }) {
  if (useIsUnderReview()) return <ButtonLink href={links.documents}>查看审核进度</ButtonLink>
  return <ButtonLink href={links.uploadDocuments(loanNo)}>上传困难证明</ButtonLink>
}

function useIsUnderReview(): boolean {
  const { data } = useQuery(documentsQuery)
  return data?.documents.some(({ evidence }) => evidence.state === 'toReview') ?? false
}
