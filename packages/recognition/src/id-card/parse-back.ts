import { parseCompactDate } from '@qingzhou/domain/calendar/local-date'

import type { BackFields } from '#id-card/card-reading.ts'
import { gather, ifCertain } from '#id-card/found.ts'
import type { Found } from '#id-card/found.ts'
import type { Row } from '#id-card/rows.ts'

const AGENCY_LABEL = /^(?:.发机关|签.机关|签发.关|签发机.|发?机关)/u
const VALIDITY_LABEL = /^(有效期限|.{0,3}期限|有效.{0,2})/u
const PERIOD = /(\d{4})\.?(\d{2})\.?(\d{2})[^\d长]{0,3}(?:(\d{4})\.?(\d{2})\.?(\d{2})|长期?)/u

/** Reads the fields off the side with the issuer. */
export function parseBack(rows: readonly Row[]): { fields: BackFields; confidence: number } {
  return gather({ issueAgency: findAgency(rows), ...findValidity(rows) })
}

function findAgency(rows: readonly Row[]): Found | undefined {
  const row =
    rows.find(({ text }) => AGENCY_LABEL.test(text)) ??
    rows.find(({ text }) => /公安|分局$/u.test(text))
  const agency = row?.text.replace(AGENCY_LABEL, '')
  if (!row || !agency || !/^\p{Script=Han}{4,}$/u.test(agency)) return undefined
  return ifCertain({ value: agency, confidence: row.confidence })
}

function findValidity(rows: readonly Row[]): { validFrom?: Found; validUntil?: Found } {
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
