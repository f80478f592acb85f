import { shellMessages } from '#shared/catalogue/shell.ts'
import { useMessages } from '#platform/catalogue.ts'
import { Drawer } from '#shared/parts/drawer.tsx'
import { sectionMessages } from './section-messages.ts'
import { useSections } from './sections.ts'

/** All keys: what `?` shows on any page. */
export function Keys({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages(shellMessages)
  const names = useMessages(sectionMessages)
  const sections = useSections()
  const everywhere: [string, string[]][] = [
    [messages.keyFind, ['/']],
    [messages.keyShow, ['?']],
    [messages.keyClose, ['Esc']],
    ...sections.map(({ id, letter }): [string, string[]] => [
      messages.goTo(names[id]),
      ['g', letter],
    ]),
  ]
  const inLists: [string, string[]][] = [
    [messages.keyMove, ['k', 'j']],
    [messages.keyOpen, ['↵']],
    [messages.keyAct, ['e']],
    [messages.keyApprove, ['a']],
  ]
  return (
    <Drawer kind="float" title={messages.keys} onClose={onClose}>
      <KeyTable title={messages.keysEverywhere} rows={everywhere} />
      <KeyTable title={messages.keysInLists} rows={inLists} />
    </Drawer>
  )
}

function KeyTable({
  title,
  rows,
}: {
  readonly title: string
  readonly rows: readonly (readonly [string, readonly string[]])[]
}) {
  return (
    <section>
      <h3 className="cap c3">{title}</h3>
      <ul className="keys">
        {rows.map(([name, keys]) => (
          <li key={name}>
            {name}
            <span className="row">
              {keys.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
