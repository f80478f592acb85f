import type { Employee } from '#features/staff/roster/employee.ts'
import { createHash } from 'node:crypto'
import { PART_BYTES } from '@qingzhou/contract/wire/files'
import type { TestProduct } from '#testing/product.ts'
import type { TestStaff } from '#testing/staff.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A valid ID number in the non-existent region 99; the same n gives the same number. */
export function idNumberOf(n: number): string {
  const year = 1960 + Math.floor(n / 1_000_000)
  const day = String((Math.floor(n / 12_000) % 28) + 1).padStart(2, '0')
  const month = String((Math.floor(n / 1_000) % 12) + 1).padStart(2, '0')
  const digits = `990301${year}${month}${day}${String(n % 1_000).padStart(3, '0')}`
  const total = WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)
  return `${digits}${'10X98765432'.charAt(total % 11)}`
}

const FAMILY_NAMES = '赵钱孙李周吴郑王冯陈'
const GIVEN_NAMES = ['青禾', '望舒', '知远', '云帆', '若水', '景行', '怀瑾', '思齐', '清和', '明远']

/** A fictitious employee. */
export function personOf(n: number): Employee {
  const family = FAMILY_NAMES[n % 10] ?? '赵'
  const input = GIVEN_NAMES[Math.floor(n / 10) % 10] ?? '青禾'
  return {
    name: `${family}${input}`,
    idNumber: idNumberOf(n),
    mobile: `139${String(n).padStart(8, '0')}`,
    employer: `云泽第${(n % 7) + 1}纺织厂`,
  }
}

export const TITLES = ['姓名', '身份证号', '手机号', '单位'] as const

export function rowOf({ name, idNumber, mobile, employer }: Employee): string[] {
  return [name, idNumber, mobile, employer]
}

/** A CSV file of employees. */
export function csvOf(people: readonly Employee[]): string {
  return [TITLES, ...people.map(rowOf)].map((cells) => cells.join(',')).join('\r\n')
}

export function peopleFrom(first: number, count: number): Employee[] {
  return Array.from({ length: count }, (_, index) => personOf(first + index))
}

type SentRoster = { readonly uploadNo: string }

/** Uploads a file in parts, as the browser does. */
export async function send({ client }: TestStaff, file: Buffer | string): Promise<SentRoster> {
  const bytes = Buffer.from(file)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const uploadNo = digest.slice(0, 32)
  const announced = { uploadNo, fileName: '名单.csv', size: bytes.length, digest }
  for (let at = 0; at * PART_BYTES < bytes.length; at += 1) {
    const part = bytes.subarray(at * PART_BYTES, (at + 1) * PART_BYTES).toString('base64')
    await client.api.staff.importNames({ act: 'part', ...announced, part: { at, bytes: part } })
  }
  return { uploadNo }
}

/** Uploads a file and starts its import. */
export async function start(staff: TestStaff, file: Buffer | string): Promise<string> {
  const { uploadNo } = await send(staff, file)
  const { importNo } = await staff.client.api.staff.importNames({ act: 'start', uploadNo })
  if (importNo === undefined) throw new Error(`upload ${uploadNo}: import started without a number`)
  return importNo
}

/** Uploads and imports a file; returns the result. */
export async function importFile(product: TestProduct, staff: TestStaff, file: Buffer | string) {
  const importNo = await start(staff, file)
  await product.runTasks()
  return staff.client.api.staff.importNames({ act: 'progress', importNo })
}
