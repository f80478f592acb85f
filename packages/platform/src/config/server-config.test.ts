import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { complaintsOf, sandboxSettings } from './testing/sandbox-settings.ts'
import { standardLender } from '@qingzhou/domain/lender'
import { readConfig } from './config.ts'

const sandbox = sandboxSettings()
const directory = sandbox.DATA_DIR

const BRAND_FILE = join(import.meta.dirname, '../../../ui/src/gallery/brand.example.json')

/** A brand file with other facts about the lender. */
function brandFileWith(lender: Readonly<Record<string, string | undefined>>): string {
  // The example is checked by the first test.
  const example = JSON.parse(readFileSync(BRAND_FILE, 'utf8')) as { lender: object }
  const path = join(directory, 'brand.json')
  writeFileSync(path, JSON.stringify({ ...example, lender: { ...example.lender, ...lender } }))
  return path
}

describe('the brand', () => {
  it('reads the brand file, and names what is wrong with it', () => {
    expect(readConfig(sandbox).brand).toBeUndefined()
    expect(readConfig({ ...sandbox, BRAND_FILE }).brand?.lender.product).toBe('远帆')
    expect(complaintsOf({ ...sandbox, BRAND_FILE: '/nowhere' })).toContain('BRAND_FILE: ENOENT')
  })

  it.each(['kind', 'licenceNo', 'address', 'supervisor', 'supervisorPhone', 'servicePhone'])(
    'is refused without the lender’s %s, or with an impossible one, by its name',
    (name) => {
      const wrong = `BRAND_FILE: not valid: lender.${name}`
      for (const value of [undefined, '', '?'.repeat(99)]) {
        expect(
          complaintsOf({ ...sandbox, BRAND_FILE: brandFileWith({ [name]: value }) }),
        ).toContain(wrong)
      }
    },
  )

  it('is needed in production, with another lender than that of the sandbox', () => {
    const MODE = 'production'
    expect(complaintsOf({ MODE })).toContain('BRAND_FILE is missing')
    expect(complaintsOf({ MODE, BRAND_FILE })).not.toContain('BRAND_FILE')
    const { company } = standardLender
    const ofSandbox = complaintsOf({ MODE, BRAND_FILE: brandFileWith({ company }) })
    expect(ofSandbox).toContain(`BRAND_FILE names the lender of the sandbox (${company})`)
  })
})

function serversOf(settings: Record<string, string>): number {
  return readConfig({ ...sandbox, ...settings }).servers
}

describe('the number of server processes', () => {
  it('is 1, a given number, or one per core as far as the database connections suffice', () => {
    expect(serversOf({})).toBe(1)
    expect(serversOf({ SERVERS: '3' })).toBe(3)
    const cores = availableParallelism()
    expect(serversOf({ SERVERS: 'auto', DATABASE_CONNECTIONS_MAX: '256' })).toBe(
      Math.min(cores, 64),
    )
    expect(serversOf({ SERVERS: 'auto', DATABASE_CONNECTIONS_MAX: '7' })).toBe(1)
    expect(serversOf({ SERVERS: 'auto', DATABASE_CONNECTIONS_MAX: '0' })).toBe(1)
  })

  it.each(['0', '65', '-1', '1.5', 'all', '100'])(
    'the number of server processes cannot be %s',
    (text) => {
      const complaints = complaintsOf({ ...sandbox, SERVERS: text })
      expect(complaints).toContain('SERVERS has to be auto or a whole number from 1 to 64')
    },
  )

  it('leaves each process enough database connections', () => {
    const settings = { ...sandbox, SERVERS: '4', DATABASE_CONNECTIONS_MAX: '15' }
    expect(complaintsOf(settings)).toContain('SERVERS=4 needs DATABASE_CONNECTIONS_MAX of 16')
  })
})

describe('the receiver of traces', () => {
  it('is none without a setting, and has a share of the calls', () => {
    expect(readConfig(sandbox).tracing).toBeUndefined()
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
    expect(
      readConfig({ ...sandbox, ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.05' }).tracing,
    ).toEqual({ endpoint: 'http://127.0.0.1:4318', share: 0.05 })
  })

  it('is refused without an address, with a wrong share, and by plain http to another machine', () => {
    const wrong = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector', OTEL_TRACES_SAMPLER_ARG: '5%' }
    const complaints = complaintsOf({ ...sandbox, ...wrong })
    expect(complaints).toContain('OTEL_EXPORTER_OTLP_ENDPOINT is no http(s) address')
    expect(complaints).toContain('OTEL_TRACES_SAMPLER_ARG has to be a share from 0 to 1')
    const remote = { MODE: 'production', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    expect(complaintsOf(remote)).toContain('OTEL_EXPORTER_OTLP_ENDPOINT has to be https')
    const own = { MODE: 'production', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
    expect(complaintsOf(own)).not.toContain('OTEL_EXPORTER_OTLP_ENDPOINT')
  })
})
