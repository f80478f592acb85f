import { compactDate, parseCompactDate } from '@qingzhou/domain/calendar/local-date'
import { birthDateOf, isIdNumber, sexOf } from '@qingzhou/domain/people/id-number'
import type { BackFields, FrontFields } from '#id-card/read-card.ts'
import type { Row } from '#id-card/rows.ts'

/** A field's value and its confidence, from 0 to 1. */
type FoundValue<Value = string> = { readonly value: Value; readonly confidence: number }

/**
 * The highest doubt of a text: if it concerns one character, that character is as likely wrong as
 * right.
 */
const DOUBT_MAX = 0.4

/**
 * Free text without a checksum is left out when in doubt: an empty field is noticed, a wrong one is
 * not.
 */
function ifCertain(found: FoundValue): FoundValue | undefined {
  const doubt = (1 - found.confidence) * found.value.length
  return doubt < DOUBT_MAX ? found : undefined
}

/** The found fields, and the confidence of the weakest. */
function gather<Fields extends Record<string, FoundValue | undefined>>(found: Fields) {
  const there = Object.entries(found).flatMap(([name, field]) =>
    field ? [{ name, ...field }] : [],
  )
  return {
    // Each label has its value, or is left out.
    fields: Object.fromEntries(there.map(({ name, value }) => [name, value])) as {
      [Name in keyof Fields]?: NonNullable<Fields[Name]>['value']
    },
    confidence: Math.min(1, ...there.map(({ confidence }) => confidence)),
  }
}

const AGENCY_LABEL = /^(?:.发机关|签.机关|签发.关|签发机.|发?机关)/u
const VALIDITY_LABEL = /^(有效期限|.{0,3}期限|有效.{0,2})/u
const PERIOD = /(\d{4})\.?(\d{2})\.?(\d{2})[^\d长]{0,3}(?:(\d{4})\.?(\d{2})\.?(\d{2})|长期?)/u

/** Parses the fields of the issuer side. */
export function parseBack(rows: readonly Row[]): { fields: BackFields; confidence: number } {
  return gather({ issueAgency: findAgency(rows), ...findValidity(rows) })
}

function findAgency(rows: readonly Row[]): FoundValue | undefined {
  const row =
    rows.find(({ text }) => AGENCY_LABEL.test(text)) ??
    rows.find(({ text }) => /公安|分局$/u.test(text))
  const agency = row?.text.replace(AGENCY_LABEL, '')
  if (!row || !agency || !/^\p{Script=Han}{4,}$/u.test(agency)) return undefined
  return ifCertain({ value: agency, confidence: row.confidence })
}

function findValidity(rows: readonly Row[]): { validFrom?: FoundValue; validUntil?: FoundValue } {
  for (const { text, confidence } of rows) {
    const match = PERIOD.exec(text.replace(VALIDITY_LABEL, ''))
    if (!match) continue
    const from = match.slice(1, 4).join('')
    const until = match[4] ? match.slice(4, 7).join('') : '长期'
    const isPossible = exists(from) && (until === '长期' || (exists(until) && until > from))
    if (isPossible)
      return { validFrom: { value: from, confidence }, validUntil: { value: until, confidence } }
  }
  return {}
}

function exists(date: string): boolean {
  return parseCompactDate(date).ok
}

/** The nations that a card can name, without 族. */
const nations: ReadonlySet<string> = new Set(
  (
    '汉 蒙古 回 藏 维吾尔 苗 彝 壮 布依 朝鲜 满 侗 瑶 白 土家 哈尼 哈萨克 傣 黎 傈僳 佤 畲 高山 拉祜 水 ' +
    '东乡 纳西 景颇 柯尔克孜 土 达斡尔 仫佬 羌 布朗 撒拉 毛南 仡佬 锡伯 阿昌 普米 塔吉克 怒 乌孜别克 ' +
    '俄罗斯 鄂温克 德昂 保安 裕固 京 塔塔尔 独龙 鄂伦春 赫哲 门巴 珞巴 基诺'
  ).split(' '),
)

// One character of a label is enough: blur easily removes the other one.
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

/**
 * Parses the fields of the portrait side. A valid number outranks the printed sex and birth date.
 */
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

function findNumber(rows: readonly Row[]): FoundValue | undefined {
  for (const { text } of rows) {
    const figures = text
      .replace(/^.*码/u, '')
      .replaceAll(/[OoDIlSBZx]/g, (letter) => LOOKALIKES[letter] ?? letter)
    const candidates = figures.matchAll(/(?=(\d{17}[\dX]))/g)
    const number = [...candidates].map(([, digits = '']) => digits).find(isIdNumber)
    // The check character is more reliable than the OCR confidence.
    if (number) return { value: number, confidence: 1 }
  }
  return undefined
}

function factsOf({ value, confidence }: FoundValue) {
  const sex = sexOf(value) === 'male' ? ('男' as const) : ('女' as const)
  return {
    sex: { value: sex, confidence },
    birth: { value: compactDate(birthDateOf(value)), confidence },
  }
}

function findName(rows: readonly Row[], sexAt: number): FoundValue | undefined {
  const above = sexAt < 0 ? rows : rows.slice(0, sexAt)
  const row = above.findLast(({ text }) => NAME_LABEL.test(text)) ?? above.at(-1)
  const name = row?.text.replace(NAME_LABEL, '').replaceAll(/[.•・]/g, '·')
  if (!row || !name || !/^\p{Script=Han}[\p{Script=Han}·]{1,24}$/u.test(name)) return undefined
  return ifCertain({ value: name, confidence: row.confidence })
}

function findSex(row: Row | undefined): FoundValue<'男' | '女'> | undefined {
  const sex = row?.text.match(/[男女]/u)?.[0]
  return row && (sex === '男' || sex === '女')
    ? { value: sex, confidence: row.confidence }
    : undefined
}

function findNation(row: Row | undefined): FoundValue | undefined {
  const nation = row?.text.match(/[民族]+(\p{Script=Han}{1,4})$/u)?.[1]
  return row && nation && nations.has(nation)
    ? { value: nation, confidence: row.confidence }
    : undefined
}

function findBirth(row: Row | undefined): FoundValue | undefined {
  const [, year = '', month = '', day = ''] = row?.text.match(BIRTH) ?? []
  const date = year + month.padStart(2, '0') + day.padStart(2, '0')
  return row && parseCompactDate(date).ok ? { value: date, confidence: row.confidence } : undefined
}

function findAddress(rows: readonly Row[]): FoundValue | undefined {
  const from = rows.findIndex(({ text }) => ADDRESS_LABEL.test(text))
  const lines = rows.slice(Math.max(0, from)).map(({ text, confidence }, at) => ({
    value: at === 0 ? text.replace(ADDRESS_LABEL, '') : text,
    confidence,
  }))
  const address = lines.map(({ value }) => value).join('')
  if (!/\p{Script=Han}{3}/u.test(address) || !lines.every(ifCertain)) return undefined
  return { value: address, confidence: Math.min(...lines.map(({ confidence }) => confidence)) }
}
