import type { ShownCustomer } from '@qingzhou/contract/features/console/customers'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { useMessages } from '#platform/catalogue.ts'
import { useMay } from '#platform/member.ts'
import { amountText, dayText } from '#platform/figures.ts'
import { Icon } from '#shared/parts/icon.tsx'
import { ProposeButton } from '#shared/proposals/propose-button.tsx'
import { Unmask, Unmasked, useUnmasked } from './unmask.tsx'

/** Who it is, masked; what is wrong; and the six figures. */
export function CustomerHead({ shown }: { readonly shown: ShownCustomer }) {
  const messages = useMessages(customerMessages)
  const [isAsking, ask] = useState(false)
  const unmasked = useUnmasked(shown.customer)
  const mayUnmask = useMay('customers:unmask')
  const { limit } = shown
  return (
    <header className="person">
      <div className="row">
        <Link href="/customers" className="c2">
          {messages.title}
        </Link>
        <span className="c3">/</span>
        <h1 className="h1">{shown.name ?? messages.unnamed}</h1>
        {mayUnmask && (
          <button type="button" className="act act-bare" onClick={() => ask(true)}>
            <Icon name="eye" />
            {messages.unmask}
          </button>
        )}
        <Chips shown={shown} />
        <ProposeButton customer={shown.customer} />
      </div>
      {unmasked.value && <Unmasked value={unmasked.value} onHide={unmasked.hide} />}
      <ul className="row row-4 c2">
        <li>{shown.phone}</li>
        {shown.idNumber && (
          <li>
            {messages.identityNo} {shown.idNumber}
          </li>
        )}
        <li>
          {messages.customerNo} {shown.customer}
        </li>
        {limit && (
          <li>
            {messages.grade} {limit.grade}
          </li>
        )}
        <li>{messages.since(dayText(shown.registeredAt))}</li>
      </ul>
      <dl className="strip">
        <Figure name={messages.limit}>{limit ? amountText(limit.granted) : '—'}</Figure>
        <Figure name={messages.available}>{limit ? amountText(limit.available) : '—'}</Figure>
        <Figure name={messages.principalLeft}>{amountText(shown.principalLeft)}</Figure>
        <Figure name={messages.nextDue} note={shown.nextDue?.on}>
          {shown.nextDue ? amountText(shown.nextDue.amount) : '—'}
        </Figure>
        <Figure name={messages.overdue} isBad={shown.overdue > 0n}>
          {amountText(shown.overdue)}
        </Figure>
        <Figure name={messages.refundsOwed}>{amountText(shown.refundsOwed)}</Figure>
      </dl>
      {isAsking && (
        <Unmask customer={shown.customer} onClose={() => ask(false)} onShown={unmasked.show} />
      )}
    </header>
  )
}

function Chips({ shown }: { readonly shown: ShownCustomer }) {
  const messages = useMessages(customerMessages)
  const { blocks, exceptions, proposals, idNumber } = shown
  return (
    <>
      {blocks.length > 0 ? (
        <span className="chip chip-fail">{messages.blocked}</span>
      ) : (
        <span className="chip">{messages.accountNormal}</span>
      )}
      {idNumber && <span className="chip">{messages.identified}</span>}
      {exceptions.length > 0 && (
        <span className="chip chip-fail">
          <Icon name="alert" />
          {messages.exceptionsOpen(exceptions.length)}
        </span>
      )}
      {proposals.length > 0 && (
        <span className="chip chip-wait">
          <Icon name="clock" />
          {messages.proposalsOpen(proposals.length)}
        </span>
      )}
    </>
  )
}

function Figure({
  name,
  note,
  isBad = false,
  children,
}: {
  readonly name: string
  readonly note?: string | undefined
  readonly isBad?: boolean
  readonly children: ReactNode
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? 'fail' : undefined}>
        {children}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
