import type { IdCardIssue, TestPerson } from '@qingzhou/provider-api/test-people'
import { newNameOf } from '@qingzhou/provider-api/test-people'

import { addMonths, compactDate, localDate, yearOf } from '@qingzhou/domain/calendar/local-date'
import { ageOn, birthDateOf, regionOf, sexOf } from '@qingzhou/domain/people/id-number'
import { drawFace } from '#faces/draw-face.ts'
import type { CardDetails, CardSide } from '#id-card/card-details.ts'
import { drawCard } from '#id-card/draw-card.ts'
import { PORTRAIT } from '#id-card/card-details.ts'

/** Districts and streets of a fictional town, as region 99 does not exist. */
const DISTRICTS = ['望舟区', '临渡区', '鹭洲区', '澄湖区', '苇岸区', '帆影区', '汀兰县', '云浦县']
const STREETS = ['渡口路', '白鹭街', '长堤路', '听潮巷', '芦花街', '南浦路', '灯塔路', '归帆巷']
/** Years of validity by the holder's age on the day of issue; above that, for life. */
const TERMS = [
  { ageBelow: 16, years: 5 },
  { ageBelow: 26, years: 10 },
  { ageBelow: 46, years: 20 },
]

/** Draws a card of a fictional person with their face. */
export async function drawIdCard(
  person: TestPerson,
  side: CardSide,
  issue: IdCardIssue = 'first',
): Promise<Buffer> {
  const details = cardDetailsOf(person, issue)
  if (side === 'back') return drawCard(details, side)
  const portrait = await drawFace({ seed: person.key, size: PORTRAIT.height })
  return drawCard({ ...details, portrait }, side)
}

/** The card fields of a fictional person, derived from their ID number where possible. */
export function cardDetailsOf(
  { name, idNumber }: Pick<TestPerson, 'name' | 'idNumber'>,
  issue: IdCardIssue = 'first',
): CardDetails {
  const district = Number(regionOf(idNumber).slice(4))
  const sequence = Number(idNumber.slice(14, 17))
  const birth = birthDateOf(idNumber)
  const area = pick(DISTRICTS, district - 1)
  return {
    name: issue === 'renamed' ? newNameOf({ name, idNumber }) : name,
    sex: sexOf(idNumber) === 'male' ? '男' : '女',
    nation: '汉',
    birth: compactDate(birth),
    address: `清江省云舟市${area}${pick(STREETS, sequence)}${100 + district * 7}号${1 + (sequence % 9)}栋${district}0${1 + (sequence % 4)}室`,
    number: idNumber,
    issueAgency: area.endsWith('县') ? `${area}公安局` : `云舟市公安局${area.slice(0, 2)}分局`,
    ...validityOf(birth, issue),
  }
}

/** A renewed card follows the first one by years, and one with a new name follows that. */
const YEARS_LATER: Record<IdCardIssue, number> = { first: 0, renewed: 2, renamed: 3 }

/** Issued some days after a birthday around 2020 or later, and still valid. */
function validityOf(birthDate: ReturnType<typeof birthDateOf>, issue: IdCardIssue) {
  const year = 2019 + (yearOf(birthDate) % 4) + YEARS_LATER[issue]
  const from = addMonths(localDate(`${year}${birthDate.slice(4)}`), 1)
  const age = ageOn(from, { birthDate })
  const term = TERMS.find(({ ageBelow }) => age < ageBelow)
  const until = term ? compactDate(addMonths(from, term.years * 12)) : '长期'
  return { validFrom: compactDate(from), validUntil: until }
}

function pick(names: readonly string[], at: number): string {
  return names[at % names.length] ?? ''
}
