import { compactDate, parseCompactDate } from '@qingzhou/domain/calendar/local-date'
import { birthDateOf, isIdNumber, sexOf } from '@qingzhou/domain/people/id-number'

import type { FrontFields } from '#id-card/card-reading.ts'
import { gather, ifCertain } from '#id-card/found.ts'
import type { Found } from '#id-card/found.ts'
import { nations } from '#id-card/nations.ts'
import type { Row } from '#id-card/rows.ts'

// One character of a label is enough: blur takes the other one easily.
const NAME_LABEL = /^(?:[姓性]?[名各]|[姓性])/u
const ADDRESS_LABEL = /^(?:.?址|住)/u
const SEX_OR_NATION = /性别|民族|[性别][男女]|^.{0,2}[男女].{0,2}族/u
const BIRTH = /(\d{4})年(\d{1,2})月(\d{1,2})日?/u
const BIRTH_ROW = /出生|\d年|年\d{1,2}月/u
const NUMBER_ROW = /身份号码|号码\d|\d{12}/u
const LOOKALIKES: Record<string, string> = {
  O: '0',
  o: '0',
  D: '0',
  I: '1',
  l: '1',
  S: '5',
  B: '8',
  Z: '2',
  x: 'X',
}

/** Reads the fields off the side with the photograph. A number that fits outranks the printed sex and birth. */
export function parseFront(rows: readonly Row[]): { fields: FrontFields; confidence: number } {
  const number = findNumber(rows)
  const sexAt = rows.findIndex(({ text }) => SEX_OR_NATION.test(text))
  const birthAt = rows.findIndex(({ text }) => BIRTH_ROW.test(text))
  const numberAt = rows.findIndex(({ text }) => NUMBER_ROW.test(text))
  const known = number && factsOf(number)
  return gather({
    name: findName(rows, sexAt),
    sex: known?.sex ?? findSex(rows[sexAt]),
    nation: findNation(rows[sexAt]),
    birth: known?.birth ?? findBirth(rows[birthAt]),
    address: findAddress(
      rows.slice(Math.max(sexAt, birthAt) + 1, numberAt < 0 ? undefined : numberAt),
    ),
    number,
  })
}

function findNumber(rows: readonly Row[]): Found | undefined {
  for (const { text } of rows) {
    const figures = text
      .replace(/^.*码/u, '')
      .replaceAll(/[OoDIlSBZx]/g, (letter) => LOOKALIKES[letter] ?? letter)
    const candidates = figures.matchAll(/(?=(\d{17}[\dX]))/g)
    const number = [...candidates].map(([, digits = '']) => digits).find(isIdNumber)
    // The check character vouches for it better than the reader does.
    if (number) return { value: number, confidence: 1 }
  }
  return undefined
}

function factsOf({ value, confidence }: Found) {
  const sex = sexOf(value) === 'male' ? ('男' as const) : ('女' as const)
  return {
    sex: { value: sex, confidence },
    birth: { value: compactDate(birthDateOf(value)), confidence },
  }
}

function findName(rows: readonly Row[], sexAt: number): Found | undefined {
  const above = sexAt < 0 ? rows : rows.slice(0, sexAt)
  const row = above.findLast(({ text }) => NAME_LABEL.test(text)) ?? above.at(-1)
  const name = row?.text.replace(NAME_LABEL, '').replaceAll(/[.•・]/g, '·')
  if (!row || !name || !/^\p{Script=Han}[\p{Script=Han}·]{1,24}$/u.test(name)) return undefined
  return ifCertain({ value: name, confidence: row.confidence })
}

function findSex(row: Row | undefined): Found<'男' | '女'> | undefined {
  const sex = row?.text.match(/[男女]/u)?.[0]
  return row && (sex === '男' || sex === '女')
    ? { value: sex, confidence: row.confidence }
    : undefined
}

function findNation(row: Row | undefined): Found | undefined {
  const nation = row?.text.match(/[民族]+(\p{Script=Han}{1,4})$/u)?.[1]
  return row && nation && nations.has(nation)
    ? { value: nation, confidence: row.confidence }
    : undefined
}

function findBirth(row: Row | undefined): Found | undefined {
  const [, year = '', month = '', day = ''] = row?.text.match(BIRTH) ?? []
  const date = year + month.padStart(2, '0') + day.padStart(2, '0')
  return row && parseCompactDate(date).ok ? { value: date, confidence: row.confidence } : undefined
}

function findAddress(rows: readonly Row[]): Found | undefined {
  const from = rows.findIndex(({ text }) => ADDRESS_LABEL.test(text))
  const lines = rows.slice(Math.max(0, from)).map(({ text, confidence }, at) => ({
    value: at === 0 ? text.replace(ADDRESS_LABEL, '') : text,
    confidence,
  }))
  const address = lines.map(({ value }) => value).join('')
  if (!/\p{Script=Han}{3}/u.test(address) || !lines.every(ifCertain)) return undefined
  return { value: address, confidence: Math.min(...lines.map(({ confidence }) => confidence)) }
}
