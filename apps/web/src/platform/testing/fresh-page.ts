import { cleanup, configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

/** Longer waits for busy machines; no test asserts a time. */
configure({ asyncUtilTimeout: 25_000 })

const FIRST_ADDRESS = 'http://localhost:3000/'
/** React and the simulated user listen once per document: the libraries outlive the file. */
const ofLibraries = new Set(['selectionchange', 'focus', 'blur'])
/** What the libraries note on the window and the document. */
const namedByLibraries = /^(_|IS_REACT_ACT_ENVIRONMENT$)/

type Listening = Parameters<typeof document.addEventListener>

// Some files run without a window.
if (typeof window !== 'undefined') leaveFreshPage()

/**
 * One worker runs file after file in one window: a process and a window for each file take longer than its tests.
 * After a file goes what a page loses when it is closed: our modules with their state, what is mounted, listeners,
 * storage, cookies, replaced properties and the address.
 */
function leaveFreshPage(): void {
  // A phone has a status bar. Without any frame the fingerprint's library looks for one every few
  // seconds, also when the window is gone.
  Object.defineProperty(screen, 'availTop', { value: 24, configurable: true })
  const properties = [window, document, navigator].map(propertiesOf)
  const listeners = [window, document].map(listenersOf)
  afterAll(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    for (const undo of [...listeners, ...properties]) undo()
    localStorage.clear()
    sessionStorage.clear()
    forgetCookies()
    emptyDocument()
    vi.resetModules()
  })
}

/** Records the listeners of a target from now on; the result removes them. */
function listenersOf(target: Window | Document): () => void {
  const added: Listening[] = []
  const addEventListener = target.addEventListener.bind(target)
  target.addEventListener = (...listening: Listening): void => {
    if (!ofLibraries.has(listening[0])) added.push(listening)
    addEventListener(...listening)
  }
  return () => {
    target.addEventListener = addEventListener
    for (const [type, listener, options] of added) {
      target.removeEventListener(type, listener, options)
    }
  }
}

/** Records the own properties of an object; the result restores them. */
function propertiesOf(target: object): () => void {
  const before = Object.getOwnPropertyDescriptors(target)
  return () => {
    const after = Object.getOwnPropertyDescriptors(target)
    for (const [name, descriptor] of Object.entries(before)) {
      if (!isSame(descriptor, Reflect.get(after, name))) {
        Object.defineProperty(target, name, descriptor)
      }
    }
    for (const name of Object.keys(after)) {
      if (!(name in before) && !namedByLibraries.test(name)) Reflect.deleteProperty(target, name)
    }
  }
}

function isSame(one: PropertyDescriptor, other: PropertyDescriptor | undefined): boolean {
  return one.get === other?.get && one.set === other?.set && Object.is(one.value, other?.value)
}

function forgetCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    document.cookie = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
}

function emptyDocument(): void {
  const { documentElement } = document
  for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  // A test may have moved the page to the origin of its server.
  Reflect.get(window, 'happyDOM').setURL(FIRST_ADDRESS)
  history.replaceState(null, '', FIRST_ADDRESS)
}
