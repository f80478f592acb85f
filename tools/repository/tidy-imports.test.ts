import { describe, expect, it } from 'vitest'

import { targetsOf } from './imports.ts'
import { files } from './repository.ts'
import type { SourceFile } from './repository.ts'

type Boundary = {
  name: string
  /** The importing files; tests may import more than the code they test. */
  from: RegExp
  forbids: (target: string, path: string) => boolean
  broken: SourceFile
}

const base = ['packages/domain', 'packages/contract', 'packages/provider-api']
const serverPackages = [...base, 'packages/platform', 'packages/providers', 'packages/lending']

const boundaries: Boundary[] = [
  mayImport('packages/domain', []),
  mayImport('packages/contract', ['packages/domain']),
  mayImport('packages/provider-api', []),
  mayImport('packages/platform', base),
  mayImport('packages/providers', [...base, 'packages/platform', 'packages/recognition']),
  mayImport('packages/lending', ['packages/domain', 'packages/platform']),
  mayImport('packages/recognition', ['packages/domain', 'packages/provider-api']),
  mayImport('packages/ui', []),
  mayImport('apps/web', ['packages/domain', 'packages/contract', 'packages/ui']),
  mayImport('apps/console', ['packages/domain', 'packages/contract', 'packages/ui']),
  mayImport('apps/desk', ['packages/ui', 'packages/provider-api', 'packages/contract']),
  mayImport('apps/server', serverPackages),
  mayImport('apps/sandbox', ['packages/provider-api', 'packages/recognition']),
  mayImport('apps/desk-api', ['apps/server', ...serverPackages]),
  {
    name: 'the domain needs no library and no machine',
    from: /^packages\/domain\/src\//,
    forbids: (target) => !target.startsWith('packages/domain/src/'),
    broken: { path: 'packages/domain/src/x.ts', text: `import { readFileSync } from 'node:fs'` },
  },
  {
    name: 'a web feature never imports another feature',
    from: /^apps\/web\/src\/features\//,
    forbids: (target, path) => isOtherPart(target, path, 'apps/web/src/features/'),
    broken: {
      path: 'apps/web/src/features/loans/x.ts',
      text: `import { y } from '#features/cards/y.ts'`,
    },
  },
  layer('platform', ['shared', 'features', 'app']),
  layer('shared', ['features', 'app']),
  layer('features', ['app']),
  {
    name: 'features and lending know nothing of HTTP',
    from: /^(apps\/server\/src\/features|packages\/lending\/src)\//,
    forbids: (target) => /^(fastify|zod|@fastify\/.*|apps\/server\/src\/http\/.*)$/.test(target),
    broken: { path: 'apps/server/src/features/loans/x.ts', text: `import { z } from 'zod'` },
  },
  {
    name: 'a feature reaches another feature by its index.ts only',
    from: /^apps\/server\/src\/features\//,
    forbids: (target, path) =>
      isOtherPart(target, path, 'apps/server/src/features/') && !target.endsWith('/index.ts'),
    broken: {
      path: 'apps/server/src/features/loans/x.ts',
      text: `import { y } from '../cards/card-store.ts'`,
    },
  },
  {
    name: 'a feature knows of a provider what its port and its records say',
    from: /^apps\/server\/src\/features\//,
    forbids: (target) => /^packages\/providers\/src\/(?!records\/).+\/(?!port\.ts$)/.test(target),
    broken: {
      path: 'apps/server/src/features/loans/x.ts',
      text: `import { y } from '@qingzhou/providers/bank/http'`,
    },
  },
]

describe('import boundaries:', () => {
  for (const { name, from, forbids, broken } of boundaries) {
    it(name, () => {
      const breaking = files
        .filter(({ path }) => from.test(path) && isSource(path))
        .flatMap((file) => targetsOf(file).map((target) => ({ path: file.path, target })))
        .filter(({ path, target }) => forbids(target, path))
      expect(breaking).toEqual([])
    })

    it(`a violation is detected: ${name}`, () => {
      const { path } = broken
      expect(from.test(path)).toBe(true)
      expect(targetsOf(broken).some((target) => forbids(target, path))).toBe(true)
    })
  }
})

it('[7.161] the page fetches by its client, and else only files of fixed addresses: there is no request to a given one', () => {
  const fetching = files
    .filter(({ path }) => path.startsWith('apps/web/src/') && isSource(path))
    .filter(({ text }) => /\bfetch\(|XMLHttpRequest\(|navigator\.sendBeacon\(/.test(text))
  expect(fetching.map(({ path }) => path.replace('apps/web/src/', ''))).toEqual([
    // The archive of a copy of personal data, by the link of the server's answer.
    'features/data-copies/fetch-resumed.ts',
    'platform/api/transport.ts',
    'shared/face-check/face-files.ts',
    'shared/files/use-pdf.ts',
  ])
})

/** One workspace, and the other workspaces it may import. */
function mayImport(workspace: string, others: string[]): Boundary {
  const allowed = [workspace, ...others].map((folder) => `${folder}/`)
  return {
    name: `${workspace} imports ${others.join(', ') || 'no other workspace'}`,
    from: new RegExp(`^${workspace}/src/`),
    forbids: (target) =>
      /^(apps|packages|qa|tools|e2e)\//.test(target) &&
      !allowed.some((folder) => target.startsWith(folder)),
    broken: {
      path: `${workspace}/src/x.ts`,
      text: `import { y } from '@qingzhou/tools/product/run.ts'`,
    },
  }
}

/**
 * A layer of the web app imports from those below it; the route table is data that every layer may
 * import.
 */
function layer(name: string, above: string[]): Boundary {
  return {
    name: `in the web app, ${name} imports nothing of ${above.join(', ')}`,
    from: new RegExp(`^apps/web/src/${name}/`),
    forbids: (target) =>
      target !== 'apps/web/src/app/routes.ts' &&
      above.some((folder) => target.startsWith(`apps/web/src/${folder}/`)),
    broken: { path: `apps/web/src/${name}/x.ts`, text: `import { y } from '#app/router.tsx'` },
  }
}

function isSource(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)
}

function isOtherPart(target: string, path: string, parent: string): boolean {
  return target.startsWith(parent) && partOf(target, parent) !== partOf(path, parent)
}

function partOf(path: string, parent: string): string | undefined {
  return path.slice(parent.length).split('/')[0]
}
