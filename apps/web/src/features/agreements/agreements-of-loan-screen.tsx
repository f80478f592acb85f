import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { DocumentIcon } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { addressOf, back, numberInLink } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { signedAgreementsQuery } from './queries.ts'

const address = addressOf(routes.agreements.pdf)

const signedOn = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })

/** The signed agreements of a loan; each opens as PDF. */
export default function AgreementsOfLoanScreen() {
  const agreements = useInfiniteQuery(signedAgreementsQuery(numberInLink('loanNo')))

  return (
    <Screen title={routes.agreements.agreementsOfLoan.title} onBack={back}>
      <QueryState query={agreements} skeleton={<SkeletonCards count={2} />}>
        {({ pages }) => {
          const all = pages.flatMap((page) => page.agreements)
          if (all.length === 0)
            return <Empty title="还没有签署过协议">借款后，协议会列在这里</Empty>
          return (
            <div className="stack stack-3">
              <Card flush>
                <List label="已签署的协议">
                  {all.map(({ agreementNo, title, signedAt }) => (
                    <ListRow
                      key={agreementNo}
                      label={title}
                      note={`签署于 ${signedOn.format(signedAt)}`}
                      glyph={<DocumentIcon />}
                      href={`#${address}?agreementNo=${agreementNo}`}
                    />
                  ))}
                </List>
              </Card>
              {agreements.hasNextPage && (
                <Button kind="quiet" onPress={agreements.fetchNextPage}>
                  加载更多
                </Button>
              )}
            </div>
          )
        }}
      </QueryState>
    </Screen>
  )
}
