import { nameIndex } from '@qingzhou/server/features/identity/index.ts'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

/** What one of many customers made from a template has instead of a text of the template. */
export type Replacement = (one: number) => string

export type Person = {
  readonly phone: string
  readonly idNumber: string
  readonly name: string
  readonly cardNumber: string
}

const DIGITS = 7
export const CUSTOMERS_MAX = 10 ** DIGITS - 1

/** The number of a customer of the seed, in the digits that end each of its identifiers. */
function digitsOf(one: number): string {
  return String(one).padStart(DIGITS, '0')
}

/**
 * The identifiers of a template, each with what replaces it: the same with other digits at its end,
 * so that it keeps its form and its place in the order of time.
 */
export function replaceIdentifiers(found: Iterable<string>): Map<string, Replacement> {
  const taken = new Set<string>()
  const replacements = new Map<string, Replacement>()
  for (const text of [...found].toSorted()) {
    if (PROPOSAL.test(text)) {
      replacements.set(text, proposalOf)
      continue
    }
    const stem = freeStem(text.slice(0, -DIGITS), taken)
    taken.add(stem)
    replacements.set(text, (one) => stem + digitsOf(one))
  }
  return replacements
}

/** Counted by the database; a template has one proposal at most. */
export const FIRST_PROPOSAL = 1_000_000
export const PROPOSAL = /^P\d{6,10}$/

function proposalOf(one: number): string {
  return `P${FIRST_PROPOSAL + one}`
}

/** Identifiers that differ in their last digits only differ in the digit before them instead. */
function freeStem(stem: string, taken: ReadonlySet<string>): string {
  if (!taken.has(stem)) return stem
  const other = Array.from('0123456789abcdef', (last) => stem.slice(0, -1) + last)
  const free = other.find((one) => !taken.has(one))
  if (free === undefined) throw new Error(`more than 16 identifiers begin with ${stem}`)
  return free
}

/** Replaces what a template says of a person, and finds the person by the new blind indexes. */
export function replacePerson(person: Person): Map<string, Replacement> {
  return new Map<string, Replacement>([
    [person.phone, phoneOf],
    [person.idNumber, idNumberOf],
    [person.name, nameOf],
    [person.cardNumber, cardNumberOf],
  ])
}

/** The blind indexes that a template has, each with that of another customer. */
export function replaceIndexes(
  vault: Pick<Vault, 'index'>,
  { phone, idNumber, name, cardNumber }: Person,
): Map<string, (one: number) => Buffer> {
  const kinds = [
    ['phone', phone, phoneOf],
    ['idNumber', idNumber, idNumberOf],
    ['name', name, nameOf],
    ['card', cardNumber, cardNumberOf],
  ] as const
  const indexes = kinds.map(([kind, text, replacement]): IndexReplacement => {
    return [vault.index(kind, text).toString('hex'), (one) => vault.index(kind, replacement(one))]
  })
  const named = [
    [phone, phoneOf],
    [idNumber, idNumberOf],
  ] as const
  const ofName = named.map(([number, numberOf]): IndexReplacement => {
    const index = (one: number) => nameIndex(vault, { name: nameOf(one), number: numberOf(one) })
    return [nameIndex(vault, { name, number }).toString('hex'), index]
  })
  return new Map([...indexes, ...ofName])
}

type IndexReplacement = readonly [string, (one: number) => Buffer]

export function phoneOf(one: number): string {
  return `19${String(one).padStart(9, '0')}`
}

const BIRTHDAYS = 10_000
const DAY_MS = 86_400_000
const FIRST_BIRTHDAY_MS = Date.UTC(1972, 0, 1)
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

export function idNumberOf(one: number): string {
  const birthday = new Date(FIRST_BIRTHDAY_MS + (one % BIRTHDAYS) * DAY_MS)
  const day = birthday.toISOString().slice(0, 10).replaceAll('-', '')
  const digits = `110101${day}${String(Math.floor(one / BIRTHDAYS)).padStart(3, '0')}`
  const total = WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)
  return digits + '10X98765432'.charAt(total % 11)
}

const SURNAMES = Array.from('王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗')
const GIVEN = Array.from('安宁文博雨晨思远佳怡子轩明哲欣然嘉树清扬一诺')

export function nameOf(one: number): string {
  const middle = Math.floor(one / SURNAMES.length)
  return pick(SURNAMES, one) + pick(GIVEN, middle) + pick(GIVEN, Math.floor(middle / GIVEN.length))
}

function pick(from: readonly string[], at: number): string {
  return from[at % from.length] ?? ''
}

/** With its check digit (Luhn). */
export function cardNumberOf(one: number): string {
  const digits = `622202${String(one).padStart(12, '0')}`
  const total = Array.from(digits, Number)
    .toReversed()
    .reduce((sum, digit, at) => {
      const weighted = at % 2 === 0 ? digit * 2 : digit
      return sum + (weighted > 9 ? weighted - 9 : weighted)
    }, 0)
  return `${digits}${(10 - (total % 10)) % 10}`
}
