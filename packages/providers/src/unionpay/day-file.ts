import { inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import {
  compactDate,
  daysBetween,
  parseCompactDate,
  type LocalDate,
} from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { dayInShanghai } from '@qingzhou/platform/clock'
import type { BankTransfer } from '#bank/port.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { UnionPayClient } from './client.ts'
import { txnTimeOf, DONE } from './message.ts'

const transaction = { txnType: '76', txnSubType: '01', bizType: '000000' }
const NO_FILE = '98'
/** The file of a day is there the next morning. A day without transfers has none. */
const FILE_AFTER_DAYS = 2
const FILE_MAX_BYTES = 256 * 1024 * 1024

/** The merchant's file of a day: a zip, deflated once more, in base64. */
export async function downloadDayFile(
  client: UnionPayClient,
  day: LocalDate,
): Promise<readonly BankTransfer[]> {
  const answer = await client.call('file', transaction, {
    txnTime: txnTimeOf(client.now()),
    settleDate: compactDate(day).slice(4),
    fileType: '00',
  })
  if (answer['respCode'] === NO_FILE) {
    const ageDays = daysBetween({ from: day, to: dayInShanghai(client.now()) })
    if (ageDays >= FILE_AFTER_DAYS) return []
  }
  // A day whose file is not made yet is compared later.
  if (answer['respCode'] !== DONE) throw new ProviderFault('day file', `code ${answer['respCode']}`)
  return transfersIn(answer['fileContent'] ?? '', day)
}

/** The widths of the columns of a ZM file, in bytes, each followed by a space. */
const WIDTHS = [
  3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6, 2, 4, 32, 1, 21, 15,
  1, 15, 32, 13, 13, 8, 32, 13, 13, 12, 2, 1, 32, 98,
]
/** In what is passed through, the note comes after the purpose. */
export const NOTE_AFTER = '.'
const SENT_AT = 4
const AMOUNT = 6
const ORDER = 11
const TYPE = 19
const PASSED_THROUGH = 34
const kinds: Readonly<Record<string, BankTransfer['kind']>> = {
  '11': 'debit',
  '12': 'disbursement',
  '04': 'refund',
}

/** The transfers of a file. A line that cannot be read makes the whole file unusable. */
function transfersIn(content: string, day: LocalDate): BankTransfer[] {
  try {
    const zip = inflateSync(Buffer.from(content, 'base64'), { maxOutputLength: FILE_MAX_BYTES })
    const files = Object.entries(unzipSync(zip))
    // The other files have disputes and totals.
    const [, lines] = files.find(([name]) => /ZM_/.test(name)) ?? []
    if (!lines) throw new Error('no file of transfers')
    return Buffer.from(lines)
      .toString('latin1')
      .split(/\r?\n/)
      .filter((line) => line !== '')
      .map((line) => transferIn(line, day))
  } catch (cause) {
    throw new ProviderFault('day file', 'not understood', cause)
  }
}

function transferIn(line: string, day: LocalDate): BankTransfer {
  const columns = columnsOf(line)
  const kind = kinds[columns[TYPE] ?? '']
  const wireNo = columns[ORDER]
  const amount = columns[AMOUNT] ?? ''
  if (!kind || !wireNo || !/^\d{12}$/.test(amount)) throw new Error('line malformed')
  const [purpose] = (columns[PASSED_THROUGH] ?? '').split(NOTE_AFTER)
  const orderedAt = timeOf(columns[SENT_AT] ?? '', day)
  const transfer = { wireNo, kind: kindOf(kind, purpose), amount: fen(BigInt(amount)) }
  return orderedAt ? { ...transfer, orderedAt } : transfer
}

/** A time in the form MMDDhhmmss, without its year: on the day of the file or before. */
function timeOf(sentAt: string, day: LocalDate): Date | undefined {
  const [, month, date, hour, minute, second] =
    /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(sentAt) ?? []
  if (!month) return undefined
  const year = Number(day.slice(0, 4)) - (`${month}-${date}` > day.slice(5) ? 1 : 0)
  const at = new Date(`${year}-${month}-${date}T${hour}:${minute}:${second}+08:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Ours are refunds of debits and those paid out to a card. A payee has paid back what is not ours. */
function kindOf(kind: BankTransfer['kind'], purpose: string | undefined): BankTransfer['kind'] {
  if (kind === 'debit') return kind
  if (purpose === 'refund') return 'refund'
  return kind === 'refund' ? 'return' : kind
}

function columnsOf(line: string): string[] {
  let start = 0
  return WIDTHS.map((width) => {
    const column = line.slice(start, start + width).trim()
    start += width + 1
    return column
  })
}

/** A day in the form MMDD, without its year: on the day of the order or later. */
export function dayOf(settleDate: string | undefined, orderedAt: Date): LocalDate | undefined {
  if (settleDate === undefined) return undefined
  const ordered = compactDate(dayInShanghai(orderedAt))
  const year = Number(ordered.slice(0, 4))
  const isNextYear = settleDate < ordered.slice(4)
  const day = parseCompactDate(`${isNextYear ? year + 1 : year}${settleDate}`)
  return day.ok ? day.value : undefined
}
