import { beforeAll, describe, expect, it } from 'vitest'
import { startProductForFile } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import { personOf } from './testing/people.ts'

const product = startProductForFile()
let operator: TestStaff
beforeAll(async () => {
  operator = await newStaff(product, ['operator'])
})

const list = (search?: string, pageNo = 1) =>
  operator.client.api.staff.names({ pageNo, ...(search !== undefined && { search }) })

async function clear(): Promise<void> {
  await product.services.database.query('DELETE FROM employee_roster')
}

async function add(...numbers: number[]): Promise<string[]> {
  const nameNos: string[] = []
  for (const n of numbers) {
    nameNos.push((await operator.client.api.staff.addName(personOf(n))).nameNo)
  }
  return nameNos
}

describe('the employee roster', () => {
  it('shows entries masked, with the member who added them', async () => {
    await clear()
    const [nameNo] = await add(1)
    expect(await list()).toEqual({
      total: 1,
      hasMore: false,
      names: [
        {
          nameNo,
          name: '**禾',
          idNumber: expect.stringMatching(/^990\*{11}\d{3}[\dX]$/),
          mobile: '139****0001',
          employer: '云泽第2纺织厂',
          addedBy: '余舟',
          addedAt: expect.any(Number),
        },
      ],
    })
  })

  it('[7.148] has ten entries per page, newest first', async () => {
    await clear()
    await add(...Array.from({ length: 11 }, (_, n) => n + 1))
    const first = await list()
    expect(first).toMatchObject({ total: 11, hasMore: true })
    expect(first.names.map(({ mobile }) => mobile.slice(-2))).toEqual([
      '11',
      '10',
      '09',
      '08',
      '07',
      '06',
      '05',
      '04',
      '03',
      '02',
    ])
    const second = await list(undefined, 2)
    expect(second).toMatchObject({ total: 11, hasMore: false })
    expect(second.names).toHaveLength(1)
    expect(await list(undefined, 1000)).toMatchObject({ names: [], total: 11, hasMore: false })
  })

  it('accepts a person once, also for concurrent requests', async () => {
    await clear()
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => add(1)))
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(7)
    await expect(add(1)).rejects.toThrow('该客户已在名单中')
    expect(await list()).toMatchObject({ total: 1 })
  })

  it('recognises an ID number regardless of case', async () => {
    await clear()
    const { addName } = operator.client.api.staff
    await addName({ ...personOf(1), idNumber: '11010519491231002X' })
    const again = addName({ ...personOf(2), idNumber: '11010519491231002x' })
    await expect(again).rejects.toThrow('该客户已在名单中')
  })

  it.each([
    ['name', '<script>', '请输入身份证上的姓名'],
    ['name', '=cmd()', '请输入身份证上的姓名'],
    ['idNumber', '110105194912310020', '请输入正确的身份证号'],
    ['mobile', '12345', '11位'],
    ['employer', '　', '请输入单位'],
  ])('refuses an invalid %s: %s', async (field, value, words) => {
    const adding = operator.client.api.staff.addName({ ...personOf(1), [field]: value })
    await expect(adding).rejects.toThrow(words)
  })

  it('removes an entry once', async () => {
    await clear()
    const [nameNo = ''] = await add(1)
    await operator.client.api.staff.removeName({ nameNo })
    expect(await list()).toMatchObject({ total: 0 })
    const again = operator.client.api.staff.removeName({ nameNo })
    await expect(again).rejects.toThrow('名单中没有这位客户')
  })
})

