import { isLocalDate, type LocalDate } from '#calendar/local-date.ts'
import { parseAnnualRate } from '#cost/annual-rate.ts'
import type { DatedReason } from '#dated/dated-reason.ts'
import { refusedRow } from '#dated/dated-rows.ts'
import { parseYuan, yuan, type Money } from '#money/money.ts'
import { displayShare } from '#money/rate.ts'
import { productNos, type ProductNo } from '#product.ts'
import { granted, type Outcome } from '#refusal.ts'

/** The share of a loan that a partner funds: of a product, from an amount on. */
export interface FundingTier {
  readonly product: ProductNo
  readonly amountMin: Money
  readonly sharePpm: bigint
}

/** What is agreed with a funding partner. [Z1] */
export interface PartnerTerms {
  readonly name: string
  readonly licenceNo: string
  readonly tiers: readonly FundingTier[]
  /** The least share of such a loan that the lender itself funds. */
  readonly ownPpmMin: bigint
  /** The most principal outstanding that it funds of one customer, and of all. */
  readonly customerMax: Money
  readonly totalMax: Money
  /** What becomes of a draw in its tiers that no partner takes: the lender funds it alone, or refuses it. */
  readonly otherwise: Otherwise
}

export const otherwiseWords = ['own', 'refuse'] as const
export type Otherwise = (typeof otherwiseWords)[number]

/** From its day on, a partner funds on these terms; or takes nothing new for a time; or has ended. [Z1] */
export interface PartnerRow {
  readonly partnerNo: string
  readonly day: LocalDate
  readonly state: PartnerState
  /** Of a partner that is open. */
  readonly terms?: PartnerTerms | undefined
}

export const partnerStates = ['open', 'paused', 'ended'] as const
export type PartnerState = (typeof partnerStates)[number]

const fields = ['name', 'licence', 'shares', 'own', 'customer', 'total', 'otherwise'] as const
type Field = (typeof fields)[number]

const PARTNER_NO = /^[a-z][a-z0-9-]{1,30}$/
const NAME = /^[\p{L}\p{N}（）()·]{2,40}$/u
const LICENCE = /^[0-9A-Z]{6,24}$/

/**
 * A row as it is written: `far-bank 2027-01-01 name=远洲银行 licence=B0001 shares=103001:20000:60% own=30%
 * customer=100000 total=50000000 otherwise=own`, or `far-bank 2027-06-01 paused`.
 */
export function readPartnerRow(text: string): Outcome<PartnerRow> {
  const [partnerNo = '', day = '', ...words] = text.trim().split(/\s+/)
  if (!PARTNER_NO.test(partnerNo)) return refusedRow(text, 'partner-malformed')
  if (!isLocalDate(day)) return refusedRow(text, 'day-malformed')
  const [word] = words
  if (words.length === 1 && (word === 'paused' || word === 'ended')) {
    return granted({ partnerNo, day, state: word })
  }
  const read = readTerms(words)
  if ('reason' in read) return refusedRow(text, read.reason, read.detail)
  return granted({ partnerNo, day, state: 'open', terms: read })
}

type Wrong = { readonly reason: DatedReason; readonly detail?: string }

const malformedField = (detail: string): Wrong => ({ reason: 'value-malformed', detail })

function readTerms(words: readonly string[]): PartnerTerms | Wrong {
  const given = new Map<Field, string>()
  for (const word of words) {
    const [key, value] = split(word)
    const field = fields.find((one) => one === key)
    if (!field || given.has(field)) return malformedField(word)
    given.set(field, value)
  }
  const missing = fields.find((field) => !given.has(field))
  if (missing) return malformedField(`${missing}=`)
  const of = (field: Field) => given.get(field) ?? ''
  const [name, licenceNo] = [of('name'), of('licence')]
  const [customerMax, totalMax] = [parseYuan(of('customer')), parseYuan(of('total'))]
  const ownPpmMin = readShare(of('own'))
  const otherwise = otherwiseWords.find((one) => one === of('otherwise'))
  const tiers = of('shares').split(',').map(readTier)
  const wrong: readonly [boolean, Field][] = [
    [!NAME.test(name), 'name'],
    [!LICENCE.test(licenceNo), 'licence'],
    [!tiers.every((tier) => tier !== undefined), 'shares'],
    [ownPpmMin === undefined, 'own'],
    [!customerMax.ok || customerMax.value === 0n, 'customer'],
    [!totalMax.ok || totalMax.value === 0n, 'total'],
    [otherwise === undefined, 'otherwise'],
  ]
  const [, field] = wrong.find(([isWrong]) => isWrong) ?? []
  if (field) return malformedField(`${field}=${of(field)}`)
  if (!customerMax.ok || !totalMax.ok || !otherwise || ownPpmMin === undefined)
    return malformedField('')
  const limits = { ownPpmMin, customerMax: customerMax.value, totalMax: totalMax.value }
  return { name, licenceNo, tiers: tiers.filter(isTier), ...limits, otherwise }
}

function isTier(tier: FundingTier | undefined): tier is FundingTier {
  return tier !== undefined
}

function split(word: string): [string, string] {
  const at = word.indexOf('=')
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)]
}

function readTier(text: string): FundingTier | undefined {
  const [productText, amountText = '', shareText = '', ...more] = text.split(':')
  const product = productNos.find((one) => one === productText)
  const amountMin = parseYuan(amountText)
  const sharePpm = readShare(shareText)
  const isWrong = !product || !amountMin.ok || sharePpm === undefined || more.length > 0
  return isWrong ? undefined : { product, amountMin: amountMin.value, sharePpm }
}

const WHOLE_PPM = 1_000_000n

/** More than nothing and less than the whole. */
function readShare(text: string): bigint | undefined {
  const share = parseAnnualRate(text)
  return share.ok && share.value > 0n && share.value < WHOLE_PPM ? share.value : undefined
}

/** A row as it is written. */
export function partnerRowText({ partnerNo, day, state, terms }: PartnerRow): string {
  if (!terms) return `${partnerNo} ${day} ${state}`
  const values: Readonly<Record<Field, string>> = {
    name: terms.name,
    licence: terms.licenceNo,
    shares: tiersText(terms.tiers),
    own: displayShare(terms.ownPpmMin),
    customer: yuan(terms.customerMax),
    total: yuan(terms.totalMax),
    otherwise: terms.otherwise,
  }
  return [partnerNo, day, ...fields.map((field) => `${field}=${values[field]}`)].join(' ')
}

export function tiersText(tiers: readonly FundingTier[]): string {
  return tiers
    .map(({ product, amountMin, sharePpm }) =>
      [product, yuan(amountMin), displayShare(sharePpm)].join(':'),
    )
    .join(',')
}

/** The tiers of a row that was recorded. */
export function readTiers(text: string): readonly FundingTier[] {
  return text.split(',').map(readTier).filter(isTier)
}
