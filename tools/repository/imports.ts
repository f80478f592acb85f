import { dirname, join } from 'node:path'

import { files } from './repository.ts'
import type { SourceFile } from './repository.ts'

const workspaces = new Set(
  files.filter(({ path }) => path.endsWith('/package.json')).map(({ path }) => dirname(path)),
)

/** The imports of a file: a path in this repository, or the name of a package. */
export function targetsOf({ path, text }: SourceFile): string[] {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)
  return [...specifiers].map(([, specifier = '']) => targetOf(specifier, path))
}

function targetOf(specifier: string, path: string): string {
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  const workspace = path.split('/').slice(0, 2).join('/')
  if (specifier.startsWith('#')) {
    return path.startsWith('qa/')
      ? join('qa', specifier.slice(1))
      : join(workspace, 'src', specifier.slice(1))
  }

  const [, name, rest = ''] = /^@qingzhou\/([^/]+)\/?(.*)$/.exec(specifier) ?? []
  if (!name) return specifier
  const folder = [`packages/${name}`, `apps/${name}`, name].find((one) => workspaces.has(one))
  if (folder === 'tools' || folder === 'qa') return join(folder, rest)
  // The exports of packages name their files without an ending.
  return join(folder ?? name, 'src', /\.\w+$/.test(rest) ? rest : `${rest}.ts`)
}
