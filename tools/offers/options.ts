import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'

import { isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { parseAnnualRate } from '@qingzhou/domain/cost/annual-rate'
import { fen, parseYuan, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'

import type { OffersOrder } from '@qingzhou/server/features/waiver/index.ts'

export type Options =
  | { readonly command: 'create'; readonly order: OffersOrder; readonly isDryRun: boolean }
  | { readonly command: 'list' }

const DAYS_MAX = 36_500
const AMOUNT_MAX = fen(10n ** 14n)
const NUMBER = /^[\w-]{1,40}$/

/** Parses the options; throws an error with a message if they are invalid. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'days-late': { type: 'string' },
      'amount-min': { type: 'string' },
      'amount-max': { type: 'string' },
      share: { type: 'string' },
      'penalty-share': { type: 'string' },
      'interest-share': { type: 'string' },
      until: { type: 'string' },
      number: { type: 'string' },
      by: { type: 'string', default: 'lender' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const [command = ''] = positionals
  if (command === 'list') return { command }
  if (command !== 'create') throw new Error(`${command || 'Nothing'} is no command.`)

  const [daysLateMin, daysLateMax] = daysOf(values['days-late'])
  const terms = {
    segment: {
      daysLateMin,
      daysLateMax,
      amountMin: amountOf(values['amount-min'] ?? '0'),
      amountMax: values['amount-max'] === undefined ? AMOUNT_MAX : amountOf(values['amount-max']),
    },
    offer: {
      penaltySharePpm: shareOf(values['penalty-share'] ?? values.share),
      interestSharePpm: shareOf(values['interest-share'] ?? values.share),
      lastDay: dateOf(values.until),
    },
  }
  const batchNo = values.number ?? numberOf(terms)
  if (!NUMBER.test(batchNo)) throw new Error(`${batchNo} is no number: up to 40 letters or digits.`)
  const order = { ...terms, batchNo, actor: values.by }
  return { command, order, isDryRun: values['dry-run'] }
}

function daysOf(text: string | undefined): [min: number, max: number] {
  const [, min = '', max = ''] = /^(\d{1,5})\.\.(\d{0,5})$/.exec(text ?? '') ?? []
  if (min === '') throw new Error('--days-late is a range, as 31.. or 31..90.')
  if (Number(min) < product.waiver.daysOverdueMin) {
    throw new Error(`A waiver is for debts at least ${product.waiver.daysOverdueMin} days late.`)
  }
  return [Number(min), max === '' ? DAYS_MAX : Number(max)]
}

function amountOf(text: string): Money {
  const amount = parseYuan(text)
  if (!amount.ok) throw new Error(`${text} is no amount in yuan.`)
  return amount.value
}

function shareOf(text: string | undefined): bigint {
  const share = parseAnnualRate(text ?? '')
  if (!share.ok || share.value > 1_000_000n) {
    throw new Error(`--share is a percentage up to 100%, as 50%.`)
  }
  return share.value
}

function dateOf(text: string | undefined): LocalDate {
  if (text !== undefined && isLocalDate(text)) return text
  throw new Error('--until is the last day of the offers, as 2026-12-15.')
}

/** The same options give the same number, so that a repeated command continues where it stopped. */
function numberOf(terms: Pick<OffersOrder, 'segment' | 'offer'>): string {
  const figures = [...Object.values(terms.segment), ...Object.values(terms.offer)].map(String)
  const digest = createHash('sha256').update(figures.join('/')).digest('hex')
  return `waiver-${terms.offer.lastDay.replaceAll('-', '')}-${digest.slice(0, 8)}`
}
