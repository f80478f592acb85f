import { useState } from 'react'
import type { Agreement } from '@qingzhou/contract/features/agreements'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { DocumentIcon } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { AgreementReader } from '#shared/agreements/agreement-ticks.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useDraw, useDrawAgreements } from './use-draw.ts'

/** The agreements of the current draw, filled with its figures. */
export default function LoanAgreementsScreen() {
  const draw = useDraw()
  const toSign = useDrawAgreements(draw)
  const isChosen = draw.draft.months !== undefined && draw.draft.purpose !== undefined

  return (
    <Screen title={routes.loans.loanAgreements.title} onBack={back}>
      {isChosen ? (
        <QueryState query={toSign} skeleton={<SkeletonCards count={2} />}>
          {(agreements) => <DrawAgreements agreements={agreements} />}
        </QueryState>
      ) : (
        <Empty
          title="暂无待签协议"
          action={
            <ButtonLink href={`#${addressOf(routes.loans.borrow)}`} kind="quiet" fit>
              选择金额和期限
            </ButtonLink>
          }
        >
          选择金额、期限和用途后，将按您的借款生成协议
        </Empty>
      )}
    </Screen>
  )
}

function DrawAgreements({ agreements }: { agreements: readonly Agreement[] }) {
  const [reading, setReading] = useState<Agreement>()
  const [isOpen, setOpen] = useState(false)

  function read(agreement: Agreement) {
    setReading(agreement)
    setOpen(true)
  }

  return (
    <div className="stack stack-3">
      <Card flush>
        <List label="本次借款的协议">
          {agreements.map((agreement) => (
            <ListRow
              key={agreement.code}
              label={agreement.title}
              note={`版本 ${agreement.version}`}
              glyph={<DocumentIcon />}
              onPress={() => read(agreement)}
              opensDialog
            />
          ))}
        </List>
      </Card>
      <p className="caption ink-3 centre">签署后可在“借款协议”中随时查看和下载</p>
      {reading && (
        <AgreementReader agreement={reading} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
