import { parseArgs } from 'node:util'

import { unreachable } from '@qingzhou/domain/assert'
import {
  addDays,
  isLocalDate,
  localDate,
  type LocalDate,
} from '@qingzhou/domain/calendar/local-date'
import type { Grade } from '@qingzhou/domain/credit/policy'
import type { CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import { parseAnnualRate } from '@qingzhou/domain/cost/annual-rate'
import { parseYuan, ZERO, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { pages } from '@qingzhou/contract/pages'
import type {
  Audience,
  CampaignEntry,
  CampaignOrder,
  CampaignTerms,
  EntryKind,
  EntryName,
} from '@qingzhou/server/features/campaigns/index.ts'
import { BROWSER_CHANNEL } from '@qingzhou/server/features/onboarding/index.ts'
import { downloadPageNames } from '@qingzhou/server/features/reference/index.ts'

export type CampaignKind = CampaignTerms['kind']
type Common = { readonly by: string; readonly isDryRun: boolean }

export type Options =
  | { readonly act: 'list'; readonly kind: CampaignKind | EntryKind }
  | ({
      readonly act: 'create-campaign'
      readonly order: CampaignOrder
      readonly list?: string
    } & Common)
  | ({
      readonly act: 'end-campaign'
      readonly campaignNo: string
      readonly kind: CampaignKind
    } & Common)
  | ({ readonly act: 'create-entry'; readonly entry: CampaignEntry } & Common)
  | ({ readonly act: 'end-entry'; readonly entry: EntryName } & Common)

const campaignKinds: readonly string[] = ['coupons', 'invitations', 'sign-in-links']
const entryKinds: readonly string[] = ['notices', 'landing-links', 'bank-partners', 'downloads']

/** `Object.keys` loses the key type. The table is closed, so the cast is safe. */
const grades = Object.keys(product.gradeRatesPpm) as Grade[]

const text = { type: 'string' } as const
const flags = {
  number: text,
  by: { type: 'string', default: 'lender' },
  'dry-run': { type: 'boolean', default: false },
  list: text,
  rule: text,
  limit: { type: 'string', default: '1000' },
  'link-id': { type: 'string', default: 'sms-invite' },
  silent: { type: 'boolean', default: false },
  benefit: text,
  'amount-min': { type: 'string', default: '0' },
  months: { type: 'string', default: product.terms.join(',') },
  amount: text,
  grade: text,
  to: { type: 'string', default: pages.landing },
  text,
  closing: { type: 'boolean', default: false },
  name: text,
  channel: { type: 'string', default: BROWSER_CHANNEL },
  page: text,
  ios: text,
  android: text,
  title: text,
  summary: text,
  from: text,
  until: text,
} as const

type Values = ReturnType<typeof parse>['values']

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options: flags })
}

