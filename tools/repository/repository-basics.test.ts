import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'

import { NOTICES_PATH, noticesOf } from '../develop/notices.ts'
import { root } from '../root.ts'
import { files } from './repository.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

function parseYaml(path: string): unknown {
  const document = parseDocument(read(path), { strict: true })
  expect([...document.errors, ...document.warnings], path).toEqual([])
  return document.toJS()
}

describe('the licence', () => {
  it('the licence is Apache-2.0 in every package', () => {
    const manifests = globSync('{.,apps/*,packages/*,e2e,tools}/package.json', { cwd: root })
    expect(manifests.length).toBeGreaterThan(10)
    for (const path of manifests) {
      expect(JSON.parse(read(path)), path).toMatchObject({ license: 'Apache-2.0' })
    }
    expect(read('LICENSE')).toContain('Apache License')
  })

  it('the licence of every runtime dependency is listed in the current notices', () => {
    const current = noticesOf(read('package-lock.json'))
    expect(read(NOTICES_PATH) === current, 'run npm run notices').toBe(true)
    expect(current).not.toMatch(/\| +\|$/m)
  })
})

describe('the container files', () => {
  it('Dockerfile has no error and no warning', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
    expect(validate('FROM node\nRUNN x\n')).not.toEqual([])
  })

  it('compose.yaml builds a target that exists in the Dockerfile', () => {
    const { services } = parseYaml('compose.yaml') as {
      services: Record<string, { build?: { target: string } }>
    }
    const stages = [...read('Dockerfile').matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name)
    expect(stages).toContain(services['product']?.build?.target)
  })
})

describe('ARCHITECTURE.md', () => {
  it('names only files and folders that exist', () => {
    const paths = files.flatMap(({ path }) => {
      const parts = path.split('/')
      return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
    })
    // A path may leave out what stands before it, and the `src` of a package.
    const known = new Set([...paths, ...paths.map((path) => path.replace('/src/', '/'))])
    const named = [
      ...read('ARCHITECTURE.md').matchAll(/`([\w.-]+\/[\w./-]+|[\w-]+\.(?:tsx?|md))`/g),
    ]
    const missing = named.flatMap(([, name = '']) =>
      [...known].some((path) => path.endsWith(`/${name}`)) ? [] : [name],
    )
    expect(missing).toEqual([])
    expect(named.length).toBeGreaterThan(30)
  })
})

describe('the workflow', () => {
  it('runs the commands of the README', () => {
    const { jobs } = parseYaml('.github/workflows/ci.yml') as {
      jobs: { test: { steps: { run?: string }[] } }
    }
    const commands = jobs.test.steps.flatMap(({ run }) => (run === undefined ? [] : [run]))
    expect(read('README.md')).toContain(commands.join(' && '))
  })

  it('the workflow and the issue forms are valid YAML', () => {
    const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root })
    expect(forms).not.toEqual([])
    for (const form of forms) parseYaml(form)
  })
})
