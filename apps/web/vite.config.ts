import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { routes } from './src/app/routes.ts'
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

export default defineConfig({
  plugins: [react(), preloadScreens(), serveFaceFiles()],
  build: {
    target: ['chrome87', 'safari14'],
    assetsInlineLimit: 0,
    // All target browsers support modulepreload except Safari 14, which works without it.
    modulePreload: { polyfill: false },
  },
})

type Chunk = {
  readonly fileName: string
  readonly facadeModuleId: string | null
  readonly isEntry: boolean
  readonly imports: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}

/**
 * Adds a script to the page that starts loading the chunks of the addressed screen while the entry
 * is loading.
 */
function preloadScreens(): Plugin {
  return {
    name: 'preload-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk')
        // After the charset, and before the style sheet, which would block the script.
        const script = `<script>${scriptFor(filesByPath(chunks))}</script>`
        return withPlaceForSettings(html).replace('</title>', (end) => `${end}\n    ${script}`)
      },
    },
  }
}

/** The server replaces exactly this text; formatters may close the tag. */
function withPlaceForSettings(html: string): string {
  const place = '<meta name="qingzhou-config" content="{}">'
  const page = html.replace(/<meta name="qingzhou-config" content="\{\}" ?\/?>/, place)
  if (!page.includes(place)) throw new Error('index.html: place for the settings missing')
  return page
}

/** The files of each path beyond the entry. */
function filesByPath(chunks: readonly Chunk[]): Map<string, string[]> {
  const filesOf = fileFinder(chunks)
  const loadedAnyway = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(filesOf))
  const byModule = new Map(chunks.map((chunk) => [chunk.facadeModuleId, chunk]))

  return new Map(
    screenModules().map(({ path, module }) => {
      const chunk = byModule.get(module)
      if (!chunk) throw new Error(`screen ${path}: no chunk`)
      return [path, filesOf(chunk).filter((name) => !loadedAnyway.has(name))]
    }),
  )
}

/** The files of a chunk and of its imports. */
function fileFinder(chunks: readonly Chunk[]): (chunk: Chunk) => string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reach = (chunk: Chunk, reached: Set<Chunk>): Set<Chunk> => {
    if (reached.has(chunk)) return reached
    reached.add(chunk)
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported) reach(imported, reached)
    }
    return reached
  }
  return (chunk) =>
    [...reach(chunk, new Set())].flatMap(({ fileName, viteMetadata }) => [
      fileName,
      ...(viteMetadata?.importedCss ?? []),
    ])
}

/** The screens as listed by the features: `name: async () => import('./file.tsx')`. */
function screenModules(): { path: string; module: string }[] {
  return Object.entries(routes).flatMap(([feature, rows]) => {
    const folder = resolve(import.meta.dirname, 'src/features', feature)
    const source = readFileSync(join(folder, 'screens.ts'), 'utf8')
    return Object.entries(rows).map(([name, { path }]) => {
      const line = new RegExp(`\\b${name}: (?:async )?\\(\\) => import\\('(.+?)'\\)`).exec(source)
      if (!line?.[1]) throw new Error(`${feature}/screens.ts: ${name} missing`)
      return { path, module: join(folder, line[1]) }
    })
  })
}

/** Files are numbered, as screens share most of them. A parameter matches any last segment. */
function scriptFor(files: ReadonlyMap<string, readonly string[]>): string {
  const names = [...new Set([...files.values()].flat())]
  const table = Object.fromEntries(
    [...files].map(([path, needed]) => [
      path.replace(/:\w+$/, '*'),
      needed.map((name) => names.indexOf(name)),
    ]),
  )
  return [
    // The content security policy forbids eval; zod would try it and cause a report.
    `globalThis.__zod_globalConfig={jitless:true};`,
    `{const n=${JSON.stringify(names)},t=${JSON.stringify(table)},`,
    `p=location.hash.slice(1).split('?')[0];`,
    `for(const i of t[p]||t[p.replace(/[^/]*$/,'*')]||[]){`,
    `const l=document.createElement('link');`,
    // The attribute makes the request equal to the import's, so that it is not made twice.
    `l.crossOrigin='';l.href='/'+n[i];`,
    `if(/css$/.test(n[i])){l.rel='preload';l.as='style'}else l.rel='modulepreload';`,
    `document.head.append(l)}}`,
  ].join('')
}
