import type {
  ChangeItem,
  ProposalChange,
  ProposalEffect,
} from '@qingzhou/contract/features/console/proposals'
import {
  accountNames,
  itemNames,
  limitStates,
  proposalMessages,
} from '#shared/catalogue/proposals.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText } from '#platform/figures.ts'
import { language } from '#platform/language.ts'
import { Icon } from '#shared/parts/icon.tsx'
import { nameIn } from './names.ts'

/** What an act would do: in words, in figures, what the borrower pays, and what is booked. */
export function Effect({
  effect,
  isDone = false,
}: {
  readonly effect: ProposalEffect
  readonly isDone?: boolean
}) {
  const messages = useMessages(proposalMessages)
  return (
    <>
      {effect.lines.length > 0 && (
        <div className="note">
          <Icon name="info" />
          <div className="grow">
            {effect.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </div>
      )}
      {effect.changes.length > 0 && (
        <Changes
          title={messages.changes}
          heads={[messages.now, messages.after]}
          changes={effect.changes}
          mark="is-changed"
        />
      )}
      {effect.cost && !isDone && <Cost cost={effect.cost} />}
      {effect.cost && <Entries entries={effect.entries} />}
    </>
  )
}

/** A comparison. What changes has a mark and a bold new value. */
export function Changes({
  title,
  heads,
  changes,
  mark,
}: {
  readonly title: string
  readonly heads: readonly [string, string]
  readonly changes: readonly ProposalChange[]
  readonly mark: 'is-changed' | 'is-flag'
}) {
  const messages = useMessages(proposalMessages)
  return (
    <section>
      <div className="row between under">
        <h3 className="h2">{title}</h3>
        <span className="cap c3">{messages.inYuan}</span>
      </div>
      <table className="t t-bare t-dense t-rule">
        <thead>
          <tr>
            <th scope="col">{messages.item}</th>
            <th scope="col" className="r">
              {heads[0]}
            </th>
            <th scope="col" className="r">
              {heads[1]}
            </th>
            <th scope="col" className="r">
              {messages.difference}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <ChangeRow
              key={`${change.loanNo ?? ''} ${change.item} ${change.n ?? ''}`}
              change={change}
              mark={mark}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ChangeRow({
  change,
  mark,
}: {
  readonly change: ProposalChange
  readonly mark: 'is-changed' | 'is-flag'
}) {
  const names = useMessages(itemNames)
  const shown = language.use()
  const { item, n = '', before, after, difference, isChanged } = change
  const name: Readonly<Record<ChangeItem, (n: string) => string>> = names
  const valueOf = (value: string) =>
    item === 'limit-state' ? nameIn(limitStates, value, shown) : value
  const isTotal = item === 'total'
  return (
    <tr className={isChanged && !isTotal ? mark : undefined}>
      <td>{isTotal ? <b className="strong">{name[item](n)}</b> : name[item](n)}</td>
      <td className="r">{valueOf(before)}</td>
      <td className="r">
        {isChanged || isTotal ? <b className="strong">{valueOf(after)}</b> : valueOf(after)}
      </td>
      <td className="r">
        {isChanged ? (difference ?? '') : <span className="c3">{difference ?? ''}</span>}
      </td>
    </tr>
  )
}

function Cost({ cost }: { readonly cost: NonNullable<ProposalEffect['cost']> }) {
  const messages = useMessages(proposalMessages)
  const { before, after, difference } = cost
  const title =
    after > before ? messages.costMore : after < before ? messages.costLess : messages.costSame
  return (
    <section className="note mid-line">
      <div className="grow">
        <h3 className="h2">{title}</h3>
        <p className="cap c2">
          {amountText(before)} → {amountText(after)}
        </p>
      </div>
      <span className="big">{difference}</span>
    </section>
  )
}

function Entries({ entries }: Pick<ProposalEffect, 'entries'>) {
  const messages = useMessages(proposalMessages)
  const shown = language.use()
  return (
    <section>
      <div className="row between under">
        <h3 className="h2">{messages.entries}</h3>
        {entries.length === 0 && <span className="cap c3">{messages.noEntries}</span>}
      </div>
      {entries.length > 0 && (
        <table className="t t-bare t-dense">
          <thead>
            <tr>
              <th scope="col">{messages.day}</th>
              <th scope="col">{messages.debit}</th>
              <th scope="col">{messages.credit}</th>
              <th scope="col" className="r">
                {messages.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, at) => (
              <tr key={`${at} ${entry.event}`}>
                <td>{entry.on}</td>
                <td>{nameIn(accountNames, entry.debit, shown)}</td>
                <td>{nameIn(accountNames, entry.credit, shown)}</td>
                <td className="r">{amountText(entry.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
