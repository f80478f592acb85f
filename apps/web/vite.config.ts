import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vite'
import { pageScript } from './page-script.ts'
import { FACE_FOLDER, faceNetworks } from './src/shared/face-check/face-files.ts'

/**
 * One chunk per purpose. Of two groups the earlier one takes a module, and with it the imports of the
 * module that no earlier group has: no chunk imports a later one, so none is evaluated too early.
 */
const chunkGroups: Group[] = [
  chunk('vendor', [/\/node_modules\/(react|react-dom|scheduler)\//]),
  // The start of every page: session, calls, sealing.
  chunk('platform', [/\/src\/app\/start\.ts|preload-helper/]),
  // Routes, guards, frame, and the landing page.
  chunk('app', [/\/src\/app\/main\.tsx|\/features\/onboarding\/landing-screen\.tsx/]),
  // On the landing page, and used by few.
  chunk('sign-in-more', [/\/sign-in\/(password-sign-in|test-phone-hint)/]),
  // What most screens behind the sign-in share.
  chunk('common', [
    /\/node_modules\/@tanstack\/|@oxc-project/,
    /\/packages\/ui\/(?!.*photo-slot)/,
    /\/src\/platform\/(?!.*(messenger-bridge|fingerprint|geolocation))|\/app\/guards\/step-check\.ts/,
    /\/src\/shared\/(account|pages\/(?!qr-code|paged|missing-subject))/,
    /\/shared\/sign-in\/sign-out/,
    /\/contract\/src\/features\/cards|\/domain\/src\/people\/(?!staff-|common-)/,
  ]),
  // The screens that customers open most, each with what only it needs.
  chunk('limit', [/\/credit\/limit-screen/]),
  chunk('repay-home', [/\/bills\/repay-home-screen/]),
  chunk('borrow', [/\/loans\/borrow-screen/]),
  chunk('payments', [
    /\/shared\/(payments|lending\/(instalment|state|bill|review))/,
    /\/pages\/(paged|missing)/,
  ]),
  chunk('borrowing', [/\/shared\/(agreements|lending|forms)\//]),
  chunk('profile-forms', [/\/shared\/profile\//]),
  chunk('sign-in-forms', [/\/shared\/(sign-in|bind-card|identity)\//]),
  chunk('files', [/\/shared\/files\/|\/shared\/pages\/qr-code/]),
  chunk('face-check', [/\/shared\/face-check\/(?!face-watcher)/]),
  {
    debugName: 'feature',
    name: featureOf,
    test: /\/(web|contract)\/src\/features\//,
    includeDependenciesRecursively: false,
  },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

/** Phones from before 2021 cannot run the second, faster one. */
const ENGINES = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm']

const require = createRequire(import.meta.url)

/** Serves the face detection networks from the app's origin, out of their packages. */
function serveFaceFiles(): Plugin {
  const sources = sourcesByAddress()
  return {
    name: 'face-files',
    generateBundle() {
      for (const [address, source] of sources) {
        this.emitFile({
          type: 'asset',
          fileName: address.slice(1),
          source: readFileSync(source),
        })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const source = sources.get(request.url ?? '')
        if (source === undefined) return next()
        if (source.endsWith('.wasm')) response.setHeader('content-type', 'application/wasm')
        response.end(readFileSync(source))
      })
    },
  }
}

function sourcesByAddress(): Map<string, string> {
  const human = folderOf('@vladmandic/human')
  const { version } = JSON.parse(readFileSync(join(human, 'package.json'), 'utf8'))
  if (FACE_FOLDER !== `/assets/face-${version}/`) {
    throw new Error(`face files: expected version ${version}`)
  }
  const engine = join(
    dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json')),
    'dist',
  )
  return new Map([
    ...faceNetworks
      .flatMap((name) => [`${name}.json`, `${name}.bin`])
      .map((name) => [FACE_FOLDER + name, join(human, 'models', name)] as const),
    ...ENGINES.map((name) => [FACE_FOLDER + name, join(engine, name)] as const),
  ])
}

/** Both packages have a folder with the files needed at run time. */
function folderOf(name: string): string {
  return dirname(dirname(require.resolve(name)))
}

/** The chunks that every page starts with. */
const FIRST = /\/(vendor|platform|rolldown-runtime)-/

export default defineConfig({
  plugins: [react(), pageScript(), serveFaceFiles()],
  build: {
    target: ['chrome87', 'safari14'],
    assetsInlineLimit: 0,
    // Our build compresses the files itself.
    reportCompressedSize: false,
    // All target browsers support modulepreload except Safari 14, which works without it.
    modulePreload: {
      polyfill: false,
      // The first page has loaded these already; the script is shorter without their names.
      resolveDependencies: (_, files) => files.filter((name) => !FIRST.test(name)),
    },
    // The styles of all screens are 9 kB, less than a second request costs.
    cssCodeSplit: false,
    // The face networks and the PDF viewer are larger, and loaded where they are used.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // The first page lists all chunks: short names are fewer bytes.
      output: {
        codeSplitting: { groups: chunkGroups },
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
})

type CodeSplitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>

type Group = NonNullable<CodeSplitting['groups']>[number]

function chunk(name: string, tests: readonly RegExp[]): Group {
  return { debugName: name, name, test: (id) => tests.some((pattern) => pattern.test(id)) }
}

/** The feature of a screen, or of the shapes of its calls. */
function featureOf(id: string): string | null {
  return /\/src\/features\/([\w-]+)/.exec(id)?.[1] ?? null
}
