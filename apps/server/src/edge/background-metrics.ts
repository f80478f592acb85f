import { Counter, Gauge, type Registry } from 'prom-client'
import type { ProviderFigures } from '#providers/providers.ts'
import type { TaskFigures } from '#tasks/queue-store.ts'

/** How the queue stands: what waits although it is due, runs, fails again and again, or was given up. */
export function watchTasks(registry: Registry, read: () => Promise<readonly TaskFigures[]>): void {
  const tasks = new Gauge({
    name: 'qingzhou_tasks',
    help: 'Tasks that should have begun (due), run (running), failed ten times and more (failing), or are given up (dead).',
    labelNames: ['kind', 'state'],
    registers: [registry],
    collect: async (): Promise<void> => {
      // With the database away, the last figures stay.
      const figures = await read().catch(() => undefined)
      if (!figures) return
      tasks.reset()
      for (const { kind, ...states } of figures) {
        for (const [state, count] of Object.entries(states)) tasks.set({ kind, state }, count)
      }
    },
  })
}

const CIRCUIT_VALUES = { closed: 0, 'half-open': 1, open: 2 } as const

/** How the outside services answer this process. */
export function watchProviders(registry: Registry, read: () => readonly ProviderFigures[]): void {
  const registers = [registry]
  const circuits = new Gauge({
    name: 'qingzhou_provider_circuit',
    help: 'Whether a provider is asked: 0 closed (it is), 1 half-open (one call probes it), 2 open (it is not).',
    labelNames: ['provider'],
    registers,
    collect: () => {
      for (const { provider, circuit } of read()) {
        circuits.set({ provider }, CIRCUIT_VALUES[circuit])
      }
    },
  })
  const calls = new Gauge({
    name: 'qingzhou_provider_calls',
    help: 'Calls to a provider that are under way (running), or wait for a place (waiting).',
    labelNames: ['provider', 'state'],
    registers,
    collect: () => {
      for (const { provider, running, waiting } of read()) {
        calls.set({ provider, state: 'running' }, running)
        calls.set({ provider, state: 'waiting' }, waiting)
      }
    },
  })
  const outcomes = new Counter({
    name: 'qingzhou_provider_calls_total',
    help: 'Calls to a provider: answered, without an answer (outage), or not made (unavailable).',
    labelNames: ['provider', 'outcome'],
    registers,
    collect: () => {
      outcomes.reset()
      for (const { provider, outcomes: counts } of read()) {
        for (const [outcome, count] of Object.entries(counts)) {
          outcomes.inc({ provider, outcome }, count)
        }
      }
    },
  })
}
