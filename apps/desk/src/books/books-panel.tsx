import { Chip, Empty } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import { Well } from '@qingzhou/ui/layout'
import type { Books, LoanInBooks, EntryInBooks, BankTransfer } from '#client.ts'
import type { Person } from '#people/use-people.ts'
import { yuanOf } from '#client.ts'
import { useBooks, type Records } from './use-books.ts'
import {
  couponSummary,
  accountLabel,
  eventLabel,
  transferStateLabels,
  transferLabels,
} from './labels.ts'

/** The books of the chosen person, refreshed while they are shown. */
export function BooksPanel({ person }: { person: Person }) {
  const records = useBooks(person)
  return (
    <div className="stack stack-4">
      <p className="small ink-2">{person.name} 的额度、借款与分录，最新的在上，每 2 秒更新。</p>
      {records ? <Shown {...records} /> : <p className="small ink-3">正在读取账本…</p>}
    </div>
  )
}

function Shown({ books, transfers }: Records) {
  const { customerNo, limit, loans, coupons, entries } = books
  if (!limit && loans.length === 0) {
    return (
      <Empty title="账上还没有这位用户">审批通过、额度开通后，这里会出现额度和每一笔分录。</Empty>
    )
  }
  return (
    <>
      {customerNo !== undefined && <p className="caption ink-2">客户号 {customerNo}</p>}
      {limit && <LimitShown limit={limit} coupons={coupons} />}
      {loans.length > 0 && (
        <ul>
          {loans.map((loan) => (
            <LoanShown key={loan.loanNo} loan={loan} />
          ))}
        </ul>
      )}
      <BankTransfers transfers={transfers} />
      <Entries entries={entries} />
    </>
  )
}

const limitStates = { open: '可用', frozen: '冻结', cancelled: '已注销' } as const

type LimitShownProps = {
  readonly limit: NonNullable<Books['limit']>
  readonly coupons: Books['coupons']
}

function LimitShown({ limit, coupons }: LimitShownProps) {
  return (
    <Well>
      <p className="row row-between">
        <span className="small ink-2">可用额度</span>
        <Chip tone={limit.state === 'open' ? 'fine' : 'soon'}>{limitStates[limit.state]}</Chip>
      </p>
      <p>
        <Num value={limit.available} size="md" yuan />
      </p>
      <p className="caption ink-2">
        总额 <Num value={limit.granted} />
        ，已用 <Num value={limit.used} />
      </p>
      <p className="caption ink-2">{couponSummary(coupons)}</p>
    </Well>
  )
}

function LoanShown({ loan }: { loan: LoanInBooks }) {
  return (
    <li className="book-line">
      <span className="grow">
        <span className="small strong">
          借款 <Num value={loan.amount} />，{loan.months} 期
        </span>
        <span className="book-note caption ink-3">
          {loan.startOn} · {loan.loanNo}
        </span>
      </span>
      <span className="book-amount">
        {loan.isSettled ? <span className="small">已结清</span> : <Num value={loan.owed} />}
        {!loan.isSettled && <span className="book-note caption ink-3">剩余本金</span>}
      </span>
    </li>
  )
}

/** The ledger entries, with debit and credit account. */
function Entries({ entries }: { entries: readonly EntryInBooks[] }) {
  return (
    <section className="stack stack-1">
      <h3 className="caption ink-3">分录</h3>
      {entries.length === 0 && <p className="small ink-3">暂无分录，借款后会显示在这里。</p>}
      <ol aria-label="分录">
        {entries.map(({ entryNo, on, event, debit, credit, amount }) => (
          <li key={entryNo} className="book-line">
            <span className="grow">
              <span className="small strong">{eventLabel(event)}</span>
              <span className="book-note caption ink-2">
                借 {accountLabel(debit)}　贷 {accountLabel(credit)}
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

/** The bank's own records of the transfers. */
function BankTransfers({ transfers }: { transfers: readonly BankTransfer[] }) {
  if (transfers.length === 0) return null
  return (
    <section className="stack stack-1">
      <h3 className="caption ink-3">银行流水</h3>
      <ol>
        {transfers.map((transfer) => (
          <li key={transfer.orderNo} className="book-line">
            <span className="grow">
              <span className="small strong">{transferLabels[transfer.kind]}</span>
              <span className="book-note caption ink-2">
                尾号 {transfer.cardNumber.slice(-4)}，收到指令 {transfer.timesOrdered} 次
              </span>
            </span>
            <span className="book-amount">
              <Num value={yuanOf(transfer.amountFen)} />
              <span className="book-note caption ink-3">
                {transfer.reason ?? transferStateLabels[transfer.state]}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
