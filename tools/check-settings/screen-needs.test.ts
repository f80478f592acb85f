import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@qingzhou/platform/config/config'
import { productionSettings } from '@qingzhou/server/testing/production.ts'
import { afterAll, expect, it } from 'vitest'
import { affectedScreens, readScreenNeeds } from './screen-needs.ts'

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-needs-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function adaptersWith(chosen: Readonly<Record<string, string>>) {
  const settings = await productionSettings(folder)
  const DATABASE_URL = `postgresql://app:${randomBytes(20).toString('hex')}@db.example/loans`
  return readConfig({ ...settings, DATABASE_URL, DATA_DIR: folder, ...chosen }).adapters
}

const nothing = { gateway: false, settings: [] }

it('a production without contracts for faces, cards, devices, reports and goods leaves no screen without what it needs', async () => {
  const adapters = await adaptersWith({
    FACE: 'embedded',
    OCR: 'embedded',
    DEVICE: 'none',
    BUREAU: 'none',
    MALL: 'none',
  })
  const affected = affectedScreens(adapters, nothing)
  expect(affected.map(({ cause, effect }) => `${cause}: ${effect}`)).toEqual([
    'DEVICE=none: another way',
    'BUREAU=none: another way',
    'MALL=none: another way',
    'MALL=none: not shown',
  ])
  const hidden = affected.find(({ effect }) => effect === 'not shown')
  expect(hidden?.screens).toEqual(['mall.mall', 'mall.mallOrders'])
})

it('a gateway that does not answer refuses the screens behind it, and no screen of an engine of the product', async () => {
  const chosen = { FACE: 'embedded', OCR: 'embedded', DEVICE: 'none' }
  const affected = affectedScreens(await adaptersWith(chosen), { ...nothing, gateway: true })
  const refused = affected.filter(({ effect }) => effect === 'refused')
  expect(refused.map(({ cause }) => cause)).toContain('SMS is missing (sms)')
  expect(refused.find(({ cause }) => cause.startsWith('SMS'))?.screens).toContain(
    'onboarding.landing',
  )
  expect(refused.some(({ cause }) => /^(FACE|OCR|DEVICE)/.test(cause))).toBe(false)
})

it('an engine that is not installed refuses its own screens', async () => {
  const adapters = await adaptersWith({ FACE: 'embedded' })
  expect(affectedScreens(adapters, { ...nothing, settings: ['FACE'] })).toEqual([
    {
      cause: 'FACE is missing (faceJudge)',
      effect: 'refused',
      screens: expect.arrayContaining(['identity.faceInPage', 'identity.faceForLoan']),
    },
  ])
})

it('the needs of screens follow calls, handlers and the tasks that a call adds', () => {
  const needs = new Map(readScreenNeeds().map(({ name, ports }) => [name, ports]))
  expect(needs.get('credit.confirmApplication')).toEqual(['deviceVendors', 'bureau'])
  expect(needs.get('loans.confirmLoan')).toEqual(['sms', 'bank', 'mall'])
  expect(needs.get('identity.idCard')).toEqual(expect.arrayContaining(['cardReader', 'idCheck']))
  expect(needs.get('account.settings')).toEqual([])
  expect(needs.size).toBeGreaterThan(120)
})
