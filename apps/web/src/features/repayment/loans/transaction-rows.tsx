import type {
  Transaction,
  TransactionState,
} from '@qingzhou/contract/features/repayment/transactions'
import { displayYuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { Chip, type ChipTone } from '@qingzhou/ui/feedback'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { kindNames, payerOf } from '#features/repayment/records/payment-labels.ts'
import { links } from '#features/repayment/links.ts'
import { formatTime } from '#shared/pages/figures.ts'

/** Transactions by month, each with its direction, state and reason. */
export function TransactionRows({ transactions }: { transactions: readonly Transaction[] }) {
  const months = [...new Set(transactions.map(monthOf))]
  return months.map((month) => (
    <Card key={month} flush title={month}>
      <List label={month}>
        {transactions
          .filter((row) => monthOf(row) === month)
          .map((row) => (
            <TransactionRow key={`${row.kind}.${row.transactionNo}`} transaction={row} />
          ))}
      </List>
    </Card>
  ))
}

const chips: Record<TransactionState, { tone: ChipTone; label: string }> = {
  unconfirmed: { tone: 'soon', label: '待确认' },
  processing: { tone: 'soon', label: '处理中' },
  done: { tone: 'fine', label: '成功' },
  failed: { tone: 'overdue', label: '失败' },
  cancelled: { tone: 'plain', label: '已取消' },
}

function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { tone, label } = chips[transaction.state]
  const href = linkOf(transaction)
  const remark = remarkOf(transaction)
  return (
    <ListRow
      label={
        <span className="row">
          {nameOf(transaction)}
          <Chip tone={tone}>{label}</Chip>
        </span>
      }
      note={
        <span className="stack">
          {[accountOf(transaction), formatTime(transaction.at), remark].map(
            (line) => line !== undefined && <span key={line}>{line}</span>,
          )}
        </span>
      }
      value={
        <strong className={isMoved(transaction) ? 'tabular' : 'tabular ink-3'}>
          {transaction.kind === 'repayment' ? '−' : '+'}
          {displayYuan(transaction.amount)}
        </strong>
      }
      {...(href !== undefined && { href })}
    />
  )
}

function nameOf({ kind, paymentKind, isAutomatic, purposeName, app }: Transaction): string {
  if (kind === 'refund') return '退款'
  if (kind === 'draw') return `借款 · ${purposeName ?? ''}`
  if (isAutomatic && app === 'wallet') return '支付应用自动还款'
  return isAutomatic ? '自动扣款' : kindNames[paymentKind ?? 'due']
}

function accountOf({ kind, paymentKind = 'due', bankName, lastFour, app }: Transaction) {
  return kind === 'repayment' || bankName !== undefined
    ? payerOf({ kind: paymentKind, bankName, lastFour, app })
    : undefined
}

/** What became of it, where the state alone does not say. */
function remarkOf({ kind, state, reason, loanNo }: Transaction): string | undefined {
  if (kind === 'draw' && state === 'unconfirmed') {
    return `${product.verification.minutes} 分钟内未完成验证会自动取消`
  }
  if (state === 'cancelled' && loanNo !== undefined) return '商品已退货，借款已撤销'
  if (kind === 'repayment' && state === 'cancelled') return reason ?? '当天未确认付款，订单已失效'
  return reason
}

function isMoved({ state }: Transaction): boolean {
  return state === 'done' || state === 'processing'
}

function linkOf({ kind, transactionNo, state, loanNo, paymentNo }: Transaction) {
  if (kind === 'refund') return links.refund(transactionNo)
  if (kind === 'repayment') {
    return paymentNo === undefined ? links.result(transactionNo) : links.payment(paymentNo)
  }
  if (loanNo !== undefined) return links.loan(loanNo)
  // A draw under way is followed, or verified, on the page of its result.
  return state === 'processing' || state === 'unconfirmed'
    ? links.loanResult(transactionNo)
    : undefined
}

function monthOf({ on }: Transaction): string {
  const [year, month] = on.split('-')
  return `${year} 年 ${Number(month)} 月`
}
