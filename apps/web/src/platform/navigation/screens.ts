import type { ComponentType } from 'react'
import type { RouteFeature, routes } from '#app/routes.ts'

/** A screen's module, loaded when the screen is first opened. */
export type LoadScreen = () => Promise<{ readonly default: ComponentType }>

/** What a feature's `screens.ts` lists: one screen for each of its rows in the route table. */
export type ScreensOf<F extends RouteFeature> = {
  readonly [Name in keyof (typeof routes)[F]]: LoadScreen
}
