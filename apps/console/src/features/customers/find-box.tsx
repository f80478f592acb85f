import type { FindKind } from '@qingzhou/contract/features/console/customers'
import { useMutation } from '@tanstack/react-query'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { useMessages } from '#platform/catalogue.ts'
import { useKeys } from '#platform/keys.ts'
import { Icon } from '#shared/parts/icon.tsx'
import { Failed } from '#shared/parts/states.tsx'
import { customerCalls } from './calls.ts'
import { hrefOfFind, recentFinds, rememberFind, type RecentFind } from './recent-finds.ts'

/** One box for every number. What is typed stays in the page: it may be a phone or an identity number. */
export function FindBox() {
  const messages = useMessages(customerMessages)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { typed, type, find, submit, open } = useFind(() => {
    setOpen(false)
    input.current?.blur()
  })
  useKeys({ '/': () => input.current?.focus() })
  const close = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return (
    <form
      className="find-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onBlur={close}
    >
      <label className="find">
        <Icon name="search" />
        <input
          ref={input}
          className="grow"
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          aria-label={messages.findPlaceholder}
          placeholder={messages.findPlaceholder}
          value={typed}
          onFocus={() => setOpen(true)}
          onChange={({ target }) => type(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && input.current?.blur()}
        />
        <kbd className="kbd">/</kbd>
      </label>
      {isOpen && (
        <div className="find-panel">
          {find.error && (
            <div className="pad-all">
              <Failed error={find.error} at={find.submittedAt} onRetry={() => void submit()} />
            </div>
          )}
          {find.data && <Found found={find.data} onOpen={open} />}
          {!find.data && !find.error && <Recent onOpen={open} />}
        </div>
      )}
    </form>
  )
}

/** Opens what was found when it is one; several are listed. */
function useFind(onLeave: () => void) {
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const find = useMutation({ mutationFn: (number: string) => customerCalls.find({ number }) })
  const type = (text: string) => {
    setTyped(text)
    find.reset()
  }
  const open = (found: RecentFind) => {
    rememberFind(found)
    type('')
    onLeave()
    go(hrefOfFind(found))
  }
  const submit = async () => {
    const number = typed.trim()
    if (number === '') return
    const found = await find.mutateAsync(number).catch(() => undefined)
    const [only, another] = found?.customers ?? []
    if (!only || another) return
    open(
      found?.foundAs === 'loan'
        ? { kind: 'loan', no: number }
        : { kind: 'customer', no: only.customer },
    )
  }
  return { typed, type, find, submit, open }
}

type FoundAnswer = Awaited<ReturnType<typeof customerCalls.find>>

function Found({
  found: { customers, tried, couldBe },
  onOpen,
}: {
  readonly found: FoundAnswer
  readonly onOpen: (find: RecentFind) => void
}) {
  const messages = useMessages(customerMessages)
  const kinds = (list: readonly FindKind[]) => list.map((kind) => messages[kind]).join(messages.or)
  if (customers.length === 0) {
    return (
      <div className="pad-all" role="status">
        <p className="strong">{messages.notFound}</p>
        <p className="c2">{messages.triedAs(kinds(tried))}</p>
        {couldBe.length > 0 && (
          <p className="wait">
            {couldBe.includes('name') ? messages.nameIncomplete : messages.couldBe(kinds(couldBe))}
          </p>
        )}
      </div>
    )
  }
  return (
    <ul>
      {customers.map(({ customer, name, phone }) => (
        <li key={customer}>
          <FindLink find={{ kind: 'customer', no: customer }} onOpen={onOpen}>
            {name ?? messages.unnamed} {phone}
          </FindLink>
        </li>
      ))}
    </ul>
  )
}

function Recent({ onOpen }: { readonly onOpen: (find: RecentFind) => void }) {
  const messages = useMessages(customerMessages)
  const recent = recentFinds()
  return (
    <>
      <p className="group">{recent.length > 0 ? messages.recent : messages.findHint}</p>
      <ul>
        {recent.map((find) => (
          <li key={find.no}>
            <FindLink find={find} onOpen={onOpen}>
              {messages[find.kind]}
            </FindLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function FindLink({
  find,
  onOpen,
  children,
}: {
  readonly find: RecentFind
  readonly onOpen: (find: RecentFind) => void
  readonly children: ReactNode
}) {
  return (
    <Link
      className="opt"
      href={hrefOfFind(find)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen(find)
      }}
    >
      <Icon name={find.kind === 'loan' ? 'book' : 'user'} />
      <span className="id">{find.no}</span>
      <span className="c2">{children}</span>
    </Link>
  )
}
