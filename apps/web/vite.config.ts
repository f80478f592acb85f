import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './chunks.ts'
import { pageScript } from './page-script.ts'
import { FACE_FOLDER, faceNetworks } from './src/shared/face-check/face-files.ts'

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
