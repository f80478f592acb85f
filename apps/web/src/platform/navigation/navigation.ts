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

/** The navigation functions the router provides. */
export type Navigator = {
  navigate(address: string, options: { readonly replace: boolean }): Promise<void>
  /** Returns to the previous screen; without one, opens this address or the borrower's step. */
  back(otherwise?: string): void
  /** Reloads the app at this address, which clears the memory. */
  restart(address: string): void
}

/** Without a router (tests of a single screen) only the address changes. */
let navigator: Navigator = {
  navigate: async (address, { replace }) => {
    if (replace) window.location.replace(`#${address}`)
    else window.location.hash = address
  },
  back: () => window.history.back(),
  restart: (address) => window.location.replace(`#${address}`),
}

/** Returns the replaced navigator, so that a test can restore it. */
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

/** Opens an internal address given as text, replacing the current entry. */
export function goTo(address: string): Promise<void> {
  return navigator.navigate(address, { replace: true })
}

/** Replaces the current page and reloads, which clears the memory. */
export function restartAt(route: Route): void {
  navigator.restart(route.path)
}

export function back(): void {
  navigator.back()
}

/** Forms replace one another in the history, so the back target can be set. */
export function backOr(route: Route): void {
  navigator.back(route.path)
}

export function addressOf<Path extends string>(
  route: Route<Path>,
  ...[params]: [NamesIn<Path>] extends [never] ? [params?: undefined] : [params: ParamsOf<Path>]
): string {
  return pathOf(route.path, params ?? {})
}

/** A path with its query, as in the router's hash. */
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

/** Returns a number or id from the link if it has a valid format. */
export function numberInLink(name: `${string}No` | `${string}Id`): string | undefined {
  const number = linkQuery()[name]
  return number !== undefined && NUMBER.test(number) ? number : undefined
}