/** Parses the options; throws an error with a message if they are invalid. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  const [kind = '', act = '', ...rest] = positionals
  if (rest.length > 0) throw new Error(`${rest.join(' ')} is no option.`)
  if (!isCampaignKind(kind) && !isEntryKind(kind))
    throw new Error(`${kind || 'Nothing'} is nothing to make.`)
  if (values.closing && kind !== 'notices') throw new Error('--closing is for notices.')
  if (act === 'list') return { act, kind }
  const common = { by: nameOf('by', values.by), isDryRun: values['dry-run'] }
  const number = nameOf('number', values.number)
  if (act === 'create') {
    return isCampaignKind(kind)
      ? { act: 'create-campaign', ...common, ...campaignOf(kind, number, values) }
      : { act: 'create-entry', ...common, entry: entryOf(kind, number, values) }
  }
  if (act !== 'end') throw new Error(`${act || 'Nothing'} is no command: create, list or end.`)
  if (common.isDryRun) throw new Error('--dry-run is for create.')
  return isCampaignKind(kind)
    ? { act: 'end-campaign', ...common, campaignNo: number, kind }
    : { act: 'end-entry', ...common, entry: { kind, number, channel: channelOf(values) } }
}

function isCampaignKind(kind: string): kind is CampaignKind {
  return campaignKinds.includes(kind)
}

function isEntryKind(kind: string): kind is EntryKind {
  return entryKinds.includes(kind)
}

function nameOf(option: string, value: string | undefined): string {
  if (value !== undefined && /^[A-Za-z0-9-]{1,40}$/.test(value)) return value
  throw new Error(`--${option} has up to 40 letters, digits or hyphens.`)
}

function campaignOf(kind: CampaignKind, campaignNo: string, values: Values) {
  const terms = termsOf(kind, values)
  const peopleMax = Number(values.limit)
  if (!/^\d{1,6}$/.test(values.limit) || peopleMax < 1 || peopleMax > product.campaigns.peopleMax) {
    throw new Error(`--limit is from 1 to ${product.campaigns.peopleMax}.`)
  }
  if ((values.list === undefined) === (values.rule === undefined)) {
    throw new Error('--list names a file of people, or --rule selects them.')
  }
  const audience: Audience =
    values.rule === undefined ? { by: 'list', entries: [] } : ruleOf(kind, values.rule)
  const order = { campaignNo, by: values.by, terms, audience, peopleMax }
  return { order, ...(values.list !== undefined && { list: values.list }) }
}

function termsOf(kind: CampaignKind, values: Values): CampaignTerms {
  const common = { uriId: nameOf('link-id', values['link-id']), isSilent: values.silent }
  if (kind === 'sign-in-links') return { ...common, kind, path: values.to, text: values.text ?? '' }
  const lastDay = dayOf(values.until)
  if (kind === 'invitations') {
    return {
      ...common,
      kind,
      lastDay,
      amount: amountOf('amount', values.amount),
      grade: gradeOf(values.grade ?? ''),
    }
  }
  return {
    ...common,
    kind,
    lastDay,
    benefit: benefitOf(values.benefit ?? ''),
    amountMin: amountOf('amount-min', values['amount-min']),
    months: values.months.split(',').map(Number),
  }
}

function ruleOf(kind: CampaignKind, rule: string): Audience {
  const parts = new Map(rule === 'all' ? [] : rule.split(',').map(partOf))
  const take = (name: string) => {
    const value = parts.get(name)
    parts.delete(name)
    return value
  }
  const audience: Audience =
    kind === 'invitations'
      ? { by: 'applicant-rule', registeredDays: daysOf(take('registered')) }
      : {
          by: 'borrower-rule',
          grades: take('grade')?.split('+').map(gradeOf),
          availableMin: amountOf('rule', take('available') ?? '0'),
          idleDays: daysOf(take('idle')),
        }
  if (parts.size > 0)
    throw new Error(`${[...parts.keys()].join(', ')} is no part of a rule for ${kind}.`)
  return audience
}

function partOf(part: string): [name: string, value: string] {
  const [name = '', value = ''] = part.split('=')
  return [name, value]
}

function daysOf(days: string | undefined): number {
  if (days === undefined) return 0
  if (!/^\d{1,5}$/.test(days)) throw new Error(`${days} is no number of days.`)
  return Number(days)
}

function gradeOf(grade: string): Grade {
  const found = grades.find((one) => one === grade)
  if (found === undefined) throw new Error(`A grade is one of ${grades.join(', ')}.`)
  return found
}

function benefitOf(benefit: string): CouponBenefit {
  const [name, value] = partOf(benefit)
  if (name === 'days') return { kind: 'interest-free-days', days: daysOf(value) }
  if (name === 'amount')
    return { kind: 'sum-off-first-instalment', amount: amountOf('benefit', value) }
  const share = parseAnnualRate(value)
  if (name === 'share' && share.ok) return { kind: 'interest-share-off', sharePpm: share.value }
  throw new Error('--benefit is days=15, share=20% or amount=20.')
}

function amountOf(option: string, value: string | undefined): Money {
  if (value === '0') return ZERO
  const amount = parseYuan(value ?? '')
  if (!amount.ok) throw new Error(`--${option} is an amount in yuan.`)
  return amount.value
}

function dayOf(value: string | undefined): LocalDate {
  if (value !== undefined && isLocalDate(value)) return value
  throw new Error('--until is the last day, as 2026-12-31.')
}

function entryOf(kind: EntryKind, number: string, values: Values): CampaignEntry {
  const base = { number, until: endOf(values.until) }
  const from = values.from === undefined ? new Date() : momentOf(values.from)
  if (base.until && base.until <= from) throw new Error('--until is before --from.')
  switch (kind) {
    case 'notices':
      return {
        ...base,
        kind,
        from,
        text: requiredText('text', values.text, 2000),
        isClosing: values.closing,
      }
    case 'landing-links':
      return {
        ...base,
        kind,
        channel: channelOf(values),
        name: requiredText('name', values.name, 40),
      }
    case 'bank-partners':
      return { ...base, kind, name: requiredText('name', values.name, 40) }
    case 'downloads':
      return { ...base, kind, from, ...downloadOf(values) }
    default:
      return unreachable(kind)
  }
}

function downloadOf(values: Values) {
  const page = downloadPageNames.find((one) => one === values.page)
  if (page === undefined) throw new Error(`--page is one of ${downloadPageNames.join(', ')}.`)
  const ios = addressOf('ios', values.ios)
  const android = addressOf('android', values.android)
  if (ios === undefined && android === undefined) throw new Error('--ios or --android is missing.')
  const title = values.title === undefined ? undefined : requiredText('title', values.title, 40)
  const summary =
    values.summary === undefined ? undefined : requiredText('summary', values.summary, 100)
  return { page, ios, android, title, summary }
}

function addressOf(option: string, address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const isHttps = URL.canParse(address) && new URL(address).protocol === 'https:'
  if (isHttps && address.length <= 500) return address
  throw new Error(`--${option} is an https address.`)
}

function requiredText(option: string, words: string | undefined, lengthMax: number): string {
  const trimmed = words?.trim() ?? ''
  if (trimmed !== '' && trimmed.length <= lengthMax) return trimmed
  throw new Error(`--${option} has 1 to ${lengthMax} characters.`)
}

function channelOf({ channel }: Values): string {
  if (/^\d{10,12}$/.test(channel)) return channel
  throw new Error('--channel has 10 to 12 digits.')
}

/** A day ends with its last moment in Shanghai. */
function endOf(value: string | undefined): Date | undefined {
  if (value === undefined) return undefined
  return isLocalDate(value) ? momentOf(addDays(localDate(value), 1)) : momentOf(value)
}

/** A day or a minute, in Shanghai. */
function momentOf(value: string): Date {
  const [day = '', time = '00:00'] = value.split('T')
  if (isLocalDate(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    return new Date(`${day}T${time}+08:00`)
  throw new Error(`${value} is no moment, as 2026-12-01 or 2026-12-01T22:00.`)
}
