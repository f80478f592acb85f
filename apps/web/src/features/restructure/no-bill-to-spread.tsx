import { displayYuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Empty } from '@qingzhou/ui/empty'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { CallUs } from '#shared/call-us.tsx'
import type { SecondOffers } from './queries.ts'
import { to } from './to.ts'

/** No bill can be spread: why not, loan by loan, and what else there is. */
export function NoBillToSpread({ bills }: Pick<SecondOffers, 'bills'>) {
  const isLate = bills.some(({ loan }) => loan.state === 'overdue')
  return (
    <div className="stack stack-3">
      <Empty
        title="现在没有可以分期的账单"
        action={
          isLate ? (
            <ButtonLink href={to.chooseBills} fit>
              申请个性化分期
            </ButtonLink>
          ) : (
            <ButtonLink href={to.repayHome} kind="quiet" fit>
              回还款首页
            </ButtonLink>
          )
        }
      >
        {isLate ? '账单已经逾期，可以申请个性化分期' : '本期账单出来后、到期之前，可以在这里分期'}
      </Empty>
      {bills.length > 0 && (
        <Card flush title="为什么不能">
          <List label="不能分期的借款">
            {bills.map(({ loan, refusal }) => (
              <ListRow
                key={loan.loanNo}
                label={`${loan.purposeName} · ${displayYuan(loan.amount)} 元`}
                note={refusal}
              />
            ))}
          </List>
        </Card>
      )}
      <CallUs>还款有困难？可以和我们商量</CallUs>
    </div>
  )
}
