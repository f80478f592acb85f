import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { choiceKinds } from '@qingzhou/contract/features/reference'
import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { product as figures } from '@qingzhou/domain/product'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { staticPage } from './page.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

describe('choices', { timeout: 30_000 }, () => {
  it('[7.050] are complete and have no duplicate codes', async () => {
    const { choices } = await product.client().api.reference.choices({ kinds: [...choiceKinds] })
    for (const kind of choiceKinds) {
      const list = choices[kind] ?? []
      expect(list.length).toBeGreaterThan(3)
      expect(new Set(list.map(({ code }) => code)).size).toBe(list.length)
    }
  })

  it('contain only the requested lists', async () => {
    const { choices } = await product.client().api.reference.choices({ kinds: ['marriage'] })
    expect(Object.keys(choices)).toEqual(['marriage'])
  })

  it('offer exactly the purposes the product accepts', async () => {
    const { choices } = await product.client().api.reference.choices({ kinds: ['purpose'] })
    expect(choices.purpose?.map(({ code }) => code)).toEqual(figures.purposes.accepted)
  })
})

async function areasIn(parent?: string) {
  return (await product.client().api.reference.areas({ parent })).areas
}

async function findAreas(keyword: string) {
  return (await product.client().api.reference.areas({ keyword })).areas
}

describe('areas', { timeout: 30_000 }, () => {
  it('[7.096] go from provinces down to districts', async () => {
    const provinces = await areasIn()
    expect(provinces).toHaveLength(31)
    expect(provinces).toContainEqual({ code: '330000', name: '浙江省', hasParts: true })
    expect(await areasIn('330000')).toContainEqual({
      code: '330100',
      name: '杭州市',
      hasParts: true,
    })
    const districts = await areasIn('330100')
    expect(districts).toContainEqual({ code: '330106', name: '西湖区', hasParts: false })
  })

  it('areas may end at a city', async () => {
    const cities = await areasIn('440000')
    expect(cities).toContainEqual({ code: '441900', name: '东莞市', hasParts: false })
    expect(await areasIn('441900')).toEqual([])
  })

  it('are found by a part of their name, and by words of several levels', async () => {
    expect((await findAreas('余杭'))[0]).toEqual({
      code: '330110',
      name: '浙江省 杭州市 余杭区',
      hasParts: false,
    })
    expect((await findAreas('杭州 西湖')).map(({ code }) => code)).toEqual(['330106'])
    expect(await findAreas('市')).toHaveLength(20)
    expect(await findAreas('没有这个地方')).toEqual([])
    expect(await findAreas('   ')).toEqual([])
  })

  it('are refused for an unknown code', async () => {
    const refusal = { kind: 'field-invalid', message: '地区不存在，请重新选择' } as const
    await expectRefusal(areasIn('999999'), refusal)
  })
})

function page(name: string) {
  return product.client().api.reference.staticPage({ name })
}

describe('a static page', { timeout: 30_000 }, () => {
  it.each([
    'about',
    'fees',
    'complaints',
    'privacy',
    'register-agreement',
    'service',
    'safety',
    'open-source',
    'help',
  ])('[7.154] has a title, a summary and content: %s', async (name) => {
    const { title, summary, blocks, updatedOn } = await page(name)
    expect(title.length).toBeGreaterThan(1)
    expect(summary.length).toBeGreaterThan(5)
    expect(blocks.length).toBeGreaterThan(1)
    expect(updatedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it.each(['download1', 'download2', 'download3', 'download4', 'download5th', 'verify-failed'])(
    'a static page has download links: %s',
    async (name) => {
      const { download } = await page(name)
      expect(download?.ios).toBe(`/sandbox/store/ios?campaign=${name}`)
      const file = `${product.sandbox.url}/store/qingzhou-${name}.apk`
      expect(download?.android).toBe(`/sandbox/store/qingzhou-${name}.apk`)
      const answer = await fetch(file)
      expect(answer.headers.get('content-type')).toBe('application/vnd.android.package-archive')
      expect((await answer.text()).slice(0, 2)).toBe('PK')
    },
  )

  it('has what the official account’s QR code holds, as configured', async () => {
    const { publicOrigin } = product.services
    const { title, qrAddress } = await page('official-account')
    expect([title, qrAddress]).toEqual([
      '轻舟服务',
      `${publicOrigin}/sandbox/messenger/official-account`,
    ])
    const shown = await fetch(`${product.sandbox.url}/messenger/official-account`)
    expect(await shown.text()).toContain('公众号主页')
  })

  it('promises no reminder, manual review or freeze, which the product does not have', async () => {
    for (const name of ['help', 'safety', 'service', 'about', 'download2', 'official-account']) {
      expect(JSON.stringify(await page(name))).not.toMatch(/提醒|人工审核|冻结|在线客服/)
    }
  })

  it('lists every library that the product is built with', async () => {
    const root = join(import.meta.dirname, '../../../../..')
    const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
    const used = ['apps/web', 'apps/console', 'apps/server', ...packages].flatMap((folder) => {
      const file = join(root, folder, 'package.json')
      // A manifest of this repository.
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: object }
      return Object.keys(manifest.dependencies ?? {}).filter((one) => !one.startsWith('@qingzhou/'))
    })
    const text = JSON.stringify(await page('open-source'))
    expect(used.filter((one) => !text.includes(`"${one}"`))).toEqual([])
  })

  it('shows the figures of the product definition', async () => {
    const text = JSON.stringify(await page('fees'))
    for (const figure of [
      '7.20%',
      '23.40%',
      '24.00%',
      '1.5 倍',
      '3 天宽限期',
      '500.00 至 200,000.00 元',
    ]) {
      expect(text).toContain(figure)
    }
  })

  it('the fee page and the help state the cost cap of the day, from the day of a new one on', async () => {
    const day = localDate('2099-01-01')
    await product.services.database.query(
      `INSERT INTO dated_rows (kind, day, value, proposal_no) VALUES ('cost-cap', $1, 235000, 'P1')`,
      [day],
    )
    for (const name of ['fees', 'help']) {
      const textOn = async (today: LocalDate) => {
        const services = { ...product.services, businessDate: async () => today }
        return JSON.stringify(await staticPage(services, name))
      }
      expect(await textOn(addDays(day, -1))).toContain('24.00%')
      expect(await textOn(day)).toContain('23.50%')
    }
  })

  it('names the service fees that the products charge today, and otherwise that there is none', async () => {
    expect(JSON.stringify(await page('fees'))).toContain('除利息外不收其他费用')
    const fee = { kind: 'amount', amount: fen(5_00n), charged: 'each-instalment' } as const
    const from = localDate('2027-01-01')
    const serviceFees = [{ product: '103001', from, fee }] as const
    const services = { ...product.services, serviceFees, businessDate: async () => from }
    const text = JSON.stringify(await staticPage(services, 'fees'))
    expect(text).toContain('另按产品收取服务费')
    expect(text).toContain('每期 5.00 元')
    expect(text).not.toContain('服务费、')
  })

  it.each(['nothing', 'constructor', '__proto__', 'toString'])(
    'is refused for an unknown name: %s',
    async (name) => {
      await expectRefusal(page(name), { kind: 'page-data-missing' })
    },
  )
})
