import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { shellMessages } from '#shared/catalogue/shell.ts'
import { useMessages } from '#platform/catalogue.ts'
import { isSessionEnded } from '#platform/client.ts'
import { memberQuery } from '#platform/member.ts'
import { isSandbox, productName } from '#platform/config.ts'
import { useKeys } from '#platform/keys.ts'
import { toggleLanguage } from '#platform/language.ts'
import { toggleTheme } from '#platform/theme.ts'
import { FindBox } from '#features/customers/find-box.tsx'
import { Icon } from '#shared/parts/icon.tsx'
import { Empty } from '#shared/parts/states.tsx'
import { queueQueries } from '#shared/queues/calls.ts'
import { Keys } from './keys-dialog.tsx'
import { Mark } from '@qingzhou/ui/graphics'
import { MemberMenu } from './member-menu.tsx'
import { sectionMessages } from './section-messages.ts'
import { type Section, sections, useSections } from './sections.ts'
import { SignIn } from './sign-in.tsx'

const pages = sections.flatMap((section) =>
  section.pages.map(({ path, load }): { path: string; Screen: ComponentType } => ({
    path,
    Screen: lazy(load),
  })),
)

/** Navigation, header and the page of the address. */
export function Shell() {
  const [, go] = useLocation()
  const [areKeysShown, showKeys] = useState(false)
  const { error } = useQuery(memberQuery)
  const shown = useSections()
  useKeys({
    '?': () => showKeys(true),
    ...Object.fromEntries(shown.map(({ letter, path }) => [`g ${letter}`, () => go(path)])),
  })
  if (isSessionEnded(error)) return <SignIn />
  return (
    <div className="console">
      <Navigation sections={shown} onKeys={() => showKeys(true)} />
      <Top />
      <main className="main">
        <Suspense fallback={null}>
          <Pages />
        </Suspense>
      </main>
      {areKeysShown && <Keys onClose={() => showKeys(false)} />}
    </div>
  )
}

function Pages() {
  const first = sections[0]
  return (
    <Switch>
      {first && first.path !== '/' && (
        <Route path="/">
          <Redirect to={first.path} replace />
        </Route>
      )}
      {pages.map(({ path, Screen }) => (
        <Route key={path} path={path} component={Screen} />
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

function NotFound() {
  const messages = useMessages(shellMessages)
  return (
    <Empty title={messages.notFound} icon="search">
      <p>{messages.notFoundHint}</p>
    </Empty>
  )
}

function Navigation({
  sections: shown,
  onKeys,
}: {
  readonly sections: readonly Section[]
  readonly onKeys: () => void
}) {
  const messages = useMessages(shellMessages)
  return (
    <nav className="nav" aria-label={messages.mainNavigation}>
      <div className="brand">
        <Mark size={24} />
        {productName} <span>{messages.console}</span>
      </div>
      {shown.map((section) => (
        <SectionLink key={section.id} section={section} />
      ))}
      <footer>
        <span>{isSandbox && messages.sandbox}</span>
        <button type="button" className="row row-1" onClick={onKeys}>
          <kbd className="kbd">?</kbd> {messages.keys}
        </button>
      </footer>
    </nav>
  )
}

function SectionLink({ section }: { readonly section: Section }) {
  const { id, path, icon, startsGroup, queue } = section
  const names = useMessages(sectionMessages)
  const [location] = useLocation()
  const isCurrent =
    location === path ||
    (path !== '/' && section.pages.some((page) => isWithin(location, page.path)))
  return (
    <>
      {startsGroup && <hr />}
      <Link href={path} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        {names[id]}
        {queue && <Count queue={queue} />}
      </Link>
    </>
  )
}

/** How many items wait. After an act it is shown again once it is known. */
function Count({ queue }: { readonly queue: NonNullable<Section['queue']> }) {
  const { data, isStale, error } = useQuery(queueQueries.counts())
  const count = data?.[queue] ?? 0
  return count > 0 && !isStale && !error && <b>{count}</b>
}

/** Whether an address belongs to a page: the fixed part of its path is equal. */
function isWithin(location: string, path: string): boolean {
  const fixed = path.split('/:')[0] ?? path
  return location === fixed || location.startsWith(`${fixed}/`)
}

function Top() {
  const messages = useMessages(shellMessages)
  return (
    <header className="top">
      <FindBox />
      <span className="push" />
      <button
        type="button"
        className="act act-bare act-square"
        aria-label={messages.theme}
        title={messages.theme}
        onClick={toggleTheme}
      >
        <Icon name="theme" />
      </button>
      <button
        type="button"
        className="act act-bare"
        aria-label={messages.language}
        onClick={toggleLanguage}
      >
        {messages.otherLanguage}
      </button>
      <MemberMenu />
    </header>
  )
}
