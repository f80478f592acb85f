import { displayYuan } from '@qingzhou/domain/money/money'
import type { Bank } from '@qingzhou/contract/features/cards'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { CardIcon } from '@qingzhou/ui/graphics'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { cards } from '#shared/payments/cards-queries.ts'
import { Phrases } from '#shared/pages/phrases.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'

export default function SupportedBanksScreen() {
  const banks = useQuery(banksQuery())

  return (
    <Screen title={routes.cards.supportedBanks.title} onBack={back}>
      <p className="small ink-2">限额由银行规定，可能随时调整。</p>
      <QueryState query={banks} skeleton={<BanksSkeleton />}>
        {(rows) => <Banks banks={rows} />}
      </QueryState>
    </Screen>
  )
}

function Banks({ banks }: { banks: readonly Bank[] }) {
  return (
    <Card flush>
      <List label="支持银行">
        {banks.map(({ bankCode, bankName, singleLimit, dayLimit }) => (
          <ListRow
            key={bankCode}
            glyph={<CardIcon size={20} />}
            label={bankName}
            note={
              <Phrases
                of={`单笔 ${displayYuan(singleLimit)} 元，单日 ${displayYuan(dayLimit)} 元`}
              />
            }
          />
        ))}
      </List>
    </Card>
  )
}

function BanksSkeleton() {
  return (
    <Card>
      <SkeletonLines count={12} />
    </Card>
  )
}

function banksQuery() {
  return queryOptions({
    queryKey: ['supported-banks'],
    queryFn: async ({ signal }) => (await cards.supportedBanks({}, { signal, quiet: true })).banks,
    staleTime: Infinity,
  })
}
