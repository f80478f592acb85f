import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'

import { isLocalDate } from '@qingzhou/domain/calendar/local-date'
import { parseAnnualRate } from '@qingzhou/domain/cost/annual-rate'
import { product } from '@qingzhou/domain/product'

import { customerNo } from '@qingzhou/platform/ids'
import type { CutOrder } from '@qingzhou/lending/index'

export type Options = { readonly order: CutOrder; readonly isDryRun: boolean }

const NUMBER = /^[\w-]{1,40}$/

/** Parses the options; throws an error with a message if they are invalid. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      customer: { type: 'string' },
      grade: { type: 'string' },
      rate: { type: 'string', default: '' },
      from: { type: 'string', default: '' },
      number: { type: 'string' },
      by: { type: 'string', default: 'lender' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const { rate, from } = values
  const annualRate = parseAnnualRate(rate)
  if (!annualRate.ok) throw new Error('--rate is a yearly rate, as 10.8%.')
  if (!isLocalDate(from)) throw new Error('--from is the first day at the new rate, as 2026-12-01.')
  const terms = { scope: scopeOf(values), annualRatePpm: annualRate.value, from }
  const cutNo = values.number ?? numberOf(terms)
  if (!NUMBER.test(cutNo)) throw new Error(`${cutNo} is no number: up to 40 letters or digits.`)
  return { order: { ...terms, cutNo, actor: values.by }, isDryRun: values['dry-run'] }
}

function scopeOf(values: {
  readonly customer?: string | undefined
  readonly grade?: string | undefined
}): CutOrder['scope'] {
  const { customer, grade } = values
  if ((customer === undefined) === (grade === undefined)) {
    throw new Error('Name the customers with either --customer or --grade.')
  }
  if (customer !== undefined) return { customer: customerNo(customer) }
  if (grade === undefined || !(grade in product.gradeRatesPpm)) {
    throw new Error(`--grade is one of ${Object.keys(product.gradeRatesPpm).join(', ')}.`)
  }
  return { grade }
}

/** The same options give the same number, so that a repeated command continues where it stopped. */
function numberOf({ scope, annualRatePpm, from }: Omit<CutOrder, 'cutNo' | 'actor'>): string {
  const figures = [...Object.values(scope), annualRatePpm, from].map(String)
  const digest = createHash('sha256').update(figures.join('/')).digest('hex')
  return `cut-${from.replaceAll('-', '')}-${digest.slice(0, 8)}`
}
