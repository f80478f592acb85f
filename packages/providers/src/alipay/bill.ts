import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import * as z from 'zod'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { BankTransfer } from '#bank/port.ts'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import type { AlipayClient } from './client.ts'
import { moneyOf } from './format.ts'

const METHOD = 'alipay.data.dataservice.bill.downloadurl.query'
const BILL_MAX_BYTES = 64 * 1024 * 1024
const located = z.object({ bill_download_url: z.string() })

/** The bill of a day: a zip of CSV files in GBK, at an address that is valid for half a minute. */
export async function downloadBill(
  { client, timeoutMs }: { readonly client: AlipayClient; readonly timeoutMs: number },
  day: LocalDate,
): Promise<readonly BankTransfer[]> {
  const biz = { bill_type: 'trade', bill_date: day }
  const said = await client.call(METHOD, located, { biz })
  // A day whose bill is not made yet is compared later.
  if (!said.isDone) throw new ProviderFault(METHOD, said.subCode)
  return transfersIn(await download(said.fields.bill_download_url, timeoutMs))
}

async function download(url: string, timeoutMs: number): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const bytes = await response.bytes()
    if (bytes.length > BILL_MAX_BYTES) throw new Error('too large')
    return bytes
  } catch (cause) {
    throw new ProviderOutage(METHOD, 'bill not read', cause)
  }
}

const ORDER = '商户订单号'
const KIND = '业务类型'
const AMOUNT = '订单金额（元）'
const REFUND_NO = '退款批次号/请求号'
const kinds: Readonly<Record<string, BankTransfer['kind']>> = { 交易: 'debit', 退款: 'refund' }

/** The transfers of a bill. A row that cannot be read makes the whole bill unusable. */
function transfersIn(zip: Uint8Array): BankTransfer[] {
  try {
    const texts = Object.values(unzipSync(zip)).map((file) => new TextDecoder('gbk').decode(file))
    // The other file has the totals.
    const details = texts.find((text) => text.includes(ORDER))
    if (details === undefined) throw new Error('no details')
    return rowsOf(details).map(transferOf)
  } catch (cause) {
    throw new ProviderFault(METHOD, 'bill not understood', cause)
  }
}

type Row = Readonly<Record<string, string>>

function rowsOf(text: string): Row[] {
  // Lines with # are titles and totals.
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  // With `columns`, each record is an object of texts.
  return parse(lines.join('\n'), { columns: true, trim: true, relax_column_count: false }) as Row[]
}

function transferOf(row: Row): BankTransfer {
  const kind = kinds[row[KIND] ?? '']
  const wireNo = kind === 'refund' ? row[REFUND_NO] : row[ORDER]
  const amount = moneyOf((row[AMOUNT] ?? '').replace(/^-/, ''))
  if (!kind || !wireNo || amount === undefined) throw new Error('row malformed')
  return { wireNo, kind, amount }
}