describe('a roster search', () => {
  it('finds a complete name, ID number or phone, and the beginning of an employer', async () => {
    await clear()
    await add(1, 2, 3)
    const { name, idNumber, mobile } = personOf(2)
    for (const search of [
      name,
      idNumber,
      mobile,
      '云泽 第3',
      ` ${mobile.slice(0, 3)} ${mobile.slice(3)}`,
    ]) {
      expect(await list(search)).toMatchObject({ total: 1, names: [{ mobile: '139****0002' }] })
    }
    expect(await list('云泽')).toMatchObject({ total: 3 })
  })

  it('finds nothing by a part of a name, ID number or phone', async () => {
    await clear()
    await add(1)
    const { name, idNumber, mobile } = personOf(1)
    for (const search of [name.slice(0, 1), idNumber.slice(0, 10), mobile.slice(0, 10), '纺织厂']) {
      expect(await list(search)).toEqual({ names: [], total: 0, hasMore: false })
    }
  })

  it.each(["' OR 1=1 --", '%', '_', String.raw`\%`, '云泽%', "'; DROP TABLE employee_roster; --"])(
    'treats SQL syntax and wildcards literally: %s',
    async (search) => {
      await clear()
      await add(1)
      expect(await list(search)).toMatchObject({ total: 0 })
      expect(await list()).toMatchObject({ total: 1 })
    },
  )
})

it('every access to and change of the roster is in the staff log, without personal data', async () => {
  await clear()
  const staff = await newStaff(product, ['admin'])
  const { nameNo } = await staff.client.api.staff.addName(personOf(1))
  await staff.client.api.staff.names({ search: personOf(1).name, pageNo: 1, asFile: true })
  await staff.client.api.staff.removeName({ nameNo })
  const rows = await product.services.database.query<{ act: string; about: string }>(
    `SELECT act, about FROM staff_log WHERE actor = $1 AND act <> 'sign-in' ORDER BY log_no`,
    [staff.staffNo],
  )
  expect(rows).toEqual([
    { act: 'add-name', about: `name=${nameNo}` },
    { act: 'look-at-names', about: 'page=1' },
    { act: 'export-names', about: 'rows=1' },
    { act: 'remove-name', about: `name=${nameNo}` },
  ])
})

describe('the roster export', () => {
  it('contains the matching entries masked, and no formula that a spreadsheet would run', async () => {
    await clear()
    const { addName } = operator.client.api.staff
    await addName({ ...personOf(1), employer: '=HYPERLINK("http://evil.example","点")' })
    await addName({ ...personOf(2), employer: '@SUM(A1)' })
    await addName({ ...personOf(3), employer: '云泽"第一"厂' })
    const { fileUrl } = await operator.client.api.staff.names({ pageNo: 1, asFile: true })
    const { headers, body } = await download(operator, fileUrl)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; /),
    })
    const today = product.services.today()
    expect(body.split('\r\n')).toEqual([
      '\uFEFF"姓名","身份证号","手机号","单位","添加人","添加日期"',
      expect.stringMatching(
        new RegExp(
          `^"\\*\\*禾","990\\*{11}.{4}","139\\*{4}0003","云泽""第一""厂","余舟","${today}"$`,
        ),
      ),
      expect.stringContaining(`"'@SUM(A1)"`),
      expect.stringContaining(`"'=HYPERLINK(""http://evil.example"",""点"")"`),
      '',
    ])
  })

  it('contains only the matching entries', async () => {
    await clear()
    await add(1, 2)
    const request = { search: personOf(2).mobile, pageNo: 1, asFile: true }
    const { fileUrl } = await operator.client.api.staff.names(request)
    const { body } = await download(operator, fileUrl)
    expect(body.trim().split('\r\n')).toHaveLength(2)
  })

  it('can be downloaded only in the session that requested it, for ten minutes', async () => {
    const { fileUrl } = await operator.client.api.staff.names({ pageNo: 1, asFile: true })
    const other = await newStaff(product, ['operator'])
    expect((await download(other, fileUrl)).statusCode).toBe(404)
    expect((await download(operator, fileUrl)).statusCode).toBe(200)
    product.advance(11 * 60)
    expect((await download(operator, fileUrl)).statusCode).toBe(404)
  })
})

function download({ client }: TestStaff, url = '') {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return product.app.inject({ method: 'GET', url, headers: { cookie } })
}
