import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import * as z from 'zod'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { moneyOf } from '#alipay/format.ts'
import type { BankTransfer } from '#bank/port.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { PaymentSettings } from './payments.ts'

const PATH = '/v3/bill/tradebill'
const BILL_MAX_BYTES = 64 * 1024 * 1024
/** The bill of a day is made by ten in the morning of the next one. */
const MADE_AFTER_MS = 10 * 3_600_000
const located = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string().regex(/^[0-9a-f]{40}$/i),
  download_url: z.url(),
})

/** The trade bill of a day: CSV at an address of the app, with its digest in the signed answer. */
export async function downloadBill(
  { client, now }: Pick<PaymentSettings, 'client' | 'now'>,
  day: LocalDate,
): Promise<readonly BankTransfer[]> {
  const path = `${PATH}?bill_date=${day}&bill_type=ALL`
  const said = await client.call({ method: 'GET', path }, located)
  if (!said.isDone) {
    // A day without a payment has no bill. Before it is made, the day is compared later.
    const made = new Date(now().getTime() - MADE_AFTER_MS)
    if (said.code === 'NO_STATEMENT_EXIST' && day < dayInShanghai(made)) return []
    throw new ProviderFault(PATH, said.code)
  }
  const { pathname, search } = new URL(said.fields.download_url)
  const bytes = await client.download(`${pathname}${search}`)
  if (bytes.length > BILL_MAX_BYTES) throw new ProviderFault(PATH, 'bill too large')
  const digest = createHash('sha1').update(bytes).digest('hex')
  if (digest !== said.fields.hash_value.toLowerCase()) {
    throw new ProviderFault(PATH, 'bill with another digest')
  }
  return transfersIn(Buffer.from(bytes).toString())
}

const STATE = '交易状态'

/** The transfers of a bill. A row that cannot be read makes the whole bill unusable. */
function transfersIn(text: string): BankTransfer[] {
  try {
    const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
    // The second table has the totals.
    const end = lines.findIndex((line) => line.startsWith('总交易单数'))
    if (end < 0) throw new Error('no totals')
    const records = lines.slice(0, end).join('\n')
    // With `columns`, each record is an object of texts.
    const rows = parse(records, { columns: true, quote: null }) as Record<string, string>[]
    return rows.flatMap((row) => transferOf((name) => (row[name] ?? '').replace(/^`/, '')))
  } catch (cause) {
    throw new ProviderFault(PATH, 'bill not understood', cause)
  }
}

function transferOf(field: (name: string) => string): BankTransfer[] {
  const isRefund = field(STATE) === 'REFUND'
  if (!isRefund && field(STATE) !== 'SUCCESS') throw new Error('state unknown')
  if (field('货币种类') !== 'CNY') throw new Error('another currency')
  // A refund that failed or is not done has moved nothing.
  if (isRefund && field('退款状态') !== 'SUCCESS') return []
  const wireNo = field(isRefund ? '商户退款单号' : '商户订单号')
  const amount = moneyOf(field(isRefund ? '申请退款金额' : '订单金额'))
  if (!wireNo || amount === undefined) throw new Error('row malformed')
  return [{ wireNo, kind: isRefund ? 'refund' : 'debit', amount }]
}
