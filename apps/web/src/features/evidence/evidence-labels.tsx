import type { Evidence, EvidenceState } from '@qingzhou/contract/features/evidence'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { Empty } from '@qingzhou/ui/feedback'
import { back, addressWithQuery } from '#platform/navigation/navigation.ts'
import { formatDay } from '#shared/pages/figures.ts'
import { type Route, routes } from '#app/routes.ts'

type Open = Pick<Evidence, 'state' | 'daysLeft'>

/** Whether files may still be handed in. */
export function isOpen({ state, daysLeft = 0 }: Open): boolean {
  const isWanted = state === 'toUpload' || state === 'refused'
  return isWanted && daysLeft >= 0
}

/** The deadline and the remaining time; undefined when irrelevant. */
export function deadlineInWords(evidence: Open & Pick<Evidence, 'dueOn'>): string | undefined {
  const { state, dueOn, daysLeft } = evidence
  if (state !== 'toUpload' && state !== 'refused') return undefined
  if (dueOn === undefined || daysLeft === undefined) return undefined
  if (daysLeft < 0) return `${formatDay(dueOn)}已截止`
  if (daysLeft === 0) return '今天截止'
  return `${formatDay(dueOn)}截止，还剩 ${daysLeft} 天`
}

/** What is accepted as evidence. */
export function AcceptedEvidence() {
  return (
    <Card title="哪些可以作为凭证" note="任选一种，能看清金额、日期和收款方即可">
      <List label="可以作为凭证的材料">
        <ListRow label="发票或收据" note="抬头是您本人，或写明了商品和金额" />
        <ListRow label="合同或订单" note="金额页和盖章页都要有" />
        <ListRow label="付款截图或银行流水" note="能看到付款时间、金额和收款方" />
      </List>
    </Card>
  )
}

/** Shown when the link names no evidence. */
export function MissingEvidence({ title }: { title: string }) {
  return (
    <Screen title={title} onBack={back}>
      <Empty
        title="没有找到这份凭证"
        action={
          <ButtonLink href={links.list()} kind="quiet" fit>
            查看全部凭证
          </ButtonLink>
        }
      >
        链接不完整，请从凭证列表重新进入
      </Empty>
    </Screen>
  )
}

const { evidence } = routes

/** Links between the evidence pages. */
export const links = {
  due: link(evidence.evidenceDue),
  list: (state?: EvidenceState) => link(evidence.evidenceList, { state }),
  evidence: (evidenceNo: string) => link(evidence.evidence, { evidenceNo }),
  upload: (evidenceNo: string) => link(evidence.uploadEvidence, { evidenceNo }),
} as const

function link({ path }: Route, query: Readonly<Record<string, string | undefined>> = {}): string {
  return `#${addressWithQuery(path, query)}`
}
