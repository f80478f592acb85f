import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { root } from '../root.ts'
import { files } from './repository.ts'

const folder = join(root, 'deploy')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

function documentsIn(path: string): unknown[] {
  return parseAllDocuments(read(path), { strict: true }).map((document) => {
    expect([...document.errors, ...document.warnings], path).toEqual([])
    return document.toJS()
  })
}

/** The names of all metrics that the program has, with those that a histogram adds. */
const metrics = new Set(
  files
    .filter(({ path }) => /^apps\/server\/src\/http\/operations\/(?!.*\.test\.ts$)/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/'((?:qingzhou|process)_[a-z_]+)'/g)])
    .flatMap(([, name = '']) => [name, `${name}_bucket`]),
)
const metricsIn = (text: string) =>
  [...text.matchAll(/\b(?:qingzhou|process)_[a-z_]+/g)].map(([name]) => name)

describe('the alert rules and the dashboard', () => {
  it.each(['prometheus/alerts.yaml', 'grafana/dashboard.json'])(
    '%s uses only metrics that exist',
    (path) => {
      const used = metricsIn(read(path).replaceAll(/summary: .*/g, ''))
      expect(used.length).toBeGreaterThan(10)
      expect(used.filter((name) => !metrics.has(name))).toEqual([])
    },
  )

  it('every metric of the product is on the dashboard', () => {
    const shown = new Set(metricsIn(read('grafana/dashboard.json')))
    const own = [...metrics].filter((name) => /^qingzhou_(?!.*_bucket$)/.test(name))
    expect(own.length).toBeGreaterThan(20)
    expect(own.filter((name) => !shown.has(name) && !shown.has(`${name}_bucket`))).toEqual([])
  })

  it('every alert has an expression, a severity and a sentence that says what to do', () => {
    const [{ groups }] = documentsIn('prometheus/alerts.yaml') as [
      { groups: { rules: Record<string, unknown>[] }[] },
    ]
    const rules = groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(10)
    for (const rule of rules) {
      expect(rule).toMatchObject({
        alert: expect.stringMatching(/^Qingzhou[A-Z]/),
        expr: expect.any(String),
        labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
        annotations: { summary: expect.stringMatching(/.{15}/) },
      })
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })
})

it('Prometheus scrapes the job that the alert rules name, by the rules and with the token', () => {
  const [settings] = documentsIn('prometheus/prometheus.yaml') as [
    { rule_files: string[]; scrape_configs: Record<string, unknown>[] },
  ]
  const [, job] = /up\{job="(\w+)"\}/.exec(read('prometheus/alerts.yaml')) ?? []
  expect(settings.rule_files).toEqual(['alerts.yaml'])
  expect(settings.scrape_configs).toMatchObject([
    {
      job_name: job,
      metrics_path: '/metrics',
      authorization: { credentials_file: expect.any(String) },
    },
  ])
})

describe('the systemd units', () => {
  const units = globSync('systemd/qingzhou-*', { cwd: folder })

  it('start programs that exist, with the Node.js of the product', () => {
    const services = units.filter((path) => path.endsWith('.service'))
    expect(services.length).toBe(4)
    for (const path of services) {
      const programs = [...read(path).matchAll(/node_modules\/\.bin\/node (?:--\S+ )*(\S+\.ts)/g)]
      expect(programs.length, path).toBeGreaterThan(0)
      for (const [, program = ''] of programs)
        expect(existsSync(join(root, program)), program).toBe(true)
      expect(read(path)).toMatch(/^User=qingzhou$/m)
      expect(read(path)).toMatch(/^ProtectSystem=strict$/m)
    }
  })

  it('every timer has its service', () => {
    for (const path of units.filter((one) => one.endsWith('.timer'))) {
      expect(units).toContain(path.replace('.timer', '.service'))
      expect(read(path)).toMatch(/^OnCalendar=.+ Asia\/Shanghai$/m)
    }
  })
})

type Container = {
  command: string[]
  securityContext: Record<string, unknown>
  livenessProbe?: { httpGet: { path: string; port: number } }
  readinessProbe?: { httpGet: { path: string; port: number } }
  ports?: { containerPort: number }[]
}
type Manifest = {
  kind: string
  metadata: { name: string }
  spec: {
    selector?: { matchLabels?: Record<string, string> }
    template?: { spec: { securityContext: Record<string, unknown>; containers: Container[] } }
  }
}

describe('the Kubernetes manifests', () => {
  const [kustomization] = documentsIn('kubernetes/kustomization.yaml') as [{ resources: string[] }]
  const manifests = kustomization.resources.flatMap(
    // The shape of the fields that are checked.
    (path) => documentsIn(`kubernetes/${path}`) as Manifest[],
  )
  const programs = manifests.flatMap((manifest) =>
    manifest.spec.template ? [{ ...manifest, pod: manifest.spec.template.spec }] : [],
  )

  it('are all part of the kustomization', () => {
    const present = globSync('*.yaml', { cwd: join(folder, 'kubernetes') })
    expect([...kustomization.resources, 'kustomization.yaml'].toSorted()).toEqual(
      present.toSorted(),
    )
  })

  it('run existing programs, not as root, on a read-only file system', () => {
    expect(programs.map(({ metadata }) => metadata.name)).toEqual([
      'qingzhou-server',
      'qingzhou-worker',
      'qingzhou-migrate',
    ])
    for (const { pod } of programs) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true })
      for (const { command, securityContext } of pod.containers) {
        expect(existsSync(join(root, command.at(-1) ?? ''))).toBe(true)
        expect(securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
        })
      }
    }
  })

  it('probe the port that the program listens on', () => {
    for (const { pod } of programs.filter(({ kind }) => kind === 'Deployment')) {
      for (const { livenessProbe, readinessProbe, ports } of pod.containers) {
        const port = ports?.[0]?.containerPort
        expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port })
        expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port })
      }
    }
  })

  it('allow only one server and one worker to be evicted at a time', () => {
    const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget')
    expect(budgets.map(({ metadata }) => metadata.name)).toEqual([
      'qingzhou-server',
      'qingzhou-worker',
    ])
  })
})
