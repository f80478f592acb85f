import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { routes } from './src/app/routes.ts'

type Chunk = {
  readonly fileName: string
  readonly moduleIds: readonly string[]
  readonly imports: readonly string[]
}

/**
 * Adds a script to the page that starts loading the chunks of the addressed screen while the entry
 * is loading.
 */
export function pageScript(): Plugin {
  return {
    name: 'page-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk')
        const filesOf = fileFinder(chunks)
        const app = filesOf(chunkWith(chunks, APP))
        // After the charset, and before the style sheet, which would block the script.
        const head = [
          `<script>${scriptFor(filesByPath(chunks, new Set(app)))}</script>`,
          ...app.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
        ].join('\n    ')
        return withIcon(withLanding(withPlaceForSettings(html)))
          .replace(/ *<link rel="modulepreload".*>\n/g, '')
          .replace('</title>', (end) => `${end}\n    ${head}`)
      },
    },
  }
}

/** The entry loads the app itself, which every page needs. */
const APP = resolve(import.meta.dirname, 'src/app/main.tsx')

/**
 * The landing page as `landing-markup.test.tsx` renders it. Only the phone number can be typed before
 * the script is there; `first-landing.ts` moves it into the form.
 */
function withLanding(html: string): string {
  const markup = readFileSync(join(import.meta.dirname, 'landing-markup.txt'), 'utf8').trim()
  const place = '<!-- landing -->'
  if (!html.includes(place)) throw new Error('index.html: place for the landing page missing')
  const late = /<p class="first-paint-late[^>]*>(.*?)<\/p>/s.exec(html)?.[1]?.trim()
  return html.replace(
    place,
    () =>
      `<div class="first-landing" aria-busy="true">${withPhoneOnly(markup)}` +
      `<p class="first-landing-late first-paint-late small ink-2">${late}</p></div>`,
  )
}

/** Without a form, so that the enter key sends nothing. */
function withPhoneOnly(markup: string): string {
  return markup
    .replace(/<form ([^>]*?) noValidate="">/, '<div role="form" $1>')
    .replace('</form>', '</div>')
    .replaceAll(/<(?:button|a|label class="tick"|input(?! [^>]*type="tel"))(?=[ >])/g, '$& inert')
}

/** As a file, browsers would ask for it again at each change of the address. */
function withIcon(html: string): string {
  const place = 'href="/icon.svg"'
  if (!html.includes(place)) throw new Error('index.html: link to the icon missing')
  const icon = readFileSync(join(import.meta.dirname, 'public/icon.svg'), 'utf8')
  const address = `data:image/svg+xml,${encodeURIComponent(icon.replace(/\s+/g, ' ').trim())}`
  return html.replace(place, () => `href="${address}"`)
}

/** The server replaces exactly this text; formatters may close the tag. */
function withPlaceForSettings(html: string): string {
  const place = '<meta name="qingzhou-config" content="{}">'
  const page = html.replace(/<meta name="qingzhou-config" content="\{\}" ?\/?>/, place)
  if (!page.includes(place)) throw new Error('index.html: place for the settings missing')
  return page
}

/** The files of each path beyond those of the app. */
function filesByPath(
  chunks: readonly Chunk[],
  loadedAnyway: ReadonlySet<string>,
): Map<string, string[]> {
  const filesOf = fileFinder(chunks)
  return new Map(
    screenModules().map(({ path, module }) => [
      path,
      filesOf(chunkWith(chunks, module)).filter((name) => !loadedAnyway.has(name)),
    ]),
  )
}

function chunkWith(chunks: readonly Chunk[], module: string): Chunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
  if (!chunk) throw new Error(`${module}: no chunk`)
  return chunk
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
  return (chunk) => [...reach(chunk, new Set())].map(({ fileName }) => fileName)
}

