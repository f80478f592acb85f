import { displayYuan } from '@qingzhou/domain/money/money'
import type { Bank } from '@qingzhou/contract/features/cards'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonLines } from '@qingzhou/ui/feedback'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { BankMark } from '#shared/payments/pay-methods.tsx'
import { cards } from '#shared/payments/cards-queries.ts'
import { Phrases } from '#shared/pages/phrases.tsx'
import { SearchField } from '#shared/pages/search-field.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'

export default function SupportedBanksScreen() {
  const banks = useQuery(banksQuery())
  const [wanted, setWanted] = useEntryState<string>('search', '')

  return (
    <Screen title={routes.cards.supportedBanks.title} onBack={back}>
      <SearchField
        label="搜索银行"
        value={wanted}
        onChange={setWanted}
        placeholder="输入银行名称"
      />
      <QueryState query={banks} skeleton={<BanksSkeleton />}>
        {(rows) => <Banks banks={rows.filter((bank) => isNamed(bank, wanted))} wanted={wanted} />}
      </QueryState>
      <p className="caption ink-3 centre">限额由银行规定，可能随时调整。</p>
    </Screen>
  )
}

/** By any part of the name, or by the letters that stand for the bank. */
function isNamed({ bankName, bankCode }: Bank, wanted: string): boolean {
  const part = wanted.replaceAll(/\s/g, '')
  return bankName.includes(part) || bankCode.includes(part.toUpperCase())
}

function Banks({ banks, wanted }: { banks: readonly Bank[]; wanted: string }) {
  if (banks.length === 0) {
    return (
      <Empty title={`没有找到“${wanted.trim()}”`}>
        请换个名称再试；不在列表中的银行暂不支持，请使用其他银行的储蓄卡
      </Empty>
    )
  }
  return (
    <Card flush>
      <List label="支持银行">
        {banks.map(({ bankCode, bankName, singleLimit, dayLimit }) => (
          <ListRow
            key={bankCode}
            glyph={<BankMark bankCode={bankCode} bankName={bankName} />}
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
