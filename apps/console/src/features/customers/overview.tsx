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
import { Card, type Column, PlainTable, StateText } from '#shared/parts/card.tsx'
import { Facts } from '#shared/parts/facts.tsx'
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
          <Facts
            className="facts body"
            rows={[
              [messages.usedOfLimit, `${amountText(limit.used)} / ${amountText(limit.granted)}`],
              [messages.rate, rateText(limit.annualRatePpm)],
              [messages.validUntil, limit.validUntil],
              [messages.state, <LimitState key="state" state={limit.state} />],
              [messages.drawRunning, draw?.drawNo],
            ]}
          />
        </Card>
      )}
    </>
  )
}

function LimitState({ state }: Pick<NonNullable<ShownCustomer['limit']>, 'state'>) {
  const { limitOpen, limitFrozen, limitCancelled } = useMessages(customerMessages)
  const words = { open: limitOpen, frozen: limitFrozen, cancelled: limitCancelled }
  return <StateText tone={state === 'open' ? 'done' : 'wait'}>{words[state]}</StateText>
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
      <PlainTable<LoanRow>
        label={messages.loans}
        rows={loans}
        noOf={({ loanNo }) => loanNo}
        empty={messages.noLoans}
        columns={useLoanColumns()}
        foot={
          <tr>
            <td colSpan={4}>{messages.total}</td>
            <td className="r">{amountText(principalLeft)}</td>
            <td colSpan={3} />
          </tr>
        }
      />
    </Card>
  )
}

function useLoanColumns(): readonly Column<LoanRow>[] {
  const messages = useMessages(customerMessages)
  return [
    {
      head: messages.loan,
      renderCell: ({ loanNo }) => (
        <Link className="id" href={`/loans/${loanNo}`}>
          {loanNo}
        </Link>
      ),
    },
    { head: messages.amount, align: 'right', renderCell: (loan) => amountText(loan.amount) },
    {
      head: messages.rate,
      align: 'right',
      renderCell: (loan) => rateText(loan.annualRatePpm),
    },
    {
      head: messages.paidInstalments,
      align: 'gap',
      renderCell: (loan) => <PaidInstalments loan={loan} />,
    },
    {
      head: messages.principalLeft,
      align: 'right',
      renderCell: (loan) => (
        <Link className="fig" href={`/loans/${loan.loanNo}`}>
          {amountText(loan.principalLeft)}
        </Link>
      ),
    },
    {
      head: messages.nextDueOn,
      align: 'right',
      renderCell: ({ nextDueOn }) => nextDueOn ?? '—',
    },
    {
      head: messages.due,
      align: 'right',
      renderCell: ({ nextDue }) => (nextDue === undefined ? '—' : amountText(nextDue)),
    },
    { head: messages.state, align: 'gap', renderCell: (loan) => <LoanState loan={loan} /> },
  ]
}

function PaidInstalments({ loan: { paidInstalments, instalments } }: { readonly loan: LoanRow }) {
  return (
    <>
      <progress
        className="meter meter-s"
        value={paidInstalments}
        max={instalments}
        aria-hidden="true"
      />
      {paidInstalments} / {instalments}
    </>
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
