import { Num } from '@qingzhou/ui/money'
import type { BankTransfer } from '#client.ts'
import { yuanOf } from '#yuan-of.ts'
import { transferStateWord, transferWord } from './words.ts'

/** The other side of the story: what the bank has in its own book. */
export function BankTransfers({ transfers }: { transfers: readonly BankTransfer[] }) {
  if (transfers.length === 0) return null
  return (
    <section className="stack stack-1">
      <h3 className="caption ink-3">银行流水</h3>
      <ol>
        {transfers.map((transfer) => (
          <li key={transfer.orderNo} className="book-line">
            <span className="grow">
              <span className="small strong">{transferWord[transfer.kind]}</span>
              <span className="book-note caption ink-2">
                尾号 {transfer.cardNumber.slice(-4)}，收到指令 {transfer.timesOrdered} 次
              </span>
            </span>
            <span className="book-amount">
              <Num value={yuanOf(transfer.amountFen)} />
              <span className="book-note caption ink-3">
                {transfer.reason ?? transferStateWord[transfer.state]}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
