import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { RouteFeature, routes } from '#app/routes.ts'

/** Names the queries that a screen starts with. They are sent while its guard still asks. */
export type FirstQueries = (
  request: <Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) => void,
) => void

export type ScreenModule = {
  readonly default: ComponentType
  readonly firstQueries?: FirstQueries
}

/** A screen's module, loaded when the screen is first opened. */
export type LoadScreen = () => Promise<ScreenModule>

/** What a feature's `screens.ts` lists: one screen for each of its rows in the route table. */
export type ScreensOf<F extends RouteFeature> = {
  readonly [Name in keyof (typeof routes)[F]]: LoadScreen
}

/** A screen that shares its module with others. */
export function screenIn<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): LoadScreen {
  return async () => ({ default: (await load())[name] })
}