/** The screens as listed by the features: `name: () => import('./file.tsx')`, also inside `screenIn`. */
function screenModules(): { path: string; module: string }[] {
  return Object.entries(routes).flatMap(([feature, rows]) => {
    const folder = resolve(import.meta.dirname, 'src/features', feature)
    const source = readFileSync(join(folder, 'screens.ts'), 'utf8')
    return Object.entries(rows).map(([name, { path }]) => {
      const line = new RegExp(
        `\\b${name}: (?:screenIn\\()?\\s*(?:async )?\\(\\) => import\\('(.+?)'\\)`,
      ).exec(source)
      if (!line?.[1]) throw new Error(`${feature}/screens.ts: ${name} missing`)
      return { path, module: join(folder, line[1]) }
    })
  })
}

/** The home address opens the landing page for everybody who is not signed in. */
const HOME = routes.onboarding.landing.path

/**
 * Applies the look that the borrower chose on this phone (`features/account/appearance.ts`) before
 * the first paint. Storage may be forbidden.
 */
const LOOK = [
  `try{const d=document.documentElement,{theme:c,textSize:z}=localStorage;`,
  `if(/^(light|dark)$/.test(c)){d.dataset.theme=c;for(const m of document.querySelectorAll('[data-of]'))`,
  `m.media=m.dataset.of==c?'all':'not all'}`,
  `if(/^1[135][05]%$/.test(z))d.style.fontSize=z}catch{}`,
].join('')

function scriptFor(files: ReadonlyMap<string, readonly string[]>): string {
  const names = [...new Set([...files.values()].flat())]
  const table = Object.fromEntries(
    [...byPrefix(files)].map(([path, needed]) => [path, needed.map((name) => names.indexOf(name))]),
  )
  return [
    // The content security policy forbids eval; zod would try it and cause a report.
    `globalThis.__zod_globalConfig={jitless:true};`,
    LOOK,
    `{const n=${JSON.stringify(names)},t=${JSON.stringify(table)},`,
    `h=location.hash.slice(1).split('?')[0],`,
    `s=/(^|; )token=./.test(document.cookie),p=h&&h!='/'?h:s?'':'${HOME}';`,
    // A link that signs in, and a computer, see another page.
    `if(p=='${HOME}'&&!s&&!/[?&]token=/.test(location.href)&&/Android|iPhone|HarmonyOS|Mobile/.test(navigator.userAgent))`,
    `document.documentElement.classList.add('opens-landing');`,
    `for(const i of t[p]||t[p.split('/')[1]]||[]){`,
    `const l=document.createElement('link');`,
    // The attribute makes the request equal to the import's, so that it is not made twice.
    `l.rel='modulepreload';l.crossOrigin='';l.href='/'+n[i];document.head.append(l)}}`,
  ].join('')
}

/**
 * The usual files of each first segment, and the paths that differ from it. A parameter matches any
 * last segment, so its files are the usual ones.
 */
function byPrefix(files: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const table = new Map<string, readonly string[]>()
  for (const [segment, rows] of groupBySegment(files)) {
    const usual = rows.find(([path]) => path.includes(':')) ?? mostFrequent(rows)
    table.set(segment, usual[1])
    for (const [path, needed] of rows) {
      if (String(needed) !== String(usual[1])) table.set(path, needed)
    }
  }
  return table
}

type PathFiles = readonly [path: string, files: readonly string[]]

function groupBySegment(files: ReadonlyMap<string, readonly string[]>): Map<string, PathFiles[]> {
  const groups = new Map<string, PathFiles[]>()
  for (const row of files) {
    const segment = row[0].split('/')[1] ?? ''
    groups.set(segment, [...(groups.get(segment) ?? []), row])
  }
  return groups
}

function mostFrequent(rows: readonly PathFiles[]): PathFiles {
  const count = ([, files]: PathFiles) =>
    rows.filter((row) => String(row[1]) === String(files)).length
  return rows.reduce((best, row) => (count(row) > count(best) ? row : best))
}
