import { Num } from '@qingzhou/ui/money'
import type { EntryInBooks } from '#client.ts'
import { accountWord, eventWord } from './words.ts'

/** The ledger as it is posted: each line out of one account and into another. */
export function Entries({ entries }: { entries: readonly EntryInBooks[] }) {
  return (
    <section className="stack stack-1">
      <h3 className="caption ink-3">分录</h3>
      {entries.length === 0 && <p className="small ink-3">还没有分录，借一笔就有了。</p>}
      <ol aria-label="分录">
        {entries.map(({ entryNo, on, event, debit, credit, amount }) => (
          <li key={entryNo} className="book-line">
            <span className="grow">
              <span className="small strong">{eventWord(event)}</span>
              <span className="book-note caption ink-2">
                借 {accountWord(debit)}　贷 {accountWord(credit)}
              </span>
            </span>
            <span className="book-amount">
              <Num value={amount} />
              <time className="book-note caption ink-3 tabular">{on}</time>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
