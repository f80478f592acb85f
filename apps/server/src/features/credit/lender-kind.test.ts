import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { assert } from '@qingzhou/domain/assert'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { brandFile } from '#testing/production.ts'
import type { TestProduct } from '#testing/product.ts'
import { newSubmittedApplicant } from './testing/applying.ts'

let product: TestProduct

// The brand is read when its module is loaded.
beforeAll(async () => {
  // A file of this repository.
  const brand = JSON.parse(readFileSync(brandFile, 'utf8')) as { lender: object }
  const path = join(tmpdir(), `bank-${process.pid}.json`)
  const bank = { ...brand.lender, company: '远帆银行股份有限公司', kind: 'bank' }
  writeFileSync(path, JSON.stringify({ ...brand, lender: bank }))
  vi.stubEnv('BRAND_FILE', path)
  vi.resetModules()
  const { startTestProduct } = await import('#testing/product.ts')
  product = await startTestProduct()
  await setFault(product, { provider: 'bureau', down: false, settleMs: 0, silent: true })
})
afterAll(async () => {
  await product.stop()
  vi.unstubAllEnvs()
  // The next file of this worker must not find the lender of this one.
  vi.resetModules()
})

it('opens limits and writes pages and contracts for the lender that the brand file names', async () => {
  const { client } = await newSubmittedApplicant(product)
  await product.runTasks()
  const { database } = product.services
  const rows = await database.query<{ lender: string }>('SELECT lender FROM limits', [])
  expect(rows).toEqual([{ lender: 'bank' }])

  const { blocks } = await client.api.reference.staticPage({ name: 'about' })
  expect(JSON.stringify(blocks)).toContain('远帆银行股份有限公司（银行）')

  const { agreements } = await client.api.agreements.signedList({ about: 'credit', pageNo: 1 })
  const contract = agreements.find(({ title }) => title === '授信额度合同')
  assert(contract !== undefined, 'no credit contract is signed')
  const signed = await client.api.agreements.signed({ agreementNo: contract.agreementNo })
  const text = JSON.stringify(signed.blocks)
  for (const fact of ['远帆银行股份有限公司', 'X9999H999900002', '临江市远帆大道 2 号']) {
    expect(text).toContain(fact)
  }
})
