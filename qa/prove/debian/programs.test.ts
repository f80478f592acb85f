import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findPrograms } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-programs-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('programs are found by name or by pattern, and the newest version is taken', () => {
  writeFileSync(join(folder, 'etcd'), '')
  for (const version of ['9', '15', '16']) {
    mkdirSync(join(folder, version))
    writeFileSync(join(folder, version, 'postgres'), '')
  }
  const wanted = {
    etcd: { package: 'etcd-server', file: 'etcd' },
    postgres: { package: 'postgresql-15', file: join(folder, '*/postgres') },
  }
  expect(findPrograms(wanted, [folder])).toEqual({
    etcd: join(folder, 'etcd'),
    postgres: join(folder, '16/postgres'),
  })
})

it('missing programs are named by their packages, each once', () => {
  const wanted = {
    one: { package: 'patroni', file: 'no-such-program' },
    two: { package: 'patroni', file: 'another-missing-program' },
    three: { package: 'haproxy', file: join(folder, 'missing/*') },
  }
  expect(() => findPrograms(wanted, [folder])).toThrow(
    'These Debian packages are missing: patroni haproxy. Install them: apt-get install --no-install-recommends patroni haproxy',
  )
})
