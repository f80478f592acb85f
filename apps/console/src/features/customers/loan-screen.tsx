import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { ProposeButton } from '#shared/proposals/propose-button.tsx'
import { useMessages } from '#platform/catalogue.ts'
import { amountText, rateText } from '#platform/figures.ts'
import { Card, PlainTable, StateText } from '#shared/parts/card.tsx'
import { Drawer } from '#shared/parts/drawer.tsx'
import { Part } from '#shared/parts/states.tsx'
import { type customerCalls, customerQueries } from './calls.ts'
import { LoanState } from './overview.tsx'
import { useWords } from '#shared/catalogue/words.ts'

type ShownLoan = Awaited<ReturnType<typeof customerCalls.loan>>

/** A loan with its plan on this day. Every balance opens the entries that it is made of. */
export default function LoanScreen() {
  const { no } = useParams<{ no: string }>()
  const query = useQuery(customerQueries.loan(no))
  return (
    <Part query={query} rows={8}>
      {(shown) => (
        <>
          <LoanHead shown={shown} />
          <div className="page scroll stack">
            <Balances shown={shown} />
            <Plan shown={shown} />
            <BookStates shown={shown} />
          </div>
        </>
      )}
    </Part>
  )
}

function LoanHead({ shown }: { readonly shown: ShownLoan }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const { loan, customer } = shown
  return (
    <header className="person">
      <div className="row">
        <Link href={`/customers/${customer}`}>{shown.name ?? names.unnamed}</Link>
        <span className="c3">/</span>
        <h1 className="h1">{loan.loanNo}</h1>
        <LoanState loan={loan} />
        <ProposeButton customer={customer} loanNo={loan.loanNo} />
      </div>
      <ul className="row row-4 c2">
        <li>{shown.phone}</li>
        <li>
          {names.customerNo} {customer}
        </li>
        <li>
          {messages.startOn} {shown.startOn}
        </li>
        <li>
          {messages.bookedUntil} {shown.bookedUntil}
        </li>
      </ul>
      <dl className="strip">
        <div>
          <dt>{names.amount}</dt>
          <dd>{amountText(loan.amount)}</dd>
        </div>
        <div>
          <dt>{names.rate}</dt>
          <dd>{rateText(loan.annualRatePpm)}</dd>
        </div>
        <div>
          <dt>{names.principalLeft}</dt>
          <dd>{amountText(loan.principalLeft)}</dd>
        </div>
        <div>
          <dt>{names.paidInstalments}</dt>
          <dd>
            {loan.paidInstalments} / {loan.instalments}
          </dd>
        </div>
        <div>
          <dt>{names.nextDue}</dt>
          <dd>
            {loan.nextDue === undefined ? '—' : amountText(loan.nextDue)}
            {loan.nextDueOn && <small>{loan.nextDueOn}</small>}
          </dd>
        </div>
      </dl>
    </header>
  )
}

const partNames = ['principal', 'interest', 'penalty', 'fee'] as const
type PartName = (typeof partNames)[number]

function Balances({ shown: { ledger } }: { readonly shown: ShownLoan }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const [explained, explain] = useState<PartName>()
  return (
    <Card title={messages.ledger} aside={names.unitYuan}>
      <dl className="strip body">
        {partNames.map((part) => (
          <div key={part}>
            <dt>{messages[part]}</dt>
            <dd>
              <button
                type="button"
                className="fig"
                aria-haspopup="dialog"
                title={messages.explain}
                onClick={() => explain(part)}
              >
                {amountText(ledger[part].balance)}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      {explained && (
        <Drawer
          title={`${messages[explained]} · ${messages.explain}`}
          onClose={() => explain(undefined)}
        >
          <Entries part={ledger[explained]} />
        </Drawer>
      )}
    </Card>
  )
}

function Entries({ part: { lines } }: { readonly part: ShownLoan['ledger'][PartName] }) {
  const words = useWords()
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  return (
    <PlainTable
      label={messages.explain}
      rows={lines.map((line, at) => ({ ...line, at }))}
      noOf={({ at }) => String(at)}
      empty={names.none}
      columns={[
        { head: messages.day, renderCell: ({ on }) => on },
        { head: messages.event, renderCell: ({ event }) => words(event) },
        { head: messages.against, renderCell: ({ against }) => words(against) },
        { head: names.amount, align: 'right', renderCell: ({ amount }) => amountText(amount) },
        {
          head: messages.balance,
          align: 'right',
          renderCell: ({ balance }) => amountText(balance),
        },
      ]}
    />
  )
}

/** How the loan stands in the lender's books. What the borrower owes does not depend on it. */
function BookStates({ shown: { bookStates } }: { readonly shown: ShownLoan }) {
  const messages = useMessages(partMessages)
  return (
    <Card title={messages.books}>
      <PlainTable
        label={messages.books}
        rows={bookStates}
        noOf={({ from }) => from}
        empty={messages.neverLate}
        columns={[
          { head: messages.day, renderCell: ({ from }) => from },
          {
            head: messages.loanClass,
            renderCell: ({ class: name, isAccruing }) => (
              <StateText tone={!isAccruing ? 'fail' : name === 'pass' ? 'done' : 'wait'}>
                {messages[name]}
              </StateText>
            ),
          },
          { head: messages.stage, renderCell: ({ stage }) => stage },
          {
            head: messages.accrual,
            renderCell: ({ isAccruing }) => messages[isAccruing ? 'accruing' : 'not-accruing'],
          },
          { head: messages.daysLate, align: 'right', renderCell: ({ daysLate }) => daysLate },
          { head: messages.reviewOn, renderCell: ({ reviewOn }) => reviewOn ?? '—' },
        ]}
      />
    </Card>
  )
}

function Plan({ shown: { plan } }: { readonly shown: ShownLoan }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  return (
    <Card title={messages.plan} aside={names.unitYuan}>
      <PlainTable
        label={messages.plan}
        rows={plan}
        noOf={({ n }) => String(n)}
        empty={names.none}
        columns={[
          { head: messages.instalment, renderCell: ({ n }) => n },
          { head: messages.dueOn, renderCell: ({ dueOn }) => dueOn },
          ...partNames.map((part) => ({
            head: messages[part],
            align: 'right' as const,
            renderCell: ({ due }: ShownLoan['plan'][number]) => amountText(due[part]),
          })),
          { head: messages.openAmount, align: 'right', renderCell: ({ open }) => amountText(open) },
          {
            head: names.state,
            align: 'gap',
            renderCell: ({ state }) => (
              <StateText tone={state === 'overdue' ? 'fail' : state === 'due' ? 'wait' : 'done'}>
                {messages[state]}
              </StateText>
            ),
          },
        ]}
      />
    </Card>
  )
}
