import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksOf, commandsOf, readPage } from '@qingzhou/qa/prove/operating/page.ts'
import { readUnit } from '@qingzhou/qa/prove/operating/unit.ts'
import { root } from '../root.ts'

const page = readPage()
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** What the page has in code: blocks, and words between backquotes. */
const code = [
  ...blocksOf(page).map(({ text }) => text),
  ...[...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text),
]
const namesIn = (pattern: RegExp) => [
  ...new Set(code.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
]
const wrapper = join(root, 'deploy/bin/qingzhou')

/** Settings of other programs that the page names. */
const OF_OTHERS = ['NODE_EXTRA_CA_CERTS', 'VAULT_TOKEN', 'AWS_PROFILE']

function isCommand(name: string): boolean {
  return ['operate', 'as-staff'].some((folder) =>
    existsSync(join(root, `tools/${folder}/${name}.ts`)),
  )
}

function environmentOf(unit: string): Readonly<Record<string, string>> {
  return readUnit(join(root, 'deploy/systemd'), unit).environment
}

describe('docs/operating.md', () => {
  it('names only commands, files, units, settings and metrics that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = namesIn(/npm run ([\w-]+)/g)
    expect(commands.length).toBeGreaterThan(15)
    expect(commands.filter((name) => !(name in scripts) && name !== 'x')).toEqual([])

    const wrapped = namesIn(/(?:^|\n)qingzhou (?:--as-owner )?([a-z][\w-]*)/g)
    expect(wrapped.filter((name) => !isCommand(name) && name !== 'x')).toEqual([])

    const paths = namesIn(/\b((?:deploy|apps|packages|qa|tools|docs)\/[\w@./*-]*[\w*])/g)
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([])

    const units = namesIn(/\b(qingzhou-[a-z]+(?:@|\.timer)?)/g).filter((name) =>
      /@|timer/.test(name),
    )
    const shipped = globSync('*', { cwd: join(root, 'deploy/systemd') })
    expect(units.length).toBeGreaterThan(3)
    expect(units.filter((unit) => !shipped.some((file) => file.startsWith(unit)))).toEqual([])

    const settings = namesIn(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\b/g)
    const known = read('docs/settings.md')
    const isKnown = (name: string) =>
      known.includes(`\`${name.replace(/_FILE$/, '')}\``) || known.includes(`\`${name}\``)
    expect(settings.length).toBeGreaterThan(15)
    expect(settings.filter((name) => !isKnown(name) && !OF_OTHERS.includes(name))).toEqual([])
  })

  it('has blocks that a shell can parse', () => {
    const blocks = blocksOf(page).filter(({ language }) => language === 'sh')
    expect(blocks.length).toBeGreaterThan(8)
    for (const { text } of blocks) {
      const { status, stderr } = spawnSync('sh', ['-n', '-c', text], { encoding: 'utf8' })
      expect([status, stderr], text).toEqual([0, ''])
    }
    expect(commandsOf(page)).toContain('nginx -t')
  })
})

describe('the command qingzhou', () => {
  it('runs a command of an operator with the settings file, and names those that exist', () => {
    const folder = mkdtempSync(join(tmpdir(), 'qingzhou-wrapper-'))
    try {
      const settings = join(folder, 'settings')
      writeFileSync(settings, `# A comment\n\nPUBLIC_URL="http://loans.example"\nPROXY_HOPS=1 2`)
      writeFileSync(join(folder, 'owner-database-url'), 'mysql://of-the-owner\n')
      const run = (...words: string[]) => {
        const env = { PATH: `${folder}:${process.env['PATH']}`, QINGZHOU_SETTINGS: settings }
        const { status, stdout, stderr } = spawnSync(wrapper, words, { env, encoding: 'utf8' })
        return { status, output: `${stdout}${stderr}` }
      }
      // Tests may run as root on a machine without the user of the servers.
      writeFileSync(join(folder, 'runuser'), '#!/bin/sh\nshift 3\nexec "$@"\n', { mode: 0o755 })
      const checked = run('check-settings')
      expect(checked.output).toContain('PUBLIC_URL has to be https in production')
      expect(checked.output).toContain('PROXY_HOPS has to be a whole number')
      expect(checked.output).toContain('DATABASE_URL is missing')
      expect(checked.status).toBe(1)
      const asOwner = run('--as-owner', 'check-settings').output
      expect(asOwner).toContain('DATABASE_URL is not a connection string')

      for (const words of [[], ['../develop/build'], ['none']]) {
        const { status, output } = run(...words)
        expect(status).toBe(2)
        expect(output).toMatch(/there is no command.*\n(?:.*\n)*tasks\n/)
        expect(output).not.toContain('test')
      }
      rmSync(settings)
      expect(run('check-settings').output).toContain(`${settings} cannot be read`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

it('the units of one machine have ports of their own', () => {
  expect(environmentOf('qingzhou-server@0')).toMatchObject({ PORT: '8080' })
  expect(environmentOf('qingzhou-server@1')).toMatchObject({ PORT: '8081' })
  expect(environmentOf('qingzhou-worker@2')).toMatchObject({ WORKER_PORT: '9102' })
})
