import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Call } from '@qingzhou/contract/calls'
import { allCalls } from '@qingzhou/contract/all-calls'
import { mayDo, staffRoles, type Permission, type StaffRole } from '@qingzhou/contract/permissions'
import type { Shape } from '@qingzhou/contract/wire/shape'
import { shapes } from '@qingzhou/contract/shapes'
import * as z from 'zod/mini'

import { fieldsOf, type Schema } from '../api-reference/fields.ts'
import { screenNeeds } from '../api-reference/screen-needs.ts'
import { settingsReference } from '../api-reference/settings.ts'
import { whereIs } from '../api-reference/where.ts'
import { lawReference } from '../law/law-reference.ts'
import { root } from '../root.ts'

const HEAD = `# Calls

Every call of the product, made from [calls.ts](../packages/contract/src/calls.ts) and the shapes beside it by \`npm run reference\`. The running server
describes the same at \`/openapi.json\`, field by field. How bodies are sealed stands in [decision 0019](decisions/0019-sealed-bodies-and-sessions.md).

A field with \`?\` may be left out, one with \`[]\` is a list. Money is yuan with two decimals, a day eight digits, a rate a percentage with four decimals.
`

/** The API reference as Markdown, generated from the call and shape tables. */
export function apiReference(): string {
  const features = Object.entries(allCalls).map(([feature, rows]) => {
    const lines = Object.entries<Call>(rows).map(([name, call]) => rowOf(feature, name, call))
    const head = '| Call | Address | Who | Takes | Answers |\n|---|---|---|---|---|'
    return `## ${feature}\n\n${head}\n${lines.join('\n')}\n`
  })
  return [HEAD, ...features].join('\n')
}

function rowOf(feature: string, name: string, call: Call): string {
  const { method, path, access, permission, body } = call
  const { request, response } = shapeOf(feature, name)
  const who = access === 'staff' ? rolesFor(permission).join(', ') : access
  const how = body === 'sealed' || body === 'none' ? '' : ` (${body})`
  const cells = [
    `**${name}**`,
    `${method} \`${path}\`${how}`,
    who,
    fieldsOf(schemaOf(request)),
    fieldsOf(schemaOf(response)),
  ]
  return `| ${cells.join(' | ')} |`
}

function rolesFor(permission: Permission | undefined): StaffRole[] {
  return staffRoles.filter((role) => permission && mayDo({ roles: [role] }, permission))
}

function shapeOf(feature: string, name: string): Shape {
  const table: Readonly<Record<string, Readonly<Record<string, Shape>>>> = shapes
  const shape = table[feature]?.[name]
  if (!shape) throw new Error(`${feature}.${name}: shape missing`)
  return shape
}

/** The wire side of a shape; zod emits this form for every object. */
function schemaOf(schema: z.ZodMiniType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

if (import.meta.main) {
  writeFileSync(join(root, 'docs/api.md'), apiReference())
  writeFileSync(join(root, 'docs/law.md'), lawReference())
  writeFileSync(join(root, 'docs/settings.md'), settingsReference())
  writeFileSync(join(root, 'docs/where.md'), whereIs())
  writeFileSync(join(root, 'tools/check-settings/screen-needs.tsv'), screenNeeds())
}
