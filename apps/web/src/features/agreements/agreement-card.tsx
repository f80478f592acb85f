import { Card } from '@qingzhou/ui/card'
import { ChevronIcon } from '@qingzhou/ui/icons'
import { Tick } from '@qingzhou/ui/tick'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation.ts'
import type { AgreementGroup } from './agreement-groups.ts'
import type { SignedOfList } from './queries.ts'
import { signedDay } from './signed-when.ts'
import './agreement-card.css'

const address = addressOf(routes.agreements.signedAgreement)

export interface AgreementCardProps {
  group: AgreementGroup
  isChosen: (agreement: SignedOfList) => boolean
  onChoose: (agreements: readonly SignedOfList[], wanted: 'in' | 'out') => void
}

/** Agreements of a month or of a loan: each can be opened, and chosen to be sent. */
export function AgreementCard({ group, isChosen, onChoose }: AgreementCardProps) {
  const { title, agreements } = group
  const areAllChosen = agreements.every(isChosen)
  return (
    <Card
      flush
      title={title}
      trailing={
        <button
          type="button"
          className="agreement-all small is-primary"
          aria-label={`${areAllChosen ? '取消全选' : '全选'}：${title}`}
          onClick={() => onChoose(agreements, areAllChosen ? 'out' : 'in')}
        >
          {areAllChosen ? '取消全选' : '全选'}
        </button>
      }
    >
      <ul className="list" aria-label={title}>
        {agreements.map((agreement) => (
          <li key={agreement.agreementNo} className="agreement-row">
            <Tick
              checked={isChosen(agreement)}
              onChange={(checked) => onChoose([agreement], checked ? 'in' : 'out')}
            >
              <span className="visually-hidden">
                选择{agreement.title}，签署于 {signedDay(agreement.signedAt)}
              </span>
            </Tick>
            <a className="list-row" href={`#${address}?agreementNo=${agreement.agreementNo}`}>
              <span className="list-row-label grow">
                {agreement.title}
                <span className="list-row-note tabular">
                  签署于 {signedDay(agreement.signedAt)}
                </span>
              </span>
              <span className="list-row-chevron">
                <ChevronIcon size={20} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
