import { Activity, use, useState } from 'react'
import type { ReactNode } from 'react'
import {
  UNSAFE_DataRouterDataContext as DataContext,
  UNSAFE_DataRouterNavigationContext as PendingContext,
  UNSAFE_DataRouterStateContext as StateContext,
  UNSAFE_LocationContext as LocationContext,
} from 'react-router'
import { useArrival } from './use-arrival.ts'

export type Shown = {
  /** Two addresses with one key are one screen. */
  readonly key: string
  readonly keepAlive: boolean
}

/**
 * Draws the current screen, and keeps the marked ones alive behind it: hidden, with what was
 * typed and how far it was scrolled, their effects and queries paused.
 */
export function KeepAlive({
  shown,
  children,
}: {
  readonly shown: Shown
  readonly children: ReactNode
}) {
  const [kept, setKept] = useState<readonly string[]>([])
  if (shown.keepAlive && !kept.includes(shown.key)) setKept([...kept, shown.key])

  const keys = kept.includes(shown.key) ? kept : [...kept, shown.key]
  return keys.map((key) => (
    <KeptScreen key={key} isShown={key === shown.key} isKept={kept.includes(key)}>
      {children}
    </KeptScreen>
  ))
}

type KeptScreenProps = {
  readonly isShown: boolean
  readonly isKept: boolean
  readonly children: ReactNode
}

function KeptScreen({ isShown, isKept, children }: KeptScreenProps) {
  const live = useRouterView(children)
  const [frozen, setFrozen] = useState(live)
  if (isShown && !isSame(live, frozen)) setFrozen(live)

  const container = useArrival({ isShown, isKept })
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <div className="layout-screen" ref={container} tabIndex={-1}>
        <RouterView {...(isShown ? live : frozen)} />
      </div>
    </Activity>
  )
}

/** What a screen sees of the router. A hidden one goes on seeing what it saw last. */
type View = {
  readonly children: ReactNode
  readonly location: ContextValue<typeof LocationContext>
  readonly state: ContextValue<typeof StateContext>
  readonly data: ContextValue<typeof DataContext>
  readonly pending: ContextValue<typeof PendingContext>
}

type ContextValue<C> = C extends React.Context<infer Value> ? Value : never

function useRouterView(children: ReactNode): View {
  return {
    children,
    location: use(LocationContext),
    state: use(StateContext),
    data: use(DataContext),
    pending: use(PendingContext),
  }
}

function isSame(one: View, other: View): boolean {
  return (
    one.children === other.children &&
    one.location === other.location &&
    one.state === other.state &&
    one.data === other.data &&
    one.pending === other.pending
  )
}

function RouterView({ children, location, state, data, pending }: View) {
  return (
    <LocationContext value={location}>
      <StateContext value={state}>
        <DataContext value={data}>
          <PendingContext value={pending}>{children}</PendingContext>
        </DataContext>
      </StateContext>
    </LocationContext>
  )
}
