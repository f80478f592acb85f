import { files } from '../repository/repository.ts'
import { declarationsOf, isRuleFile } from '../repository/rules.ts'

const HEAD = `# Where rules and screens are

Made by \`npm run reference\`: the function that implements each rule of [SPEC.md](../packages/domain/SPEC.md), and the file of each screen.
`

/** The index of rules and screens as Markdown. */
export function whereIs(): string {
  const rules = ['## Rules', '', '| Rule | Function | File |', '|---|---|---|', ...ruleRows()]
  const screens = ['## Screens', '', '| Path | Title | File |', '|---|---|---|', ...screenRows()]
  return `${[HEAD, ...rules, '', ...screens].join('\n')}\n`
}

function ruleRows(): string[] {
  const carriers = files.filter(({ path }) => isRuleFile(path)).flatMap(declarationsOf)
  return carriers
    .flatMap(({ id, rules }) => rules.map((rule) => ({ rule, id })))
    .toSorted((one, other) => numberOf(one.rule).localeCompare(numberOf(other.rule)))
    .map(({ rule, id }) => {
      const [path = '', name = ''] = id.split(' ')
      return `| ${rule} | \`${name}\` | [${path.replace('packages/domain/src/', '')}](../${path}) |`
    })
}

/** A letter and a number, so that A2 comes before A10. */
function numberOf(rule: string): string {
  return rule.slice(0, 1) + rule.slice(1).padStart(2, '0')
}

/** Reads the route table and the table of screens of each feature as text: one screen, one line. */
function screenRows(): string[] {
  const routes = textOf('apps/web/src/app/routes.ts')
  const features = routes.split(/^ {2}(?=['\w-]+: \{$)/m).slice(1)
  return features.flatMap((lines) => {
    const feature = /^'?([\w-]+)/.exec(lines)?.[1] ?? ''
    const folder = `apps/web/src/features/${feature}`
    const modules = textOf(`${folder}/screens.ts`)
    const rows = lines.matchAll(/^ {4}(\w+): +at\('\w+', +'([^']+)', '([^']+)'/gm)
    return [...rows].map(([, name = '', path = '', title = '']) => {
      const load = `\\b${name}: (?:screenIn\\(\\s*)?(?:async )?\\(\\) => import\\('\\./(.+?)'\\)`
      const file = new RegExp(load).exec(modules)
      if (!file?.[1]) throw new Error(`${folder}/screens.ts: ${name} missing`)
      return `| ${path} | ${title} | [${file[1]}](../${folder}/${file[1]}) |`
    })
  })
}

function textOf(path: string): string {
  const file = files.find((one) => one.path === path)
  if (!file) throw new Error(`${path} is missing`)
  return file.text
}
