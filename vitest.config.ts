import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { longerLimits } from './tools/tests/longer-limits.ts'
import { compileCache, pictureFolders } from './tools/tests/test-cache.ts'

// For the workers, and the programs that tests start.
Object.assign(process.env, compileCache)
// The same random cases each time: whether a change is accepted must not depend on chance. `npm run prove` tries others.
process.env['PROVE_SEED'] ??= '20261115'

// Tests do not share state, so one worker can run file after file without a restart.
const shared = {
  isolate: false,
  setupFiles: ['tools/tests/seed.ts'],
  // A failure names all that it found, however long the list.
  chaiConfig: { truncateThreshold: 0 },
}

const isOnCluster = process.env['CLUSTER_URL'] !== undefined

export default defineConfig({
  test: {
    // A test waits a sixth of its time, for a database or a time limit: more workers than cores keep the cores busy.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'rules',
          // Property tests: `npm run prove` asks for many more cases, for which no time is too long.
          testTimeout: process.env['PROVE_RUNS'] === undefined ? 60_000 : 1_000_000_000,
          include: ['packages/{domain,contract,provider-api}/src/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'recognition',
          include: ['packages/recognition/src/**/*.test.ts'],
          // Models are loaded and pictures drawn, which takes its time on a small machine.
          testTimeout: 60_000,
          // What the engines find is computed once for all runs, until their code or a dependency changes.
          env: { RECOGNITION_RESULTS: pictureFolders().RECOGNITION_RESULTS },
        },
      },
      {
        test: {
          ...shared,
          name: 'screens',
          environment: 'happy-dom',
          setupFiles: [...shared.setupFiles, 'apps/web/src/platform/testing/fresh-page.ts'],
          globalSetup: 'tools/tests/keys-setup.ts',
          testTimeout: 90_000,
          hookTimeout: 60_000,
          include: [
            'packages/ui/src/**/*.test.{ts,tsx}',
            'apps/{web,desk,console}/src/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        plugins: isOnCluster ? [longerLimits] : [],
        test: {
          ...shared,
          name: 'server',
          setupFiles: [...shared.setupFiles, 'tools/tests/scrypt-once.ts'],
          include: [
            'packages/{platform,providers,lending}/src/**/*.test.ts',
            'apps/{server,desk-api,sandbox}/src/**/*.test.ts',
            '{qa,tools}/**/*.test.ts',
          ],
          // Pictures are drawn once; what is read in them is computed each time.
          env: { SANDBOX_PICTURES: pictureFolders().SANDBOX_PICTURES },
          globalSetup: ['tools/tests/keys-setup.ts', 'tools/postgres/test-database-setup.ts'],
          // Starting a server and a database takes its time on a small machine, a cluster on it more.
          testTimeout: isOnCluster ? 600_000 : 60_000,
          hookTimeout: isOnCluster ? 600_000 : 60_000,
        },
      },
    ],
  },
})
