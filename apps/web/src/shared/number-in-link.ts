import { linkQuery } from '#platform/navigation.ts'

const NUMBER = /^[\w-]{1,64}$/

/** The number a link names, where its form is one of ours. */
export function numberInLink(name: `${string}No`): string | undefined {
  const number = linkQuery()[name]
  return number !== undefined && NUMBER.test(number) ? number : undefined
}
