import type { Subject, Table } from './catalog.ts'

const HEAD = `-- The schema of the database, made from its catalog by \`npm run schema\`. For reading only: the files in
-- packages/platform/src/database/migrations create it, and their comments say why it is as it is.
`

/** The schema as SQL in reading order. */
export function schemaSql(subjects: readonly Subject[]): string {
  return [HEAD, ...subjects.map(subjectSql)].join('\n')
}

function subjectSql({ title, types, domains, tables, views, functions }: Subject): string {
  return [
    `-- ${`${title} `.padEnd(100, '=')}\n`,
    ...types.map(({ name, definition }) => `CREATE TYPE ${name} AS (\n${definition}\n);\n`),
    ...domains.map(({ name, definition }) => `CREATE DOMAIN ${name} AS ${definition};\n`),
    ...tables.map(tableSql),
    ...views.map(({ name, definition }) => `CREATE VIEW ${name} AS\n${definition}\n`),
    ...functions.map(({ definition }) => `${bare(definition.trim())};\n`),
  ].join('\n')
}

function tableSql(table: Table): string {
  const { name, isUnlogged, options, comment, rights } = table
  const lines = [
    ...table.columns.map((column) => `  ${column.name} ${column.type}${column.rest}`),
    ...table.constraints.map((one) => `  CONSTRAINT ${one.name} ${one.definition}`),
  ]
  return [
    ...(comment === null ? [] : [`-- ${comment}`]),
    `-- qingzhou_app: ${rights}`,
    `CREATE ${isUnlogged ? 'UNLOGGED ' : ''}TABLE ${name} (`,
    lines.join(',\n'),
    `)${options === null ? '' : ` WITH (${options})`};`,
    ...[...table.indexes, ...table.triggers].map((definition) => `${bare(definition)};`),
    '',
  ].join('\n')
}

/** Removes the schema name, as everything is in one schema. */
function bare(definition: string): string {
  return definition.replaceAll(/\bpublic\.(?=\w+( |\())/g, '')
}
