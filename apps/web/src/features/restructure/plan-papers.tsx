import type { PlanDetail } from '@qingzhou/contract/restructure'
import { Card } from '@qingzhou/ui/card'
import { DocumentIcon } from '@qingzhou/ui/icons'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { to } from './to.ts'

/** What was signed, each as its paper. */
export function PlanPapers({ agreements }: Pick<PlanDetail, 'agreements'>) {
  if (agreements.length === 0) return null
  return (
    <Card flush title="协议">
      <List label="协议">
        {agreements.map(({ agreementNo, title }) => (
          <ListRow
            key={agreementNo}
            glyph={<DocumentIcon size={20} />}
            label={title}
            href={to.pdf(agreementNo)}
          />
        ))}
      </List>
    </Card>
  )
}
