import type { Route } from '#app/routes.ts'
import { linkQuery } from './link.ts'

export { linkQuery }

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type ParamsOf<Path extends string> = { readonly [Name in NamesIn<Path>]: string }

type Options<Path extends string> = {
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly replace?: true
} & ([NamesIn<Path>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<Path> })

type Arguments<Path extends string> = [NamesIn<Path>] extends [never]
  ? [options?: Options<Path>]
  : [options: Options<Path>]

/** What moves the app from screen to screen. */
export type Navigator = {
  navigate(address: string, options: { readonly replace: boolean }): Promise<void>
  /** To the screen before; without one to this address, or to where the borrower belongs. */
  back(otherwise?: string): void
  /** Loads the app anew at this address, so that nothing stays in memory. */
  restart(address: string): void
}

/** Without a router, as in a test of one screen, the address alone changes. */
let navigator: Navigator = {
  navigate: async (address, { replace }) => {
    if (replace) window.location.replace(`#${address}`)
    else window.location.hash = address
  },
  back: () => window.history.back(),
  restart: (address) => window.location.replace(`#${address}`),
}

/** Answers with what it replaces, so that a test can put it back. */
export function provideNavigator(provided: Navigator): Navigator {
  const earlier = navigator
  navigator = provided
  return earlier
}

export function go<Path extends string>(
  route: Route<Path>,
  ...[options]: Arguments<Path>
): Promise<void> {
  const address = addressWithQuery(pathOf(route.path, options?.params ?? {}), options?.query ?? {})
  return navigator.navigate(address, { replace: options?.replace ?? false })
}

/** To an address of our own that is known as text alone, in place of the page that asked for it. */
export function goTo(address: string): Promise<void> {
  return navigator.navigate(address, { replace: true })
}

/** In place of the page that asks for it, with nothing in memory of what was open before. */
export function restartAt(route: Route): void {
  navigator.restart(route.path)
}

export function back(): void {
  navigator.back()
}

/** A form replaces the one before it, so the way back may have to be told. */
export function backOr(route: Route): void {
  navigator.back(route.path)
}

export function addressOf<Path extends string>(
  route: Route<Path>,
  ...[params]: [NamesIn<Path>] extends [never] ? [params?: undefined] : [params: ParamsOf<Path>]
): string {
  return pathOf(route.path, params ?? {})
}

/** A path with its query, as the router writes it after the `#`. */
export function addressWithQuery(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
}

function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

const NUMBER = /^[\w-]{1,64}$/

/** The number a link names, where its form is one of ours. */
export function numberInLink(name: `${string}No`): string | undefined {
  const number = linkQuery()[name]
  return number !== undefined && NUMBER.test(number) ? number : undefined
}
