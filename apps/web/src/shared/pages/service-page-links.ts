import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'

/** The link to a page of help and service. */
export const toServicePage = (name: string) => `#${addressOf(routes.notices.servicePage, { name })}`

/** The page that lists all others. */
export const toHelp = toServicePage('help')
