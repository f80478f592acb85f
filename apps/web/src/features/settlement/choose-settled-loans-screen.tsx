import { useInfiniteQuery } from '@tanstack/react-query'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink, Tick, type Unavailable } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Chip, Empty } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf, back, go } from '#platform/navigation/navigation.ts'
import { Paged } from '#shared/pages/paged.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { chooseLoans, draftLoan, type DraftLoan } from './certificate-draft.ts'
import { type Accounts, type SettledLoan, settledLoansQuery } from './queries.ts'

/** The limit of one request. */
const CHOSEN_MAX = 20

/** The settled loans, selectable. */
export default function ChooseSettledLoansScreen() {
  const query = useInfiniteQuery(settledLoansQuery)
  const [chosen, setChosen] = useEntryState<readonly DraftLoan[]>('loans', [])
  const first = query.data?.pages[0]

  function choose(one: SettledLoan, isChosen: boolean) {
    const others = chosen.filter(({ loanNo }) => loanNo !== one.loan.loanNo)
    setChosen(isChosen ? [...others, draftLoan(one)] : others)
  }

  async function goOn() {
    chooseLoans(chosen)
    await go(routes.settlement.sendCertificate)
  }

  return (
    <Screen
      title={routes.settlement.chooseSettledLoans.title}
      onBack={back}
      footer={
        first &&
        first.loans.length > 0 && (
          <Button onPress={goOn} {...unavailable(chosen.length)}>
            下一步（已选 {chosen.length} 笔）
          </Button>
        )
      }
    >
      <Paged
        query={query}
        itemsOf={({ loans }) => loans}
        empty={<NothingSettled accounts={first?.accounts} />}
      >
        {(loans) => (
          <Card flush title="已结清的借款" note="每笔借款开具一份，可多选">
            <ul className="list" aria-label="已结清的借款">
              {loans.map((one) => (
                <SettledLoanTick
                  key={one.loan.loanNo}
                  settled={one}
                  isChosen={chosen.some(({ loanNo }) => loanNo === one.loan.loanNo)}
                  onChoose={(isChosen) => choose(one, isChosen)}
                />
              ))}
            </ul>
          </Card>
        )}
      </Paged>
    </Screen>
  )
}

function unavailable(count: number): { unavailable?: Unavailable } {
  if (count === 0) return { unavailable: { reason: '勾选要开具证明的借款', field: '已结清的借款' } }
  return count > CHOSEN_MAX ? { unavailable: `一次最多选择 ${CHOSEN_MAX} 笔` } : {}
}

function NothingSettled({ accounts }: { accounts: Accounts | undefined }) {
  const openCount = accounts?.openCount ?? 0
  const why =
    openCount > 0
      ? `您有 ${openCount} 笔借款还在还款中，全部还清后，当天就可以开具结清证明。`
      : '您还没有结清的借款。借款全部还清后，当天就可以开具结清证明。'
  return (
    <Empty
      title="还没有可以开具的借款"
      action={
        <ButtonLink kind="quiet" fit href={`#${addressOf(routes.settlement.creditStatement)}`}>
          改开信贷账户证明
        </ButtonLink>
      }
    >
      {why}
    </Empty>
  )
}

interface SettledLoanTickProps {
  settled: SettledLoan
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** A settled loan and whether it has a certificate. */
function SettledLoanTick({ settled, isChosen, onChoose }: SettledLoanTickProps) {
  const { loan, settledOn, certificateNo } = settled
  return (
    <li>
      <Tick checked={isChosen} onChange={onChoose}>
        <span className="stack stack-1">
          <span className="row row-between">
            <span className="row strong">
              {loan.purposeName}
              {certificateNo !== undefined && <Chip>已开具</Chip>}
            </span>
            <strong className="tabular">{displayYuan(loan.amount)}</strong>
          </span>
          <span className="caption ink-3 tabular">
            {loan.drawnOn} 借款 · {settledOn} 结清
          </span>
          <span className="caption ink-3 tabular">借据 {loan.loanNo}</span>
        </span>
      </Tick>
    </li>
  )
}
