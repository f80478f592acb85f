import type { ShownCustomer } from '@qingzhou/contract/features/console/customers'
import type { LoanRow } from '@qingzhou/contract/features/console/loans'
import { unreachable } from '@qingzhou/domain/assert'
import { Link } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { kindNames } from '#shared/catalogue/act-names.ts'
import { nameIn } from '#shared/proposals/names.ts'
import { language } from '#platform/language.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText, momentText, rateText } from '#platform/figures.ts'
import { Card, StateText } from '#shared/parts/card.tsx'
import { useWords } from '#shared/catalogue/words.ts'

/** Loans, what is open, and the limit: what most calls of a customer are about. */
export function Overview({ shown }: { readonly shown: ShownCustomer }) {
  const messages = useMessages(customerMessages)
  const { limit, draw } = shown
  return (
    <>
      <Loans shown={shown} />
      <OpenMatters shown={shown} />
      {limit && (
        <Card title={messages.limit}>
          <dl className="facts body">
            <dt>{messages.usedOfLimit}</dt>
            <dd>
              {amountText(limit.used)} / {amountText(limit.granted)}
            </dd>
            <dt>{messages.rate}</dt>
            <dd>{rateText(limit.annualRatePpm)}</dd>
            <dt>{messages.validUntil}</dt>
            <dd>{limit.validUntil}</dd>
            <dt>{messages.state}</dt>
            <dd>
              <StateText tone={limit.state === 'open' ? 'done' : 'wait'}>
                {
                  {
                    open: messages.limitOpen,
                    frozen: messages.limitFrozen,
                    cancelled: messages.limitCancelled,
                  }[limit.state]
                }
              </StateText>
            </dd>
            {draw && (
              <>
                <dt>{messages.drawRunning}</dt>
                <dd className="id">{draw.drawNo}</dd>
              </>
            )}
          </dl>
        </Card>
      )}
    </>
  )
}

function Loans({ shown: { loans, principalLeft } }: { readonly shown: ShownCustomer }) {
  const messages = useMessages(customerMessages)
  const ended = loans.filter(({ state }) => state === 'settled' || state === 'reversed').length
  return (
    <Card
      title={messages.loans}
      note={messages.loansCount(loans.length - ended, ended)}
      aside={messages.unitYuan}
    >
      {loans.length === 0 ? (
        <p className="body c2">{messages.noLoans}</p>
      ) : (
        <div className="wide">
          <table className="t">
            <thead>
              <tr>
                <th scope="col">{messages.loan}</th>
                <th scope="col" className="r">
                  {messages.amount}
                </th>
                <th scope="col" className="r">
                  {messages.rate}
                </th>
                <th scope="col" className="gap">
                  {messages.paidInstalments}
                </th>
                <th scope="col" className="r">
                  {messages.principalLeft}
                </th>
                <th scope="col" className="r">
                  {messages.nextDueOn}
                </th>
                <th scope="col" className="r">
                  {messages.due}
                </th>
                <th scope="col" className="gap">
                  {messages.state}
                </th>
              </tr>
            </thead>
            <tbody>
              {loans.map((loan) => (
                <LoanLine key={loan.loanNo} loan={loan} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <td colSpan={4}>{messages.total}</td>
                <td className="r">{amountText(principalLeft)}</td>
                <td colSpan={3} />
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </Card>
  )
}

function LoanLine({ loan }: { readonly loan: LoanRow }) {
  const href = `/loans/${loan.loanNo}`
  return (
    <tr>
      <td>
        <Link className="id" href={href}>
          {loan.loanNo}
        </Link>
      </td>
      <td className="r">{amountText(loan.amount)}</td>
      <td className="r">{rateText(loan.annualRatePpm)}</td>
      <td className="gap">
        <progress
          className="meter meter-s"
          value={loan.paidInstalments}
          max={loan.instalments}
          aria-hidden="true"
        />
        {loan.paidInstalments} / {loan.instalments}
      </td>
      <td className="r">
        <Link className="fig" href={href}>
          {amountText(loan.principalLeft)}
        </Link>
      </td>
      <td className="r">{loan.nextDueOn ?? '—'}</td>
      <td className="r">{loan.nextDue === undefined ? '—' : amountText(loan.nextDue)}</td>
      <td className="gap">
        <LoanState loan={loan} />
      </td>
    </tr>
  )
}

/** The state of a loan in a word; what is due soon waits, what is overdue failed. */
export function LoanState({ loan: { state, daysToDue = 0 } }: { readonly loan: LoanRow }) {
  const messages = useMessages(customerMessages)
  switch (state) {
    case 'overdue':
      return <StateText tone="fail">{messages.loanOverdue(-daysToDue)}</StateText>
    case 'due':
      return <StateText tone="wait">{messages.loanDue(daysToDue)}</StateText>
    case 'settled':
      return <StateText tone="done">{messages.loanSettled}</StateText>
    case 'reversed':
      return <StateText tone="done">{messages.loanReversed}</StateText>
    case 'open':
      return <StateText tone="done">{messages.loanOpen}</StateText>
    default:
      return unreachable(state)
  }
}

function OpenMatters({ shown: { proposals, exceptions } }: { readonly shown: ShownCustomer }) {
  const messages = useMessages(customerMessages)
  const words = useWords()
  const shownIn = language.use()
  if (proposals.length + exceptions.length === 0) return undefined
  return (
    <Card title={messages.openMatters}>
      <table className="t">
        <thead>
          <tr>
            <th scope="col">{messages.number}</th>
            <th scope="col">{messages.matter}</th>
            <th scope="col">{messages.by}</th>
            <th scope="col">{messages.time}</th>
            <th scope="col">{messages.state}</th>
          </tr>
        </thead>
        <tbody>
          {proposals.map(({ proposalNo, kind, by, since }) => (
            <tr key={proposalNo}>
              <td>
                <Link href={`/inbox/${proposalNo}?show=all`} className="id">
                  {proposalNo}
                </Link>
              </td>
              <td>
                {messages.proposal} {nameIn(kindNames, kind, shownIn)}
              </td>
              <td>{by}</td>
              <td>{momentText(since)}</td>
              <td>
                <StateText tone="wait">{messages.waiting}</StateText>
              </td>
            </tr>
          ))}
          {exceptions.map(({ kind, subjectNo, since }) => (
            <tr key={`${kind} ${subjectNo}`}>
              <td className="id">{subjectNo}</td>
              <td>
                {messages.exception} {words(kind)}
              </td>
              <td>{messages.system}</td>
              <td>{momentText(since)}</td>
              <td>
                <StateText tone="fail">{messages.unresolved}</StateText>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
