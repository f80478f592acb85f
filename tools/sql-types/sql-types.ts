import { join } from 'node:path'

import { Client } from 'pg'
import { API } from 'typescript/unstable/sync'

import { createDatabase } from '@qingzhou/server/platform/database/pool.ts'
import { differencesOf } from './compare.ts'
import { readDecodedTypes } from './decoded-types.ts'
import { createDescribe, faultOf } from './describe.ts'
import { statementsIn, type Found, type OpenStatement, type SourceStatement } from './statements.ts'

export type Checked = {
  /** How many texts were described. */
  readonly count: number
  /** `file:line: what differs`, followed by the statement. */
  readonly findings: readonly string[]
  readonly open: readonly OpenStatement[]
}

/** Compares the SQL statements of some files with a database that has the real schema. */
export async function checkStatements(
  paths: readonly string[],
  { root, url }: { readonly root: string; readonly url: string },
): Promise<Checked> {
  const api = new API({ cwd: root })
  const client = new Client({ connectionString: url })
  const product = createDatabase(url, { max: 1, onIdleError: () => {} })
  try {
    await client.connect()
    const { statements, open } = readStatements(api, paths, root)
    const describe = await createDescribe(client)
    const decodedOf = await readDecodedTypes(product, client)
    const findings: string[] = []
    for (const statement of statements) {
      const differences = await describe(statement.sql).then(
        (description) => differencesOf(statement, description, decodedOf),
        (error: unknown) => [faultOf(error, statement.sql)],
      )
      findings.push(...differences.map((difference) => reported(statement, difference)))
    }
    return { count: statements.length, findings, open }
  } finally {
    api.close()
    await product.close()
    await client.end()
  }
}

/** Each file is read as part of its workspace, with the settings of that. */
function readStatements(api: API, paths: readonly string[], root: string): Found {
  const byWorkspace = Map.groupBy(
    paths,
    (path) => /^(?:apps|packages)\/[^/]+|^[^/]+/.exec(path)?.[0],
  )
  const configs = [...byWorkspace.keys()].map((name) => join(root, name ?? '', 'tsconfig.json'))
  const snapshot = api.updateSnapshot({ openProjects: configs })
  const found = [...byWorkspace].flatMap(([workspace = '', own]) => {
    const project = snapshot.getProject(join(root, workspace, 'tsconfig.json'))
    if (!project) throw new Error(`${workspace}: tsconfig.json missing`)
    return own.map((path) => {
      const file = project.program.getSourceFile(join(root, path))
      if (!file) throw new Error(`${path}: not a file of ${workspace}/tsconfig.json`)
      return statementsIn(project, file, root)
    })
  })
  return {
    statements: found.flatMap(({ statements }) => statements),
    open: found.flatMap(({ open }) => open),
  }
}

function reported({ at, sql }: SourceStatement, difference: string): string {
  return `${at}: ${difference} — ${sql.replaceAll(/\s+/g, ' ').trim().slice(0, 120)}`
}
