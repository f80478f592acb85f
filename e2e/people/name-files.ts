import type { Page } from '@playwright/test'
import {
  csvOf,
  peopleFrom,
  personOf,
  rowOf,
  TITLES,
} from '@qingzhou/server/features/staff/roster/testing/people.ts'
import { workbook } from '@qingzhou/server/features/staff/roster/testing/workbook.ts'
import type { TestPerson } from '@qingzhou/provider-api/test-people'

type NameFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

const leaver = personOf(7_001)
const mistyped = { ...personOf(7_002), idNumber: '990301196708010003' }

export const nameFiles = {
  /** An employee in the valid file who is removed later. */
  leaver,

  /** The invalid row is line 3, after the header and one valid row. */
  withBadRow: {
    name: '名单.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csvOf([personOf(7_000), mistyped, personOf(7_003)])),
  },

  good(person: TestPerson): NameFile {
    const { name, idNumber, phone } = person
    const borrower = { name, idNumber, mobile: phone, employer: '云泽第一纺织厂' }
    const rows = [borrower, leaver, ...peopleFrom(7_100, 11)].map(rowOf)
    return {
      name: '名单.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook({ rows: [TITLES, ...rows] }),
    }
  },
}

export async function chooseNameFile(page: Page, label: string, file: NameFile): Promise<void> {
  await page.getByLabel(label).setInputFiles(file)
}
