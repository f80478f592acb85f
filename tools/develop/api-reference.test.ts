import { expect, it } from 'vitest'

import { apiReference } from './api-reference.ts'
import { fieldsOf } from '../api-reference/fields.ts'
import { whereIs } from '../api-reference/where.ts'
import { files } from '../repository/repository.ts'

it('docs/where.md names the file of every rule and screen', () => {
  const written = files.find(({ path }) => path === 'docs/where.md')?.text
  expect(written, 'npm run reference writes it').toBe(whereIs())
})

it('docs/api.md matches the call and shape tables', () => {
  const written = files.find(({ path }) => path === 'docs/api.md')?.text
  expect(written, 'npm run reference writes it').toBe(apiReference())
})

it('fieldsOf prints fields on one line, with optional fields and discriminators marked', () => {
  const one = { properties: { act: { const: 'read' }, page: {} }, required: ['act'] }
  const other = { properties: { names: { type: 'array' } }, required: ['names'] }
  expect(fieldsOf({ oneOf: [one, other] })).toBe('`act=read` `page?` **or** `names[]`')
  expect(fieldsOf({ properties: {} })).toBe('nothing')
})
