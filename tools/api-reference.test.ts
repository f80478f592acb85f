import { expect, it } from 'vitest'

import { apiReference } from './api-reference.ts'
import { fieldsOf } from './api-reference/fields.ts'
import { files } from './repository.ts'

it('the reference of all calls says what the tables say', () => {
  const written = files.find(({ path }) => path === 'docs/api.md')?.text
  expect(written, 'npm run reference writes it anew').toBe(apiReference())
})

it('fields are on one line, with what may be left out and what tells two forms apart', () => {
  const one = { properties: { act: { const: 'read' }, page: {} }, required: ['act'] }
  const other = { properties: { names: { type: 'array' } }, required: ['names'] }
  expect(fieldsOf({ oneOf: [one, other] })).toBe('`act=read` `page?` **or** `names[]`')
  expect(fieldsOf({ properties: {} })).toBe('nothing')
})
