import { expect, it } from 'vitest'

import { apiReference } from './api-reference.ts'
import { fieldsOf } from '../api-reference/fields.ts'
import { recordSettings } from '../api-reference/recorded-settings.ts'
import { screenNeeds } from '../api-reference/screen-needs.ts'
import { settingsReference } from '../api-reference/settings.ts'
import { whereIs } from '../api-reference/where.ts'
import { settingTexts } from '@qingzhou/platform/config/setting-texts'
import { files } from '../repository/repository.ts'

it('docs/where.md names the file of every rule and screen', () => {
  const written = files.find(({ path }) => path === 'docs/where.md')?.text
  expect(written, 'npm run reference writes it').toBe(whereIs())
})

it('the providers of each screen match the source of screens, calls and handlers', () => {
  const written = files.find(({ path }) => path === 'tools/check-settings/screen-needs.tsv')?.text
  expect(written, 'npm run reference writes it').toBe(screenNeeds())
})

it('docs/api.md matches the call and shape tables', () => {
  const written = files.find(({ path }) => path === 'docs/api.md')?.text
  expect(written, 'npm run reference writes it').toBe(apiReference())
})

it('docs/settings.md matches the code that reads the settings', () => {
  const written = files.find(({ path }) => path === 'docs/settings.md')?.text
  expect(written, 'npm run reference writes it').toBe(settingsReference())
})

it('the reference of the settings has every name that the configuration reads', () => {
  const read = files
    .filter(({ path }) => CONFIGURATION.test(path) && !path.endsWith('.test.ts'))
    .flatMap(({ text }) =>
      [...text.matchAll(READING)].map(([, name, other]) => name ?? other ?? ''),
    )
  expect(read.length).toBeGreaterThan(80)
  const recorded = recordSettings()
  expect(read.filter((name) => !recorded.has(name))).toEqual([])
  expect(Object.keys(settingTexts).filter((name) => !recorded.has(name))).toEqual([])
})

it('the reference names conditions, modes and defaults of the settings', () => {
  const text = settingsReference()
  for (const row of [
    '| `PORT` | `8080` | a whole number from 0 to 65535 | | the port to listen on |',
    '| `PROVIDERS_SECRET` | **required** | a secret of 32 characters or more | yes | the secret shared with the gateway |',
    '| `S3_BUCKET` | **required** | | | the bucket of the uploads |',
  ]) {
    expect(text).toContain(row)
  }
  expect(text).toContain('| `OPENAPI` | `on` (sandbox), `off` (production) | `on`, `off` |')
  expect(text).toContain('## With `SMS=aliyun` or `IDENTITY=aliyun`')
})

/** Where settings are read: the configuration, and programs that start before it. */
const CONFIGURATION =
  /^(?:packages\/platform\/src\/config|apps\/server\/src\/(?:boot|main|worker)|tools\/operate)/
const READING =
  /(?:settings\.\w+|address|addressOf|checked|secret|requiredHttps)\(\s*'([A-Z][A-Z0-9_]+)'|(?:process\.env\[|\bname[:=] ?)'([A-Z][A-Z0-9_]+)'/g

it('fieldsOf prints fields on one line, with optional fields and discriminators marked', () => {
  const one = { properties: { act: { const: 'read' }, page: {} }, required: ['act'] }
  const other = { properties: { names: { type: 'array' } }, required: ['names'] }
  expect(fieldsOf({ oneOf: [one, other] })).toBe('`act=read` `page?` **or** `names[]`')
  expect(fieldsOf({ properties: {} })).toBe('nothing')
})
